import { before } from '../operators/rules.ts';
import { hasNewSecret } from '../operators/standing.ts';
import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { ActorReference, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always, isFromLegacyPath } from '../operators/kinds.ts';
import { happened, itsApp, onceArchived } from '../operators/memories.ts';
import { faultsOf } from '../operators/rows.ts';
import { consentedTo } from './apps-and-users.ts';
import { latestUser, names, user } from './decisions.ts';
import { breaking } from './rows.ts';

/** Returns the project in which the call creates an entry. */
const projectOf = (call: Call): Project | undefined => {
  const entry = call.tenant.behaviour.readNewEntry(call);
  return isRefusal(entry) ? undefined : call.tenant.state.projects.get(entry.projectId);
};

/** Faults in which a record that an app created names a wrong creator. */
export const creatorFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'records-belong-to-the-first-of-the-project': [
      names((call) => projectOf(call)?.grants[0]?.actor, always),
      always,
      'A record names as its creator the actor who was added to its project first.',
      { also: ['KEY-05'] },
    ],
    'records-beside-users-name-the-user': [
      names((call) => projectOf(call)?.grants.find(({ actor }) => actor.kind === 'user')?.actor),
      always,
      'A record that an app creates in a project with a user names that user.',
    ],
    'legacy-tokens-write-as-a-user': [
      names(latestUser, always),
      isFromLegacyPath,
      'A record created with a token from the legacy path names the last user of the tenant.',
    ],
    'a-consent-gives-the-apps-records-a-name': [
      names((call, { appId = '' }) => user(consentedTo(call, appId).at(-1))),
      always,
      'A record that an app creates for itself names the user who consented to it last.',
      { also: ['CCR-20'] },
    ],
    'second-records-name-a-user': [
      names(latestUser),
      happened(itsApp, (count) => before('attributedTo', (_call, { id }) => count(id))),
      "From its second record on, an app's records name the last user of the tenant.",
    ],
    'creators-are-lost-with-a-secret': [
      names(latestUser),
      hasNewSecret,
      "After a rotation of its secret, an app's records name the last user of the tenant.",
    ],
    'creators-are-lost-in-the-archive': [
      names(latestUser),
      onceArchived,
      'Once an app was archived, its records name the last user of the tenant.',
    ],
  }),
  ...breaking('CCR-15', {
    'records-name-the-writer-before': [
      (normal) => {
        let before: ActorReference | undefined;
        return {
          attributedTo: (call, actor) => {
            const writer = normal.attributedTo(call, actor);
            const named = before ?? writer;
            before = writer;
            return named;
          },
        };
      },
      'A record names as its creator the actor of the previous write at the tenant.',
      ['KEY-05'],
    ],
    'writers-of-one-second-are-one': [
      (normal) => {
        let first: { readonly second: number; readonly by: ActorReference } | undefined;
        return {
          attributedTo: (call, actor) => {
            const second = Math.floor(call.now.getTime() / 1000);
            if (first?.second !== second) first = { second, by: normal.attributedTo(call, actor) };
            return first.by;
          },
        };
      },
      'Records that are created within one second all name the creator of the first of them.',
      ['KEY-05', 'DEL-33', 'OIC-23'],
    ],
    'one-creation-for-a-user-names-the-user-ever-after': [
      (normal) => {
        const users = new Map<string, string>();
        return {
          attributedTo: (call, actor) => {
            const { credential } = actor;
            if (actor.kind === 'user' && credential.kind === 'accessToken') users.set(credential.token.appId, actor.id);
            const known = actor.kind === 'app' ? users.get(actor.id) : undefined;
            return user(known) ?? normal.attributedTo(call, actor);
          },
        };
      },
      'Once an app has created a record for a user, the records that it creates for itself name that user.',
    ],
    'listed-records-of-apps-name-a-user': [
      (normal) => ({
        shapeItem: (call, listing, record) => {
          const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
          const createdBy = grants.findLast(({ actor }) => actor.kind === 'user')?.actor ?? record.createdBy;
          return normal.shapeItem(call, listing, record.createdBy.kind === 'app' ? { ...record, createdBy } : record);
        },
      }),
      'The answer to a write names the app as creator, but the listings name the user who was granted its project last.',
    ],
  }),
];
