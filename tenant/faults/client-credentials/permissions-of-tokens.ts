import { setTimeout as delay } from 'node:timers/promises';
import { headerOf } from '../../http/message.ts';
import type { AccessToken, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always, isToken } from '../operators/kinds.ts';
import { tokenIn } from '../operators/presented.ts';
import { faultsOf } from '../operators/rows.ts';
import { grantsTo, showInstead, type OfProject } from '../operators/visibility.ts';
import { breaking } from './rows.ts';

/** Reports whether the actor had access to the project when its token was issued. */
const wasOpenAtIssue: OfProject = (_call, actor, project) => {
  const at = tokenIn(actor)?.issuedAt ?? 0;
  return grantsTo(project, actor).some(({ grantedAt, revokedAt }) => grantedAt <= at && (revokedAt ?? Infinity) > at);
};

/** Faults in which a token shows other projects than its app may see now. */
export const permissionOfTokenFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'power-frozen-at-issue': [
      {
        breaks: ['CCR-12'],
        also: ['CCR-11', 'DEL-35', 'LST-21', 'LST-31', 'VER-20'],
        wrong: showInstead(isToken, wasOpenAtIssue),
      },
      always,
      'A token keeps the projects that its app had when the token was issued.',
    ],
  }),
  ...breaking(
    'CCR-12',
    {
      'power-frozen-at-first-use': [
        (normal) => {
          const reach = new WeakMap<AccessToken, ReadonlySet<Project>>();
          return {
            hasAccess: (call, actor, project) => {
              const token = tokenIn(actor);
              if (token === undefined) return normal.hasAccess(call, actor, project);
              const known = reach.get(token);
              if (known !== undefined) return known.has(project);
              const projects = [...call.tenant.state.projects.values()].filter((one) =>
                normal.hasAccess(call, actor, one),
              );
              if (projects.length > 0) reach.set(token, new Set(projects));
              return projects.includes(project);
            },
          };
        },
        "A token keeps the projects that its app had at the token's first call, if it had any.",
        ['LST-31'],
      ],
      'what-an-app-lost-stays-with-the-token-that-saw-it': [
        (normal) => {
          const seen = new WeakMap<AccessToken, Set<Project>>();
          return {
            hasAccess: (call, actor, project) => {
              const token = actor.kind === 'app' ? tokenIn(actor) : undefined;
              const has = normal.hasAccess(call, actor, project);
              if (token === undefined) return has;
              const known = seen.get(token) ?? new Set();
              seen.set(token, known);
              if (has) known.add(project);
              return known.has(project);
            },
          };
        },
        "A project that an app's token has once shown stays open to that token.",
        ['CCR-09', 'CCR-08', 'LIF-30'],
      ],
    },
    ['VER-20'],
  ),
  ...breaking('CCR-20', {
    'a-refresh-narrows-the-app-to-its-user': [
      (normal) => {
        const narrowed = new Map<string, string>();
        return {
          spendRefreshToken: (call, token) => {
            narrowed.set(token.delegation.appId, token.delegation.userId);
            normal.spendRefreshToken(call, token);
          },
          hasAccess: (call, actor, project) => {
            const userId = actor.kind === 'app' ? narrowed.get(actor.id) : undefined;
            return userId === undefined
              ? normal.hasAccess(call, actor, project)
              : project.grants.some((grant) => grant.actor.id === userId);
          },
        };
      },
      'After a refresh, an app sees for itself only the projects of the user of that refresh.',
      ['CCR-08', 'DEL-63'],
    ],
  }),
  ...breaking('CCR-14', {
    'calls-at-once-are-mixed-up': [
      (normal) => {
        let last: string | undefined;
        return {
          accept: async (call) => {
            const authorization = headerOf(call.request, 'authorization');
            if (call.request.method === 'GET' && authorization?.startsWith('Bearer ') === true) last = authorization;
            await delay(1);
            return normal.accept(call);
          },
          actorOfToken: (call, token) => {
            const other = call.tenant.state.accessTokens.find(last?.slice('Bearer '.length) ?? '');
            return normal.actorOfToken(call, call.request.method === 'GET' && other !== undefined ? other : token);
          },
        };
      },
      'When calls with tokens of apps arrive together, all act as the app of the last one.',
      ['CCR-08', 'CCR-10', 'CCR-13', 'CCR-15', 'TRN-14', 'TRN-15', 'LST-31', 'LST-35'],
    ],
  }),
];
