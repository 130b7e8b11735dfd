import { sameActor } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

/** How many projects an app is in. */
const projectsOf = (call: Call, appId: string): number =>
  [...call.tenant.state.projects.values()].filter(({ grants }) =>
    grants.some((grant) => sameActor(grant.actor, { kind: 'app', id: appId }) && grant.revokedAt === undefined),
  ).length;

/** Wrong only for one project, one moment or one combination. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'client-credentials/token-bound-to-its-first-listing',
    breaks: ['CCR-05'],
    also: ['CCR-04', 'VER-02', 'VER-09', 'VER-03', 'DEL-62', 'LST-32'],
    summary: 'A token is accepted only at the path at which it was first used.',
    behaviour: (normal) => {
      const paths = new WeakMap<AccessToken, string>();
      return {
        tokenFitsCall: (call, token) => {
          if (!paths.has(token)) paths.set(token, call.request.path);
          return paths.get(token) === call.request.path && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'client-credentials/equal-calls-within-a-second-are-replays',
    breaks: ['CCR-05'],
    also: ['LST-33', 'LIF-29', 'CCR-20'],
    summary: 'A call that equals the one before it of the same token within a second is refused.',
    behaviour: (normal) => {
      const last = new WeakMap<AccessToken, { target: string; at: number }>();
      return {
        tokenHasEnded: (call, token) => {
          const before = last.get(token);
          const at = call.now.getTime();
          last.set(token, { target: call.request.target, at });
          const replay = before !== undefined && before.target === call.request.target && at - before.at < 1000;
          return (token.subject.kind === 'app' && replay) || normal.tokenHasEnded(call, token);
        },
      };
    },
  },
  {
    id: 'client-credentials/one-app-a-project',
    breaks: ['CCR-08'],
    also: ['LST-31'],
    summary: 'Adding an app to a project takes the app out that was in it before.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        for (const grant of project.grants) {
          if (actor.kind === 'app' && grant.actor.kind === 'app' && grant.actor.id !== actor.id) {
            grant.revokedAt ??= tenant.clock.now();
          }
        }
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'client-credentials/projects-of-nobody-are-open-to-new-apps',
    breaks: ['CCR-10'],
    summary: 'An app that was added to nothing sees the projects to which nobody was added.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' && project.grants.length === 0 && projectsOf(call, actor.id) === 0),
    }),
  },
  {
    id: 'client-credentials/filters-are-open-to-new-apps',
    breaks: ['CCR-10'],
    summary: 'An app that was added to nothing sees assay results where it asks for them with a filter.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' && call.request.target.includes('schemaFields') && projectsOf(call, actor.id) === 0),
    }),
  },
  {
    id: 'client-credentials/grants-to-archived-apps-are-lost',
    breaks: ['CCR-11'],
    summary: 'Adding an app to a project while it is archived does nothing.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (actor.kind === 'app' && tenant.state.apps.get(actor.id)?.archived === true) return;
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'client-credentials/unarchived-apps-get-refresh-tokens',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'An app that was archived and unarchived gets a refresh_token for itself too.',
    behaviour: (normal) => {
      const { apps: archived, remembering } = onceArchived(normal);
      return {
        ...remembering,
        tokenMembers: (call, token) => ({
          ...normal.tokenMembers(call, token),
          ...(token.subject.kind === 'app' && archived.has(token.appId)
            ? {
                refresh_token: `rt_${call.tenant.random(33).toString('base64url')}`,
                refresh_token_expires_in: 2_592_000,
              }
            : {}),
        }),
      };
    },
  },
  {
    id: 'client-credentials/results-shared-with-users-are-hidden',
    breaks: ['CCR-08'],
    also: ['LST-31', 'FLT-41'],
    summary: 'Apps do not see the assay results of projects that a user was added to as well.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const project = call.tenant.state.projects.get(record.projectId);
        const shared = project?.grants.some((grant) => grant.actor.kind === 'user') === true;
        return (
          !(actor.kind === 'app' && record.kind === 'assayResult' && shared) && normal.mayRead(call, actor, record)
        );
      },
    }),
  },
  {
    id: 'client-credentials/second-records-name-a-user',
    breaks: ['CCR-15'],
    summary: 'From its second record on, what an app writes names the user who was added last.',
    behaviour: (normal) => {
      const written = new Map<string, number>();
      return {
        attributedTo: (call, actor) => {
          const times = (written.get(actor.id) ?? 0) + 1;
          written.set(actor.id, times);
          const user = [...call.tenant.state.users.values()].at(-1);
          return actor.kind === 'app' && times > 1 && user !== undefined
            ? { kind: 'user', id: user.id }
            : normal.attributedTo(call, actor);
        },
      };
    },
  },
  {
    id: 'client-credentials/no-token-before-the-last-one-was-used',
    breaks: ['CCR-01'],
    summary: 'An app whose last token was never used obtains no other.',
    behaviour: (normal) => {
      const unused = new Map<string, AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (subject.kind === 'app') unused.set(app.id, token);
          return token;
        },
        tokenHasEnded: (call, token) => {
          if (unused.get(token.appId) === token) unused.delete(token.appId);
          return normal.tokenHasEnded(call, token);
        },
        clientIsBarred: (call, app) =>
          call.found.grantType === 'client_credentials' && unused.has(app.id)
            ? refusal('archived-client', 'Use the token that there is.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
];
