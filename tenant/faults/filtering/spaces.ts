import type { Fault } from '../fault.ts';
import { refuseRanges } from './range-decisions.ts';
import { breaking } from './rows.ts';
import { decodeBy } from './text-decisions.ts';
import { replaceIf, onlyIf } from '../operators/rules.ts';

/** Faults about the space between an operator and its value. */
export const spaceFaults: readonly Fault[] = [
  ...breaking('FLT-23', {
    'plus-after-an-operator-is-kept': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D)?)\+/i, '$1%2B'))),
      'The tenant does not take a plus sign after an operator for a space.',
      ['FLT-24'],
    ],
    'plus-is-no-space': [
      decodeBy((text, decode) => decode(text.replaceAll('+', '%2B'))),
      'The tenant decodes a filter like a path, in which a plus sign is not a space.',
      ['FLT-24', 'FLT-01'],
    ],
    'plus-after-an-operator-of-two-characters-is-kept': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D))\+/i, '$1%2B'))),
      'The tenant takes a plus sign for a space only after > and <, not after >= and <=.',
      [
        ...['FLT-24', 'FLT-16', 'FLT-17', 'FLT-18', 'FLT-20', 'FLT-22', 'FLT-25', 'FLT-26', 'FLT-34', 'FLT-36'],
        ...['FLT-37', 'FLT-39'],
      ],
    ],
    'plus-before-a-date-is-kept': [
      refuseRanges(({ type }, { request }) => type === 'Date' && /[<>]=?\+\d/.test(decodeURIComponent(request.target))),
      'The tenant refuses a date that follows an operator and a plus sign.',
      ['FLT-18'],
    ],
  }),
  ...breaking('FLT-24', {
    'percent-20-after-an-operator-is-refused': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D)?)%20/i, '$1'))),
      'The tenant understands the space after an operator only as a plus sign, not as %20.',
    ],
    'percent-20-after-an-operator-of-two-characters-is-refused': [
      refuseRanges(
        ({ operator }, { request }) => /^[<>]=$/.test(operator) && /(?:=|%3D)%20[-\d]/i.test(request.target),
      ),
      'The tenant understands the space after >= and <= only as a plus sign, not as %20.',
    ],
    'percent-20-turns-a-range-into-nothing': [
      replaceIf(
        'filterRecords',
        (call) => /(%3E|%3C)(=|%3D)?%20/i.test(call.request.target),
        () => [],
      ),
      'A range finds nothing if its space is sent as %20.',
    ],
    'percent-20-before-a-date-finds-nothing': [
      onlyIf(
        'satisfiesAll',
        (call, _record, conditions) =>
          !(
            /(?:%3[CE]|[<>])(?:%3D|=)?%20/i.test(call.request.target) &&
            conditions.some(({ byType }) => byType.get('Date')?.kind === 'range')
          ),
      ),
      'A range of dates finds nothing if %20 follows its operator.',
      ['FLT-18'],
    ],
  }),
];
