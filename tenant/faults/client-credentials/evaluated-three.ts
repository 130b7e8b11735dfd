import { setTimeout } from 'node:timers/promises';
import { headerOf, type Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { sameActor, type AccessToken, type App, type Project } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** The tokens that an app has for itself. */
const ownTokens = (tenant: Tenant, app: App): AccessToken[] =>
  tenant.state.accessTokens
    .values()
    .filter((token) => token.appId === app.id && token.delegation === undefined)
    .toArray();

const isOpenTo = (project: Project, kind: 'user' | 'app', id: string): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, { kind, id }) && grant.revokedAt === undefined);

/** Mistakes about an app's own tokens and reach that show after something else has happened to the app. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'client-credentials/apps-that-were-installed-later-get-no-token',
    breaks: ['CCR-01'],
    summary: 'An app that was made without being installed obtains no token of its own, installed or not.',
    behaviour: (normal) => {
      const uninstalled = new WeakSet<App>();
      const late = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (app.installed && !installed) uninstalled.add(app);
          if (!app.installed && installed && !uninstalled.has(app)) late.add(app);
          normal.setInstalled(tenant, app, installed);
        },
        clientIsBarred: (call, app) =>
          call.found.grantType === 'client_credentials' && late.has(app)
            ? refusal('unauthorized-client', 'The app has no service account.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'client-credentials/own-answers-beside-an-exchange-carry-its-refresh-token',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'An own token that is answered together with a code exchange of the app comes with its refresh token.',
    behaviour: (normal) => {
      const started = new WeakMap<Call, number>();
      const exchanged = new Map<string, { readonly at: number; readonly members: Record<string, unknown> }>();
      let step = 0;
      return {
        prepareTokenRequest: (call) => {
          started.set(call, ++step);
          return setTimeout(formOf(call).get('grant_type') === 'client_credentials' ? 3 : 1);
        },
        tokenMembers: (call, token) => {
          const members = normal.tokenMembers(call, token);
          if (token.refreshToken !== undefined) {
            exchanged.set(token.appId, { at: ++step, members: normal.refreshMembers(call, token.refreshToken) });
            return members;
          }
          const beside = exchanged.get(token.appId);
          return beside !== undefined && beside.at > (started.get(call) ?? Infinity)
            ? { ...members, ...beside.members }
            : members;
        },
      };
    },
  },
  {
    id: 'client-credentials/a-bad-request-ends-the-token',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'A token with which a bad request was made is refused from then on.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        refuse: (call, refused) => {
          const credential = call.found.actor?.credential;
          if (credential?.kind === 'accessToken' && credential.token.subject.kind === 'app')
            ended.add(credential.token);
          return normal.refuse(call, refused);
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/a-new-redirect-uri-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'When a redirect URI is registered on an app, the tokens that the app has for itself end.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        registerRedirectUri: (tenant, app, redirectUri) => {
          for (const token of ownTokens(tenant, app)) ended.add(token);
          return normal.registerRedirectUri(tenant, app, redirectUri);
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/token-bound-to-its-first-user-agent',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'A token is refused to another User-Agent than the one that used it first.',
    behaviour: (normal) => {
      const first = new WeakMap<AccessToken, string>();
      return {
        tokenFitsCall: (call, token) => {
          const agent = headerOf(call.request, 'user-agent') ?? '';
          if (!first.has(token)) first.set(token, agent);
          return normal.tokenFitsCall(call, token) && first.get(token) === agent;
        },
      };
    },
  },
  {
    id: 'client-credentials/a-wrong-secret-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    summary: 'When somebody names an app with a wrong secret, the tokens that the app has for itself end.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (!right) for (const token of ownTokens(call.tenant, app)) ended.add(token);
          return right;
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/what-apps-wrote-is-not-listed-for-apps',
    breaks: ['CCR-08'],
    summary: 'Apps are not shown what an app wrote, not even the one that did.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) && !(actor.kind === 'app' && record.createdBy.kind === 'app'),
    }),
  },
  {
    id: 'client-credentials/the-last-removal-opens-everything',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-12', 'LST-21'],
    summary: 'For an app that was taken from the last of its projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const projects = call.tenant.state.projects.values().toArray();
        return (
          actor.kind === 'app' &&
          projects.some(({ grants }) => grants.some((grant) => sameActor(grant.actor, actor))) &&
          !projects.some((each) => isOpenTo(each, 'app', actor.id))
        );
      },
    }),
  },
  {
    id: 'client-credentials/projects-of-one-name-are-open-together',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-14'],
    summary: 'An app that was added to a project also sees the others of the same name.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.tenant.state.projects
            .values()
            .some((other) => other.name === project.name && isOpenTo(other, 'app', actor.id))),
    }),
  },
  {
    id: 'client-credentials/listed-records-of-apps-name-a-user',
    breaks: ['CCR-15'],
    summary:
      'The answer to a write names the app as creator, and the listings name the user who was granted its project last.',
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) => {
        const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
        const createdBy = grants.findLast(({ actor }) => actor.kind === 'user')?.actor ?? record.createdBy;
        return normal.shapeItem(call, listing, record.createdBy.kind === 'app' ? { ...record, createdBy } : record);
      },
    }),
  },
  {
    id: 'client-credentials/access-tokens-refresh-in-their-last-minute',
    breaks: ['CCR-18'],
    summary: 'In its last minute an access token of the app is taken for a refresh token.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = normal.findAccessToken(call, fields.get('refresh_token') ?? '');
        const age = call.now.getTime() - (token?.issuedAt.getTime() ?? NaN);
        return token !== undefined && token.appId === app.id && age >= 840_000 && age < 900_000
          ? call.tenant.behaviour.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
      },
    }),
  },
  {
    id: 'client-credentials/what-its-users-see-is-hidden-from-the-app',
    breaks: ['CCR-20'],
    also: ['CCR-08'],
    summary: 'Once a user has consented to an app, it no longer sees for itself what that user may see too.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.kind === 'app' &&
          call.tenant.state.consents.some(
            ({ appId, userId }) => appId === actor.id && isOpenTo(project, 'user', userId),
          )
        ),
    }),
  },
  {
    id: 'client-credentials/a-stray-refresh-token-of-another-app-makes-a-user-token',
    breaks: ['CCR-21'],
    summary:
      'A client_credentials request with a live refresh token of another app gives a token that acts for its user.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (granted, app, fields) => {
          const token = normal.findRefreshToken(granted, fields.get('refresh_token') ?? '');
          return token === undefined || token.delegation.appId === app.id || token.spentAt !== undefined
            ? grant(granted, app, fields)
            : granted.tenant.behaviour.issueAccessToken(granted, { kind: 'user', id: token.delegation.userId }, app);
        };
      },
    }),
  },
];
