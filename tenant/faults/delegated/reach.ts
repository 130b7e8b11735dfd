import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { AccessToken, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { onlyIf } from '../operators/rules.ts';

/** Returns the delegated access token of an actor, if the actor has one. */
function delegatedToken(actor: Actor): AccessToken | undefined {
  const { credential } = actor;
  return credential.kind === 'accessToken' && credential.token.delegation !== undefined ? credential.token : undefined;
}

/** Returns a deviation that also shows delegated tokens the projects for which `sees` holds. */
function alsoSees(sees: (call: Call, token: AccessToken, project: Project, normal: Behaviour) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    hasAccess: (call, actor, project) => {
      const token = delegatedToken(actor);
      return normal.hasAccess(call, actor, project) || (token !== undefined && sees(call, token, project, normal));
    },
  });
}

/** Returns a deviation that hides from delegated tokens the projects for which `hidden` holds. */
function doesNotSee(hidden: (call: Call, token: AccessToken, project: Project) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    hasAccess: (call, actor, project) => {
      const token = delegatedToken(actor);
      return normal.hasAccess(call, actor, project) && !(token !== undefined && hidden(call, token, project));
    },
  });
}

const grantedTo = (project: Project, id: string): boolean =>
  project.grants.some((grant) => grant.actor.id === id && grant.revokedAt === undefined);

/** Faults in the permissions that a delegated token has, and in the creator that its records name. */
export const reachFaults: readonly Fault[] = [
  ...breaking(
    'DEL-32',
    {
      'tokens-see-what-the-app-may': [
        alsoSees((call, token, project, normal) =>
          normal.hasAccess(call, { kind: 'app', id: token.appId, credential: { kind: 'accessToken', token } }, project),
        ),
        'A delegated token also shows the projects that its app may see.',
      ],
      'tokens-see-what-the-app-may-on-v2-plates': [
        alsoSees((call, token, project) => call.request.path === '/api/v2/plates' && grantedTo(project, token.appId)),
        'The v2 listing of plates also shows a delegated token the projects that its app may see.',
      ],
      'tokens-see-projects-of-nobody': [
        alsoSees((_call, _token, project) => project.grants.length === 0),
        'A delegated token also shows projects that no user or app was ever added to.',
      ],
    },
    ['DEL-36'],
  ),
  ...breaking(
    'DEL-31',
    {
      'tokens-see-only-what-the-app-may-too': [
        doesNotSee((_call, token, project) => !grantedTo(project, token.appId)),
        'A delegated token shows only the projects that both its user and its app may see.',
        ['DEL-35', 'DEL-54', 'DEL-60'],
      ],
      'tokens-do-not-see-what-users-share': [
        doesNotSee((_call, _token, project) => project.grants.filter(({ actor }) => actor.kind === 'user').length > 1),
        'A delegated token does not show projects of several users.',
        ['LIF-38'],
      ],
      'assay-results-hide-what-the-app-may-see': [
        doesNotSee(
          (call, token, project) => call.request.path.endsWith('/assay-results') && grantedTo(project, token.appId),
        ),
        'The listing of assay results hides from a delegated token the projects that its app may see too.',
        ['LIF-38'],
      ],
    },
    ['DEL-36'],
  ),
  ...breaking(
    'DEL-34',
    {
      'tokens-see-what-any-user-of-the-app-may': [
        alsoSees((call, token, project) =>
          call.tenant.state.delegations.some((one) => one.appId === token.appId && grantedTo(project, one.userId)),
        ),
        'A delegated token shows the projects of all users who authorized its app.',
      ],
      'a-listing-goes-on-for-the-user-before': [
        (normal) => {
          const last = new Map<string, AccessToken>();
          return {
            actorOfToken: (call, token) => {
              if (token.delegation === undefined || call.request.method !== 'GET')
                return normal.actorOfToken(call, token);
              const key = `${token.appId} ${call.request.path}`;
              const before = last.get(key) ?? token;
              last.set(key, token);
              const close = Math.abs(before.issuedAt.getTime() - token.issuedAt.getTime()) < 60_000;
              return { ...normal.actorOfToken(call, close ? before : token) };
            },
          };
        },
        'A listing acts for the user of the app who called it last, if both tokens were issued within a minute.',
        ['DEL-31', 'LIF-19', 'LIF-38', 'LIF-39'],
      ],
    },
    ['DEL-32', 'DEL-36', 'DEL-54', 'DEL-60'],
  ),
  ...breaking('DEL-35', {
    'permissions-are-those-of-the-issue': [
      doesNotSee((_call, token, project) =>
        project.grants.every(
          (grant) => grant.actor.id !== token.subject.id || grant.grantedAt.getTime() > token.issuedAt.getTime(),
        ),
      ),
      'A delegated token shows only the projects that its user was added to before it was issued.',
    ],
    'permissions-are-those-of-the-authorization': [
      doesNotSee((_call, token, project) => {
        const since = token.delegation?.createdAt.getTime() ?? Infinity;
        const refreshed = token.refreshToken?.predecessor !== undefined;
        return (
          refreshed &&
          project.grants.every(({ actor, grantedAt }) => actor.id !== token.subject.id || grantedAt.getTime() > since)
        );
      }),
      'The access token of a refresh shows only the projects that its user was added to before the authorization.',
    ],
    'tokens-ignore-withdrawals': [
      alsoSees((_call, token, project) => project.grants.some(({ actor }) => actor.id === token.subject.id)),
      'A delegated token still shows projects that its user was taken out of.',
    ],
  }),
  ...breaking('DEL-33', {
    'records-name-the-app': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const token = delegatedToken(actor);
          return token === undefined ? normal.attributedTo(call, actor) : { kind: 'app', id: token.appId };
        },
      }),
      'A record that is created with a delegated token names the app as its creator.',
    ],
    'records-of-refreshed-tokens-name-the-app': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const token = delegatedToken(actor);
          return token?.refreshToken?.predecessor === undefined
            ? normal.attributedTo(call, actor)
            : { kind: 'app', id: token.appId };
        },
      }),
      'A record that is created with the token of a refresh names the app as its creator.',
    ],
    'records-name-the-first-user': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const token = delegatedToken(actor);
          const first = call.tenant.state.delegations.find(({ appId }) => appId === token?.appId);
          return token === undefined || first === undefined
            ? normal.attributedTo(call, actor)
            : { kind: 'user', id: first.userId };
        },
      }),
      'A record that is created with a delegated token names the first user who authorized the app.',
    ],
  }),
  ...breaking(
    'DEL-62',
    {
      'assay-results-refuse-delegated-tokens': [
        onlyIf(
          'tokenFitsCall',
          (call, token) => token.delegation === undefined || !call.request.path.endsWith('/assay-results'),
        ),
        'The listing of assay results refuses delegated tokens.',
      ],
      'v2-plates-refuse-refreshed-tokens': [
        onlyIf(
          'tokenFitsCall',
          (call, token) => token.refreshToken?.predecessor === undefined || call.request.path !== '/api/v2/plates',
        ),
        'The v2 listing of plates refuses the access tokens of refreshes.',
        ['DEL-54', 'DEL-37', 'VER-03', 'LIF-38'],
      ],
    },
    ['DEL-31', 'DEL-35', 'DEL-36'],
  ),
  ...breaking('DEL-63', {
    'a-refresh-ends-the-apps-own-tokens': [
      (normal) => {
        const refreshes = new Map<string, number>();
        const before = new WeakMap<AccessToken, number>();
        return {
          spendRefreshToken: (call, token) => {
            const { appId } = token.delegation;
            refreshes.set(appId, (refreshes.get(appId) ?? 0) + 1);
            normal.spendRefreshToken(call, token);
          },
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            before.set(token, refreshes.get(app.id) ?? 0);
            return token;
          },
          tokenHasEnded: (call, token) =>
            (token.subject.kind === 'app' && before.get(token) !== (refreshes.get(token.appId) ?? 0)) ||
            normal.tokenHasEnded(call, token),
        };
      },
      'A refresh ends the app tokens of the app.',
      ['CCR-20'],
    ],
    'an-app-token-ends-delegated-ones': [
      (normal) => {
        const asked = new Map<string, AccessToken[]>();
        return {
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            asked.set(app.id, [...(asked.get(app.id) ?? []), token]);
            return token;
          },
          tokenHasEnded: (call, token) => {
            const all = asked.get(token.appId) ?? [];
            const own = all.filter(({ subject }) => subject.kind === 'app');
            const second = own[1];
            const ended = second !== undefined && all.indexOf(second) > all.indexOf(token);
            return (token.subject.kind === 'user' && ended) || normal.tokenHasEnded(call, token);
          },
        };
      },
      'When an app obtains a second app token, its delegated access tokens end.',
    ],
    // The delegation of an unexchanged code ends too, so the code later yields a refresh token that never works.
    'an-app-token-ends-refresh-tokens': [
      (normal) => {
        const ended = new WeakSet<object>();
        return {
          issueAccessToken: (call, subject, app) => {
            const own = subject.kind === 'app' ? call.tenant.state.delegations : [];
            for (const one of own) if (one.appId === app.id) ended.add(one);
            return normal.issueAccessToken(call, subject, app);
          },
          refreshTokenHasExpired: (call, token) =>
            ended.has(token.delegation) || normal.refreshTokenHasExpired(call, token),
        };
      },
      'When an app obtains an app token, its refresh tokens end.',
      ['CCR-20', 'CCR-21', 'DEL-37'],
    ],
  }),
];
