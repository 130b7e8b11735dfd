import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** What the texts of one type are compared as. */
const comparedAs =
  (change: (text: string) => string, only: string): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    sameText: (call, type, asked, stored) =>
      type === only
        ? normal.sameText(call, type, change(asked), change(stored))
        : normal.sameText(call, type, asked, stored),
  });

const filterOf = ({ request }: Call): string | undefined =>
  /schemaFields/.test(request.target) ? request.target.replace(/&?nextToken=[^&]*/, '') : undefined;

/** Wrong for several assertions, one who asks, or one form of a query. */
export const queryNearMissFaults: readonly Fault[] = [
  {
    id: 'filtering/the-fourth-assertion-is-passed-over',
    breaks: ['FLT-34'],
    summary: 'Of more than three assertions the first three count.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, conditions.slice(0, 3)),
    }),
  },
  {
    id: 'filtering/ranges-beside-text-do-not-count',
    breaks: ['FLT-34'],
    summary: 'Where a filter asks for a text as well, its ranges are passed over.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => {
        const kinds = conditions.map(({ byType }) => [...byType.values()].map(({ kind }) => kind));
        const rest = conditions.filter((_, at) => kinds[at]?.includes('range') !== true);
        return normal.satisfiesAll(call, record, kinds.some((one) => one.includes('text')) ? rest : conditions);
      },
    }),
  },
  {
    id: 'filtering/answers-are-shared-between-readers',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41', 'FLT-42', 'FLT-05', 'FLT-16'],
    summary: 'What a filter found is remembered, and shown to the next who asks for the same, whoever that is.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const filter = filterOf(call);
          const before = filter === undefined ? undefined : known.get(filter);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (filter !== undefined && Array.isArray(records)) known.set(filter, records);
          return records;
        },
      };
    },
  },
  {
    id: 'filtering/answers-of-an-app-are-shared-between-its-users',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'What a filter found for one user of an app is shown to its other users who ask for the same.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
          const token = actor.kind === 'user' ? call.tenant.state.accessTokens.find(bearer) : undefined;
          const filter = filterOf(call);
          const key = filter === undefined || token === undefined ? undefined : `${token.appId} ${filter}`;
          const before = key === undefined ? undefined : known.get(key);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (key !== undefined && Array.isArray(records)) known.set(key, records);
          return records;
        },
      };
    },
  },
  {
    id: 'filtering/delegates-find-what-the-app-sees-too',
    breaks: ['FLT-39'],
    also: ['FLT-35'],
    summary: 'By a filter an app that acts for a user finds its own records beside those of the user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        if (filterOf(call) === undefined || actor.kind === 'app') return false;
        const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
        const appId = call.tenant.state.accessTokens.find(bearer)?.appId;
        return appId !== undefined && normal.mayRead(call, { ...actor, kind: 'app', id: appId }, record);
      },
    }),
  },
  {
    id: 'filtering/links-are-looked-for-in-each-other',
    breaks: ['FLT-40'],
    summary: 'An identifier is looked for in every link field, of whatever kind of link.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const links = [...condition.byType.values()].filter(
          ({ kind, type }) => kind === 'identifier' && type !== 'Dropdown',
        );
        const [link] = links;
        if (link === undefined) return normal.satisfies(call, record, condition);
        return Object.values(record.fields).some(
          (field) =>
            field.type.endsWith('Link') &&
            normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, link, value)),
        );
      },
    }),
  },
  {
    id: 'filtering/numbers-are-looked-for-in-the-other-type',
    breaks: ['FLT-40'],
    also: ['FLT-01', 'FLT-17', 'FLT-34', 'FLT-37', 'FLT-25', 'FLT-36'],
    summary: 'A range on a Float field is satisfied by an Integer field of the record too.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        if (normal.satisfies(call, record, condition)) return true;
        const range = condition.byType.get('Float');
        return (
          range !== undefined &&
          normal.fieldOf(call, record, condition.term) !== undefined &&
          Object.values(record.fields).some(
            (field) =>
              field.type === 'Integer' &&
              normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, range, value)),
          )
        );
      },
    }),
  },
  {
    id: 'filtering/plus-and-space-are-alike-in-long-text',
    breaks: ['FLT-31'],
    also: ['FLT-33', 'FLT-09', 'FLT-08'],
    summary: 'A plus sign and a space in a Long Text are the same.',
    behaviour: comparedAs((text) => text.replaceAll('+', ' '), 'Long Text'),
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
  {
    id: 'filtering/a-stretch-without-a-match-is-the-end',
    breaks: ['FLT-37'],
    summary: 'Where five times as many records as pageSize says do not match, those behind them are not looked at.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const found = normal.recordsAskedFor(call, actor, listing);
        const pageSize = Number(call.request.query.get('pageSize') ?? 0);
        if (filterOf(call) === undefined || isRefusal(found) || pageSize === 0) return found;
        const matches = new Set(found);
        const all = normal.orderRecords(call, normal.recordsFor(call, actor, listing), 'desc');
        const kept: LabRecord[] = [];
        let without = 0;
        for (const record of all) {
          if (matches.has(record)) kept.push(record);
          without = matches.has(record) ? 0 : without + 1;
          if (without >= 5 * pageSize && kept.length > 0) break;
        }
        return kept;
      },
    }),
  },
  {
    id: 'filtering/identifiers-are-compared-by-twelve-characters',
    breaks: ['FLT-15'],
    summary: 'Identifiers of more than twelve characters are compared by the first twelve.',
    behaviour: (normal) => ({
      sameIdentifier: (call, type, asked, stored) =>
        normal.sameIdentifier(call, type, asked.slice(0, 12), stored.slice(0, 12)),
    }),
  },
  {
    id: 'filtering/new-records-are-not-found-by-a-filter-that-was-asked-before',
    breaks: ['FLT-05', 'FLT-16'],
    summary: 'What a filter found for a reader is the answer ever after, whatever is added.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const filter = filterOf(call);
          const key = `${actor.kind} ${actor.id} ${filter ?? ''}`;
          const before = filter === undefined ? undefined : known.get(key);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (filter !== undefined && Array.isArray(records) && records.length > 0) known.set(key, records);
          return records;
        },
      };
    },
  },
];
