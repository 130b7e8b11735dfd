import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { authorized } from './users-and-apps.ts';

const isArchived = (call: Call, appId: string): boolean => call.tenant.state.apps.get(appId)?.archived === true;

/** What the archiving of an app does to other apps and to users. */
export const archivingsAndOthersFaults: readonly Fault[] = [
  {
    id: 'lifecycle/an-archiving-stops-authorizations-of-others',
    breaks: ['LIF-29'],
    summary: 'Users who have authorized an app that is archived get no code for another one.',
    behaviour: (normal) => ({
      answerAuthorization: (call) => {
        const userId = normal.sessionOf(call)?.userId;
        return userId !== undefined && authorized(call, userId, (appId) => isArchived(call, appId))
          ? normal.refuseInBrowser(call, refusal('forbidden', 'An app of yours is archived.'))
          : normal.answerAuthorization(call);
      },
    }),
  },
  {
    id: 'lifecycle/an-archiving-stops-refreshes-of-others',
    breaks: ['LIF-29'],
    also: ['LIF-20', 'LIF-42', 'DEL-37', 'DEL-63'],
    summary: 'For users who have authorized an app that is archived no other app refreshes.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (authorized(call, token.delegation.userId, (appId) => isArchived(call, appId))
          ? refusal('ended-grant', 'An app of the user is archived.')
          : undefined),
    }),
  },
  {
    id: 'lifecycle/an-archiving-stops-writing-by-others',
    breaks: ['LIF-29'],
    summary: 'While an app is archived, nobody creates records in its projects.',
    behaviour: (normal) => ({
      writableProject: (call, actor, id) => {
        const project = normal.writableProject(call, actor, id);
        if (isRefusal(project)) return project;
        const stopped = project.grants.some((one) => call.tenant.state.apps.get(one.actor.id)?.archived === true);
        return stopped ? refusal('forbidden', 'An app of the project is archived.') : project;
      },
    }),
  },
  {
    id: 'lifecycle/namesakes-are-archived-together',
    breaks: ['LIF-29'],
    also: ['LIF-42'],
    summary: 'Apps that have the name of an archived app are archived with it.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => {
        const { apps } = call.tenant.state;
        const name = apps.get(appId)?.name;
        return normal.appIsArchived(call, appId) || apps.values().some((each) => each.archived && each.name === name);
      },
    }),
  },
];
