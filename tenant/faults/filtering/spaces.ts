import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** The query as it was sent, still encoded. */
const rawQuery = ({ request }: Call): string => request.target.slice(request.path.length + 1);

/** Wrong decisions about the space between an operator and its value. */
export const spaceFaults: readonly Fault[] = [
  {
    id: 'filtering/plus-after-an-operator-is-kept',
    breaks: ['FLT-23'],
    also: ['FLT-24'],
    summary: 'A plus sign after an operator is not taken for a space.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal.decodeFilterText(call, text.replace(/((?:%3E|%3C)(?:=|%3D)?)\+/i, '$1%2B')),
    }),
  },
  {
    id: 'filtering/plus-is-no-space',
    breaks: ['FLT-23'],
    also: ['FLT-24', 'FLT-01'],
    summary: 'A filter is decoded as a part of a path, in which a plus sign is a plus sign.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) => normal.decodeFilterText(call, text.replaceAll('+', '%2B')),
    }),
  },
  {
    id: 'filtering/plus-after-an-operator-of-two-characters-is-kept',
    breaks: ['FLT-23'],
    also: [
      'FLT-24',
      'FLT-16',
      'FLT-17',
      'FLT-18',
      'FLT-20',
      'FLT-22',
      'FLT-25',
      'FLT-26',
      'FLT-34',
      'FLT-36',
      'FLT-37',
      'FLT-39',
    ],
    summary: 'A plus sign is taken for a space after > and < only.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal.decodeFilterText(call, text.replace(/((?:%3E|%3C)(?:=|%3D))\+/i, '$1%2B')),
    }),
  },
  {
    id: 'filtering/percent-20-after-an-operator-is-refused',
    breaks: ['FLT-24'],
    summary: 'The space after an operator is understood as a plus sign only.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal.decodeFilterText(call, text.replace(/((?:%3E|%3C)(?:=|%3D)?)%20/i, '$1')),
    }),
  },
  {
    id: 'filtering/percent-20-turns-a-range-into-nothing',
    breaks: ['FLT-24'],
    summary: 'A range whose space is sent as %20 finds nothing.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) =>
        /(%3E|%3C)(=|%3D)?%20/i.test(call.request.target) ? [] : normal.filterRecords(call, records, terms),
    }),
  },
  {
    id: 'filtering/plus-before-a-date-is-kept',
    breaks: ['FLT-23'],
    also: ['FLT-18'],
    summary: 'A plus sign between an operator and a date is kept, and the date is refused.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        type === 'Date' && /[<>]=?\+\d/.test(decodeURIComponent(call.request.target))
          ? refusal('invalid-query', 'The date has a sign.')
          : normal.readRangeAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/percent-20-before-a-date-finds-nothing',
    breaks: ['FLT-24'],
    also: ['FLT-18'],
    summary: 'A range of dates whose operator is followed by %20 finds nothing; with a plus sign it works.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) =>
        normal.satisfiesAll(call, record, conditions) &&
        !(
          /(?:%3[CcEe]|[<>])(?:%3[Dd]|=)?%20/.test(rawQuery(call)) &&
          conditions.some(({ byType }) => byType.get('Date')?.kind === 'range')
        ),
    }),
  },
  {
    id: 'filtering/percent-20-after-an-operator-of-two-characters-is-refused',
    breaks: ['FLT-24'],
    summary: 'The space after >= and <= is understood as a plus sign only.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        /(?:=|%3D)%20[-\d]/i.test(call.request.target) && /^[<>]= /.test(text)
          ? refusal('invalid-query', 'The operator is followed by no plus sign.')
          : normal.readRangeAssertion(call, type, text),
    }),
  },
];
