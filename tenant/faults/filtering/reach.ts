import { isRefusal } from '../../http/refusal.ts';
import { appOf } from '../../state/delegated.ts';
import { filters, isFollowing } from '../calls.ts';
import { seesWhatUsersSee } from '../client-credentials/apps-and-users.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { isDelegated, isIdToken } from '../operators/kinds.ts';
import { showWithdrawn } from '../operators/visibility.ts';
import { byApp, byDelegate, byKey } from './conditions.ts';
import { alterFound, alterMatches, searchAmong, showToo } from './filter-decisions.ts';
import { requirementsOnMatches } from './requirements.ts';
import { breaking } from './rows.ts';
import { texts } from './text-decisions.ts';
import { alsoIf } from '../operators/rules.ts';

const LINKS = new Set(['Entity Link', 'Part Link', 'Translation Link']);

/** Faults in which a filter looks at records that the caller may not see. */
const tooMuchFaults: readonly Fault[] = [
  ...breaking(['FLT-39', 'FLT-35'], {
    'visibility-is-lost-under-a-filter': [
      showToo(() => true),
      'A filter finds records of all projects.',
      ['CCR-10', 'DEL-32'],
    ],
    'visibility-is-lost-under-a-range': [
      showToo(({ request }) => /%3[CE]/i.test(request.target)),
      'A filter with a range finds records of all projects.',
      ['CCR-10', 'DEL-32'],
    ],
    'visibility-is-lost-on-the-second-page': [
      showToo(isFollowing),
      'The second page of a filter shows records of all projects.',
      ['FLT-37', 'CCR-10', 'DEL-32'],
    ],
    'revoked-projects-are-found-by-filters': [
      showToo(
        ({ tenant, found }, { projectId }) =>
          tenant.state.projects
            .get(projectId)
            ?.grants.some(({ actor, revokedAt }) => actor.id === found.actor?.id && revokedAt !== undefined) ?? false,
      ),
      'A filter finds records of projects to which the actor once had access.',
      ['DEL-32'],
    ],
    'apps-find-records-of-all-projects': [
      showToo(byApp),
      'A filter of an app finds records of all projects.',
      ['CCR-10'],
    ],
  }),
  ...breaking(
    'FLT-39',
    {
      'two-fields-are-looked-up-everywhere': [
        (normal) => ({
          recordsAskedFor: (call, actor, listing) => {
            const filter = normal.readFilter(call, listing);
            return isRefusal(filter) || filter.length < 2
              ? normal.recordsAskedFor(call, actor, listing)
              : normal.filterRecords(call, call.tenant.state.records.byKind.assayResult, filter);
          },
        }),
        'A filter on several fields finds records of all projects.',
        ['CCR-10', 'DEL-32'],
      ],
      'what-links-to-a-visible-record-is-visible': [
        (normal) => ({
          recordsAskedFor: (call, actor, listing) => {
            const { behaviour, state } = call.tenant;
            const terms = behaviour.readFilter(call, listing);
            const found = normal.recordsAskedFor(call, actor, listing);
            if (isRefusal(terms) || isRefusal(found) || terms.length === 0) return found;
            const linking = state.records.byKind.assayResult.filter(
              (record) =>
                !behaviour.mayRead(call, actor, record) &&
                Object.values(record.fields).some(({ type, value }) => {
                  const linked = LINKS.has(type) && typeof value === 'string' ? state.records.get(value) : undefined;
                  return linked !== undefined && behaviour.mayRead(call, actor, linked);
                }),
            );
            const further = behaviour.filterRecords(call, linking, terms);
            return isRefusal(further) ? found : [...found, ...further];
          },
        }),
        'A filter finds records of other projects that link to a visible record.',
        ['DEL-32'],
      ],
      'delegates-find-what-the-app-sees-too': [
        (normal) => ({
          mayRead: (call, actor, record) => {
            if (normal.mayRead(call, actor, record)) return true;
            const id = actor.kind === 'user' && filters(call) ? appOf(actor.credential) : undefined;
            return id !== undefined && normal.mayRead(call, { ...actor, kind: 'app', id }, record);
          },
        }),
        'With a filter, an app that acts for a user also finds the records that the app itself may see.',
        ['DEL-32'],
      ],
      'filters-of-apps-for-users-find-what-was-withdrawn': [
        showWithdrawn(isDelegated)(filters),
        'With a filter, an app that acts for a user finds records of projects from which the user was removed.',
        ['FLT-41'],
      ],
      'filters-of-id-tokens-find-what-was-withdrawn': [
        showWithdrawn(isIdToken)(filters),
        'With a filter, a user with an ID token finds records of projects from which the user was removed.',
        ['FLT-41'],
      ],
      'apps-find-what-they-were-taken-from': [
        alsoIf('grantCounts', (call, grant) => grant.actor.kind === 'app' && filters(call)),
        'With a filter, an app finds records of projects from which it was removed.',
        ['FLT-41'],
      ],
      'apps-find-what-their-users-may-see': [
        seesWhatUsersSee(filters),
        'With a filter, an app also finds the records that its users may see.',
        ['FLT-41'],
      ],
    },
    ['FLT-35'],
  ),
  ...breaking('FLT-35', {
    'filter-adds-entries': [
      alterFound((found, { tenant }) => [...found, ...tenant.state.records.byKind.entry.slice(0, 1)]),
      'A filter adds an entry to the results.',
      ['FLT-38', 'CCR-10'],
    ],
  }),
];

/** Faults in which a filter looks at only a part of the records, or leaves out some that it finds. */
const tooLittleFaults: readonly Fault[] = [
  ...breaking('FLT-05', {
    'the-latest-hundred-are-looked-at': [
      searchAmong((records) => records.slice(-100)),
      'A filter looks only at the last hundred records that the caller may see.',
      ['FLT-01', 'FLT-16', 'FLT-37'],
    ],
    'records-of-yesterday-are-not-found': [
      searchAmong((records, { now }) => records.filter(({ addedAt }) => now.getTime() - addedAt.getTime() < DAY)),
      'A filter finds only records that were added within the last day.',
      ['FLT-16'],
    ],
    'a-hundred-matches-at-most': [
      alterFound((found) => found.slice(0, 100)),
      'A filter finds at most a hundred records over all pages.',
      ['FLT-37'],
    ],
  }),
  ...breaking(['FLT-05', 'FLT-16'], {
    'two-hundred-records-are-searched': [
      searchAmong((records) => records.slice(0, 200)),
      'A filter looks only at the first two hundred records that the caller may see.',
      ['FLT-37'],
    ],
  }),
  ...breaking(
    'FLT-41',
    {
      'apps-filter-one-record-less': [
        alterFound((found, call) => (byApp(call) ? found.slice(1) : found)),
        'A filter of an app leaves out the first record that it should find.',
      ],
      'keys-filter-one-record-less': [
        alterFound((found, call) => (byKey(call) ? found.slice(1) : found)),
        'A filter of a caller with a key leaves out the first record that it should find.',
      ],
      'delegated-tokens-filter-one-record-less': [
        alterFound((found, call) => (byDelegate(call) ? found.slice(1) : found)),
        'A filter of a delegated token leaves out the first record that it should find.',
      ],
    },
    requirementsOnMatches,
  ),
  ...breaking('FLT-41', {
    'apps-compare-by-case': [
      texts.compare((same, asked, stored, call) => !(byApp(call) && /^[A-Z]/.test(stored)) && same(asked, stored)),
      'A text filter of an app does not find texts that begin with a capital letter.',
    ],
  }),
  ...breaking('FLT-42', {
    'every-third-filter-lacks-a-record': [
      (normal) => {
        let calls = 0;
        return alterMatches((matches) => (++calls % 3 === 0 ? matches.slice(0, -1) : matches))(normal);
      },
      'Every third call with a filter leaves out the last record.',
      ['FLT-41', 'FLT-24', 'FLT-36', 'FLT-03', 'FLT-01'],
    ],
  }),
];

/** Faults about the records at which a filter looks. */
export const reachFaults: readonly Fault[] = [...tooMuchFaults, ...tooLittleFaults];
