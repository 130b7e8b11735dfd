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

/** The project that something is written to. */
const projectOf = (call: Call): Project | undefined => {
  const entry = call.tenant.behaviour.readNewEntry(call);
  return isRefusal(entry) ? undefined : call.tenant.state.projects.get(entry.projectId);
};

/** Whom a record names that an app created. */
export const creatorFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'records-belong-to-the-first-of-the-project': [
      names((call) => projectOf(call)?.grants[0]?.actor, always),
      always,
      'A record names as its creator the actor that was added to its project first.',
      { also: ['KEY-05'] },
    ],
    'records-beside-users-name-the-user': [
      names((call) => projectOf(call)?.grants.find(({ actor }) => actor.kind === 'user')?.actor),
      always,
      'What an app writes where a user was added as well names that user.',
    ],
    'legacy-tokens-write-as-a-user': [
      names(latestUser, always),
      isFromLegacyPath,
      'What is written with a token of the legacy path names the last user of the tenant.',
    ],
    'a-consent-gives-the-apps-records-a-name': [
      names((call, { appId = '' }) => user(consentedTo(call, appId).at(-1))),
      always,
      'What an app writes for itself names the user who consented to it last.',
      { also: ['CCR-20'] },
    ],
    'second-records-name-a-user': [
      names(latestUser),
      happened(itsApp, (count) => before('attributedTo', (_call, { id }) => count(id))),
      'The second record of an app and later ones name the last user of the tenant.',
    ],
    'creators-are-lost-with-a-secret': [
      names(latestUser),
      hasNewSecret,
      'What an app writes after a rotation of its secret names the last user of the tenant.',
    ],
    'creators-are-lost-in-the-archive': [
      names(latestUser),
      onceArchived,
      'What an app writes that was once archived names the last user of the tenant.',
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
      'A record names as its creator the actor of the previous write to the tenant.',
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
      'Records created within one second all name the creator of the first of them.',
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
      'Once an app has created something for a user, what it creates for itself names that user.',
    ],
    'listed-records-of-apps-name-a-user': [
      (normal) => ({
        shapeItem: (call, listing, record) => {
          const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
          const createdBy = grants.findLast(({ actor }) => actor.kind === 'user')?.actor ?? record.createdBy;
          return normal.shapeItem(call, listing, record.createdBy.kind === 'app' ? { ...record, createdBy } : record);
        },
      }),
      'The answer to a write names the app as creator, and the listings name the user who was granted its project last.',
    ],
  }),
];
