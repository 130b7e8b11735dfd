import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** What stands for nothing in some languages. */
const NOTHING: ReadonlySet<unknown> = new Set(['0', 'false']);

/** Mistakes about texts that mean something elsewhere, about long ones, and about two fields at once. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'filtering/words-for-nothing-are-no-values',
    breaks: ['FLT-05'],
    summary: 'A String field that holds 0 or false is taken for unset.',
    behaviour: (normal) => ({
      valuesOf: (call, field) =>
        normal.valuesOf(call, field).filter((value) => field.type !== 'String' || !NOTHING.has(value)),
    }),
  },
  {
    id: 'filtering/long-texts-are-compared-to-a-thousand-characters',
    breaks: ['FLT-09'],
    summary: 'Of a Long Text the first thousand characters are compared.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const most = type === 'Long Text' ? 1000 : Infinity;
        return normal.sameText(call, type, asked.slice(0, most), stored.slice(0, most));
      },
    }),
  },
  {
    id: 'filtering/a-bar-means-either',
    breaks: ['FLT-06', 'FLT-09'],
    also: ['FLT-29', 'FLT-33'],
    summary: 'A text with a bar in it finds what stands on either side of it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked, stored) ||
        (asked.includes('|') && asked.split('|').some((one) => normal.sameText(call, type, one, stored))),
    }),
  },
  {
    id: 'filtering/an-exclamation-mark-means-not',
    breaks: ['FLT-06', 'FLT-09'],
    also: ['FLT-27', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-33'],
    summary: 'A text that begins with an exclamation mark finds all but the text behind it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        asked.length > 1 && asked.startsWith('!')
          ? !normal.sameText(call, type, asked.slice(1), stored)
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/backslashes-are-passed-over',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Texts that differ by backslashes are the same.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked.replaceAll('\\', ''), stored.replaceAll('\\', '')),
    }),
  },
  {
    id: 'filtering/two-fields-are-looked-up-everywhere',
    breaks: ['FLT-39'],
    also: ['FLT-35'],
    summary: 'A filter on several fields finds records of all projects.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const filter = normal.readFilter(call, listing);
        return isRefusal(filter) || filter.length < 2
          ? normal.recordsAskedFor(call, actor, listing)
          : normal.filterRecords(call, call.tenant.state.recordsByKind.assayResult, filter);
      },
    }),
  },
];
