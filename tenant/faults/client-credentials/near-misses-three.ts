import { isRefusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isFor = (project: Project, appId: string): boolean =>
  project.grants.some(
    ({ actor, revokedAt }) => sameActor(actor, { kind: 'app', id: appId }) && revokedAt === undefined,
  );

/** The users who consented to the app, in the order in which they did. */
const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);

/** The tokens that an app has for itself, in the order of their issue. */
const ownTokens = (call: Call, appId: string): readonly AccessToken[] =>
  [...call.tenant.state.accessTokens.values()].filter((token) => token.appId === appId && token.subject.kind === 'app');

/** Wrong only in a certain order, after a certain count or beside a certain neighbour. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'client-credentials/two-projects-an-app',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12', 'LST-31', 'LST-32'],
    summary: 'An app sees the first two of the projects that it was added to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (actor.kind !== 'app') return true;
        const own = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return own.indexOf(project) < 2;
      },
    }),
  },
  {
    id: 'client-credentials/emptiness-is-remembered',
    breaks: ['CCR-12'],
    also: ['CCR-11', 'CCR-08', 'VER-20'],
    summary: 'A token that was used before its app was added to anything goes on seeing nothing.',
    behaviour: (normal) => {
      const empty = new WeakSet<AccessToken>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (!isRefusal(actor) && actor.kind === 'app' && actor.credential.kind === 'accessToken') {
            const some = call.tenant.state.projects.values().some((project) => isFor(project, actor.id));
            if (!some) empty.add(actor.credential.token);
          }
          return actor;
        },
        hasAccess: (call, actor, project) =>
          !(actor.credential.kind === 'accessToken' && empty.has(actor.credential.token)) &&
          normal.hasAccess(call, actor, project),
      };
    },
  },
  {
    id: 'client-credentials/what-an-app-lost-stays-with-the-token-that-saw-it',
    breaks: ['CCR-12'],
    also: ['CCR-09', 'CCR-08', 'VER-20', 'LIF-30'],
    summary: 'A project that a token has listed stays open to it after the app was taken from the project.',
    behaviour: (normal) => {
      const seen = new WeakMap<AccessToken, Set<string>>();
      return {
        hasAccess: (call, actor, project) => {
          const { credential } = actor;
          const has = normal.hasAccess(call, actor, project);
          if (actor.kind !== 'app' || credential.kind !== 'accessToken') return has;
          const known = seen.get(credential.token) ?? new Set();
          seen.set(credential.token, known);
          if (has) known.add(project.id);
          return has || known.has(project.id);
        },
      };
    },
  },
  {
    id: 'client-credentials/a-consent-gives-the-apps-records-a-name',
    breaks: ['CCR-15'],
    also: ['CCR-20'],
    summary: 'What an app writes for itself names the user who consented to it last, once there is one.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const user = actor.kind === 'app' ? consentedTo(call, actor.id).at(-1) : undefined;
        return user === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id: user };
      },
    }),
  },
  {
    id: 'client-credentials/records-beside-users-name-the-user',
    breaks: ['CCR-15'],
    summary: 'What an app writes into a project to which a user was added as well names that user.',
    behaviour: (normal) => ({
      answerCreation: (call, actor) => {
        const entry = normal.readNewEntry(call);
        const project = isRefusal(entry) ? undefined : call.tenant.state.projects.get(entry.projectId);
        const user = project?.grants.find((grant) => grant.actor.kind === 'user');
        if (actor.kind !== 'app' || user === undefined) return normal.answerCreation(call, actor);
        const behaviour = { ...call.tenant.behaviour, attributedTo: () => user.actor };
        return normal.answerCreation({ ...call, tenant: { ...call.tenant, behaviour } }, actor);
      },
    }),
  },
  {
    id: 'client-credentials/expired-access-tokens-refresh',
    breaks: ['CCR-18'],
    summary: 'An access token of the app that has expired is taken for a refresh token.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
        return token !== undefined && token.appId === app.id && normal.tokenHasExpired(call, token)
          ? call.tenant.behaviour.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-spent-refresh-token-makes-a-user-token',
    breaks: ['CCR-21'],
    also: ['CCR-15'],
    summary: 'A client_credentials request with a refresh token that was spent gives a token that acts for its user.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (inner, app, fields) => {
          const token = inner.tenant.state.refreshTokens.find(fields.get('refresh_token') ?? '');
          return token?.spentAt === undefined
            ? grant(inner, app, fields)
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: token.delegation.userId }, app);
        };
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-redirect-uri-makes-a-user-token',
    breaks: ['CCR-21'],
    summary:
      'A client_credentials request with a redirect URI of the app gives a token for the user who consented last.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (inner, app, fields) => {
          const user = consentedTo(inner, app.id).at(-1);
          return user === undefined || !app.redirectUris.includes(fields.get('redirect_uri') ?? '')
            ? grant(inner, app, fields)
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: user }, app);
        };
      },
    }),
  },
  {
    id: 'client-credentials/the-second-consent-widens-the-apps-reach',
    breaks: ['CCR-20'],
    also: ['CCR-09', 'TRN-14', 'LST-31'],
    summary: 'From the second consenting user on, an app token also shows what they may see.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          [...new Set(consentedTo(call, actor.id))]
            .slice(1)
            .some((id) => project.grants.some((grant) => grant.actor.id === id && grant.revokedAt === undefined))),
    }),
  },
  {
    id: 'client-credentials/an-older-token-ends-when-the-newer-is-used',
    breaks: ['CCR-07'],
    also: ['CCR-05', 'TOK-34', 'VER-02', 'VER-09'],
    summary: 'With the first call of a newer token the older ones of the app end.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        tokenHasEnded: (call, token) => {
          if (token.subject.kind !== 'app') return normal.tokenHasEnded(call, token);
          used.add(token);
          const own = ownTokens(call, token.appId);
          return (
            own.slice(own.indexOf(token) + 1).some((newer) => used.has(newer)) || normal.tokenHasEnded(call, token)
          );
        },
      };
    },
  },
  {
    id: 'client-credentials/a-token-of-the-other-path-ends-the-one-before',
    breaks: ['CCR-07'],
    also: ['VER-09', 'VER-10'],
    summary: 'A token of one path ends those that the app had from the other path.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        const own = token.subject.kind === 'app' ? ownTokens(call, token.appId) : [];
        return (
          own.slice(own.indexOf(token) + 1).some(({ path }) => path !== token.path) || normal.tokenHasEnded(call, token)
        );
      },
    }),
  },
  {
    id: 'client-credentials/pages-of-one-are-not-filtered',
    breaks: ['CCR-10'],
    also: ['CCR-09', 'CCR-13', 'CCR-14', 'LST-31'],
    summary: 'With a pageSize of 1 the listings show an app that was added to nothing everything.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.request.query.get('pageSize') === '1' &&
          !call.tenant.state.projects.values().some((each) => isFor(each, actor.id))),
    }),
  },
  {
    id: 'client-credentials/refresh-tokens-for-apps-with-redirect-uris',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'The response to an app that has a redirect URI carries a refresh_token too.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({
        ...normal.tokenMembers(call, token),
        ...(token.subject.kind === 'app' && (call.tenant.state.apps.get(token.appId)?.redirectUris.length ?? 0) > 0
          ? { refresh_token: `rt_${call.tenant.random(33).toString('base64url')}`, refresh_token_expires_in: 2_592_000 }
          : {}),
      }),
    }),
  },
  {
    id: 'client-credentials/taking-a-user-from-a-project-takes-its-apps',
    breaks: ['CCR-08'],
    also: ['CCR-09', 'CCR-12', 'KEY-03'],
    summary: 'Taking a user from a project takes everybody from it, apps too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        if (actor.kind !== 'user') return;
        for (const grant of project.grants) grant.revokedAt ??= tenant.clock.now();
      },
    }),
  },
  {
    id: 'client-credentials/a-removal-takes-the-app-from-every-project',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12', 'VER-20'],
    summary: 'Taking an app from one project takes it from all.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        for (const each of tenant.state.projects.values()) {
          if (each === project || actor.kind === 'app') normal.revokeAccess(tenant, each, actor);
        }
      },
    }),
  },
  {
    id: 'client-credentials/unarchived-apps-see-nothing-new',
    breaks: ['CCR-11'],
    also: ['CCR-08', 'CCR-12', 'LIF-33'],
    summary: 'An app that was archived once sees only the projects that it had been added to before.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => {
        const app = grant.actor.kind === 'app' ? call.tenant.state.apps.get(grant.actor.id) : undefined;
        const wasArchived = app !== undefined && app.archivedChangedAt > app.createdAt;
        return !(wasArchived && grant.grantedAt > app.archivedChangedAt) && normal.grantCounts(call, grant);
      },
    }),
  },
];
