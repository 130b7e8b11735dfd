import type { Fault } from '../fault.ts';
import type { Call } from '../../http/message.ts';
import type { FieldDate } from '../../state/fields.ts';

/** The query as it was sent, still encoded. */
const rawQuery = ({ request }: Call): string => request.target.slice(request.path.length + 1);

const isDelegated = ({ found }: Call): boolean =>
  found.actor?.credential.kind === 'accessToken' && found.actor.kind === 'user';

/** Counts days as if every month had thirty. */
function roughDays({ time }: FieldDate): number {
  const date = new Date(time);
  const days = date.getUTCFullYear() * 360 + date.getUTCMonth() * 30 + Math.min(date.getUTCDate(), 31);
  return days + (time - Math.floor(time / 86_400_000) * 86_400_000) / 86_400_000;
}

const TEXT = new Set(['String', 'Long Text']);

/** Mistakes about filters that show for one type, one spelling or one reader only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'filtering/case-counts-in-long-text-beyond-a-line',
    breaks: ['FLT-10'],
    summary: 'Letter case is ignored in Long Text of up to 80 characters, and counts in longer ones.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'Long Text' && stored.length > 80 ? asked === stored : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/case-is-folded-up-to-two-octets',
    breaks: ['FLT-32'],
    summary: 'Letters that take three octets or more keep their case.',
    behaviour: (normal) => ({
      foldCase: (call, text) => text.replace(/[\0-\u07ff]+/g, (part) => normal.foldCase(call, part)),
    }),
  },
  {
    id: 'filtering/a-part-link-finds-one-record',
    breaks: ['FLT-12'],
    also: ['FLT-37', 'FLT-42'],
    summary: 'A filter on a Part Link finds the first of the records that link the part.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const found = normal.filterRecords(call, records, terms);
        const [term] = terms;
        const types = term === undefined ? undefined : call.tenant.state.fieldTypes.get(term.field);
        return Array.isArray(found) && types?.has('Part Link') === true ? found.slice(0, 1) : found;
      },
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
    id: 'filtering/quoted-operators-with-an-equals-sign-find-those-without',
    breaks: ['FLT-28'],
    also: ['FLT-06', 'FLT-27'],
    summary: 'A filter for ">=" or "<=" in quotes also finds the texts > and <.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked, stored) || (/^[<>]=$/.test(asked) && stored === asked.slice(0, 1)),
    }),
  },
  {
    id: 'filtering/months-have-thirty-days',
    breaks: ['FLT-26'],
    also: ['FLT-18', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36'],
    summary: 'Dates are compared by a count of days in which the 31st is the first of the next month.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const order = roughDays(stored) - roughDays(bound);
        return bound.wholeDay && normal.compareDates(call, stored, bound) === 0
          ? 0
          : bound.wholeDay
            ? Math.floor(order)
            : order;
      },
    }),
  },
  {
    id: 'filtering/texts-are-looked-for-in-the-other-text-type',
    breaks: ['FLT-40'],
    also: ['FLT-02', 'FLT-06', 'FLT-09'],
    summary: 'A filter on a String field also finds records that have the text in a Long Text field, and the reverse.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        if (normal.satisfies(call, record, condition)) return true;
        const own = normal.fieldOf(call, record, condition.term);
        if (own === undefined || !TEXT.has(own.type)) return false;
        const assertion = condition.byType.get(own.type);
        return Object.values(record.fields).some(
          (field) =>
            TEXT.has(field.type) &&
            field.type !== own.type &&
            assertion !== undefined &&
            normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, assertion, value)),
        );
      },
    }),
  },
  {
    id: 'filtering/delegates-are-not-shown-the-lower-bound',
    breaks: ['FLT-41'],
    also: ['FLT-20'],
    summary: 'For delegated tokens >= means >.',
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, operator === '>=' && isDelegated(call) ? '>' : operator, order),
    }),
  },
];
