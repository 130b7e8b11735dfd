import type { Fault } from '../fault.ts';
import { refuseRanges } from './range-decisions.ts';
import { breaking } from './rows.ts';
import { decodeBy } from './text-decisions.ts';
import { insteadWhere, onlyWhere } from '../operators/rules.ts';

/** Wrong decisions about the space between an operator and its value. */
export const spaceFaults: readonly Fault[] = [
  ...breaking('FLT-23', {
    'plus-after-an-operator-is-kept': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D)?)\+/i, '$1%2B'))),
      'A plus sign after an operator is not taken for a space.',
      ['FLT-24'],
    ],
    'plus-is-no-space': [
      decodeBy((text, decode) => decode(text.replaceAll('+', '%2B'))),
      'A filter is decoded as a part of a path, in which a plus sign is a plus sign.',
      ['FLT-24', 'FLT-01'],
    ],
    'plus-after-an-operator-of-two-characters-is-kept': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D))\+/i, '$1%2B'))),
      'A plus sign is taken for a space after > and < only.',
      [
        ...['FLT-24', 'FLT-16', 'FLT-17', 'FLT-18', 'FLT-20', 'FLT-22', 'FLT-25', 'FLT-26', 'FLT-34', 'FLT-36'],
        ...['FLT-37', 'FLT-39'],
      ],
    ],
    'plus-before-a-date-is-kept': [
      refuseRanges(({ type }, { request }) => type === 'Date' && /[<>]=?\+\d/.test(decodeURIComponent(request.target))),
      'A date behind an operator and a plus sign is refused.',
      ['FLT-18'],
    ],
  }),
  ...breaking('FLT-24', {
    'percent-20-after-an-operator-is-refused': [
      decodeBy((text, decode) => decode(text.replace(/((?:%3E|%3C)(?:=|%3D)?)%20/i, '$1'))),
      'The space after an operator is understood as a plus sign only.',
    ],
    'percent-20-after-an-operator-of-two-characters-is-refused': [
      refuseRanges(
        ({ operator }, { request }) => /^[<>]=$/.test(operator) && /(?:=|%3D)%20[-\d]/i.test(request.target),
      ),
      'The space after >= and <= is understood as a plus sign only.',
    ],
    'percent-20-turns-a-range-into-nothing': [
      insteadWhere(
        'filterRecords',
        (call) => /(%3E|%3C)(=|%3D)?%20/i.test(call.request.target),
        () => [],
      ),
      'A range whose space is sent as %20 finds nothing.',
    ],
    'percent-20-before-a-date-finds-nothing': [
      onlyWhere(
        'satisfiesAll',
        (call, _record, conditions) =>
          !(
            /(?:%3[CE]|[<>])(?:%3D|=)?%20/i.test(call.request.target) &&
            conditions.some(({ byType }) => byType.get('Date')?.kind === 'range')
          ),
      ),
      'A range of dates whose operator is followed by %20 finds nothing.',
      ['FLT-18'],
    ],
  }),
];
