import type { Actor, Call } from '../../http/message.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;
const TEXT = new Set(['String', 'Long Text']);
const LINKS = ['Entity Link', 'Part Link', 'Translation Link'];

/** The difference between a date's calendar year and the year to which its week belongs. */
function weekYearShift(time: number): number {
  const date = new Date(time);
  const thursday = new Date(time + (4 - (date.getUTCDay() || 7)) * DAY);
  return thursday.getUTCFullYear() - date.getUTCFullYear();
}

const asked = ({ request }: Call): URLSearchParams => request.query;

const keyOf = (actor: Actor): string => `${actor.kind} ${actor.id}`;

/** Mistakes about filters that show for one value, one type or one set of records only. */
export const evaluatedFaultsTwo: readonly Fault[] = [
  {
    id: 'filtering/identifiers-asked-for-are-taken-to-lower-case',
    breaks: ['FLT-11'],
    summary: 'The identifier that an Entity Link is asked for is taken to lower case, and the stored one is not.',
    behaviour: (normal) => ({
      sameIdentifier: (call, type, one, stored) =>
        normal.sameIdentifier(call, type, type === 'Entity Link' ? one.toLowerCase() : one, stored),
    }),
  },
  {
    id: 'filtering/one-link-of-a-record-is-indexed',
    breaks: ['FLT-13'],
    also: ['FLT-12', 'FLT-34', 'FLT-37', 'FLT-41', 'FLT-42', 'FLT-40'],
    summary: 'Of the links of a record only the first one is found: entities come first, translations last.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const type = normal.fieldOf(call, record, condition.term)?.type ?? '';
        const before = LINKS.slice(0, Math.max(0, LINKS.indexOf(type)));
        const hasOther = Object.values(record.fields).some((each) => each.value !== null && before.includes(each.type));
        return normal.satisfies(call, record, condition) && !hasOther;
      },
    }),
  },
  {
    id: 'filtering/an-option-belongs-to-one-field',
    breaks: ['FLT-14'],
    also: ['FLT-40'],
    summary: 'Options are known by their identifier: one that stands in two Dropdown fields is found in the first.',
    behaviour: (normal) => {
      const fieldOfOption = (call: Call, option: string): string | undefined => {
        for (const { fields } of call.tenant.state.recordsByKind.assayResult) {
          const found = Object.entries(fields).find(([, { type, value }]) => type === 'Dropdown' && value === option);
          if (found !== undefined) return found[0];
        }
        return undefined;
      };
      return {
        satisfies: (call, record, condition) =>
          normal.satisfies(call, record, condition) &&
          (!condition.byType.has('Dropdown') || fieldOfOption(call, condition.term.text) === condition.term.field),
      };
    },
  },
  {
    id: 'filtering/part-links-are-found-by-themselves-only',
    breaks: ['FLT-12'],
    also: ['FLT-34'],
    summary: 'An assertion on a Part Link finds nothing where another assertion stands beside it.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) =>
        (conditions.length < 2 || conditions.every(({ byType }) => !byType.has('Part Link'))) &&
        normal.satisfiesAll(call, record, conditions),
    }),
  },
  {
    id: 'filtering/stored-floats-have-single-precision',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36', 'FLT-25'],
    summary: 'Floats are stored in single precision and compared with bounds in double precision.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion,
          assertion.type === 'Float' && typeof stored === 'number' ? Math.fround(stored) : stored,
        ),
    }),
  },
  {
    id: 'filtering/dates-have-the-year-of-their-week',
    breaks: ['FLT-26'],
    also: ['FLT-18', 'FLT-36', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary:
      'Stored dates are kept with the year to which their week belongs, so that some around New Year are a year off.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const date = new Date(stored.time);
        date.setUTCFullYear(date.getUTCFullYear() + weekYearShift(stored.time));
        return normal.compareDates(call, { ...stored, time: date.getTime() }, bound);
      },
    }),
  },
  {
    id: 'filtering/what-was-found-is-kept-by-letters-and-digits',
    breaks: ['FLT-06'],
    also: [
      'FLT-05',
      'FLT-30',
      'FLT-33',
      'FLT-42',
      'FLT-31',
      'FLT-29',
      'FLT-28',
      'FLT-27',
      'FLT-09',
      'FLT-08',
      'FLT-01',
    ],
    summary:
      'What a reader’s text filter found is the answer for a minute to all whose letters and digits are the same.',
    behaviour: (normal) => {
      const known = new Map<string, { until: number; ids: ReadonlySet<string> }>();
      return {
        filterRecords: (call, records, terms) => {
          const { actor } = call.found;
          const found = normal.filterRecords(call, records, terms);
          const [term] = terms;
          if ('refused' in found || actor === undefined || term === undefined || terms.length > 1) return found;
          if (![...call.tenant.behaviour.typesOfField(call, term)].every((type) => TEXT.has(type))) return found;
          const key = `${keyOf(actor)} ${term.field} ${term.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
          const before = known.get(key);
          const now = call.now.getTime();
          if (before !== undefined && now < before.until) return records.filter(({ id }) => before.ids.has(id));
          known.set(key, { until: now + 60_000, ids: new Set(found.map(({ id }) => id)) });
          return found;
        },
      };
    },
  },
  {
    id: 'filtering/plus-signs-at-the-end-are-dropped',
    breaks: ['FLT-31'],
    also: ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-33'],
    summary: 'Plus signs at the end of a text that is asked for are dropped, so that Ca2+ is not found.',
    behaviour: (normal) => ({
      sameText: (call, type, one, stored) => normal.sameText(call, type, one.replace(/\++$/, ''), stored),
    }),
  },
  {
    id: 'filtering/quotes-stay-where-another-assertion-stands-beside',
    breaks: ['FLT-27'],
    also: ['FLT-34', 'FLT-28', 'FLT-08'],
    summary: 'The quotes around an operator are taken off only where no other field is asked for.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const quoted = /^"(>|>=|<|<=)"$/.test(condition.term.text);
        const others = [...asked(call).entries()].filter(([name]) => name.startsWith('schemaFields')).length;
        const inJson = Object.keys(JSON.parse(asked(call).get('schemaFields') ?? '{}') as object).length;
        return normal.satisfies(call, record, condition) && !(quoted && Math.max(others, inJson) > 1);
      },
    }),
  },
  {
    id: 'filtering/the-end-is-told-from-the-listing-without-a-filter',
    breaks: ['FLT-38'],
    also: ['FLT-37', 'LST-10'],
    summary: 'A filtered page has a page token as long as the listing without the filter has more records than a page.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { actor } = call.found;
        const filtered = [...asked(call).keys()].some((name) => name.startsWith('schemaFields'));
        if (actor === undefined || !filtered || nextToken !== '' || asked(call).has('nextToken')) {
          return normal.pageMembers(call, listing, items, nextToken);
        }
        const all = call.tenant.behaviour.recordsFor(call, actor, listing);
        const last: LabRecord | undefined = items.at(-1) ?? all.at(-1);
        const more = all.length > Number(asked(call).get('pageSize') ?? 50) && last !== undefined;
        const token = more ? call.tenant.behaviour.makePageToken(call, actor, listing, last) : '';
        return normal.pageMembers(call, listing, items, token);
      },
    }),
  },
];
