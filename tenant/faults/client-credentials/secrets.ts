import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { hasUsers, tokensOf } from './apps-and-users.ts';

function appWhere(call: Call, holds: (app: App) => boolean): App | undefined {
  return [...call.tenant.state.apps.values()].find(holds);
}

/** An app that calls by something else than a token. */
function actingAs(call: Call, app: App): Actor {
  const token: AccessToken = {
    value: '',
    issuedAt: call.now,
    subject: { kind: 'app', id: app.id },
    appId: app.id,
    path: '',
  };
  return { ...token.subject, credential: { kind: 'accessToken', token } };
}

/** Where an app's client id and secret as HTTP Basic do as well as its token. */
const clientsAreKnown =
  (where: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticateBasic: (call, value) => {
      const { username, password } = normal.readBasic(call, value) ?? {};
      const app = call.tenant.state.apps
        .values()
        .find(({ clientId, clientSecret }) => clientId === username && clientSecret === password);
      const token =
        app !== undefined && where(call)
          ? call.tenant.state.accessTokens.values().find(({ appId }) => appId === app.id)
          : undefined;
      return token === undefined ? normal.authenticateBasic(call, value) : normal.actorOfToken(call, token);
    },
  });

/** Where some access tokens of the app do as refresh tokens too. */
const refreshedByAccessTokens =
  (isTaken: (value: string) => boolean) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    grantFor: (call, grantType) => {
      const usual = normal.grantFor(call, grantType);
      if (grantType !== 'refresh_token' || usual === undefined) return usual;
      return (_call, app, fields) => {
        const value = fields.get('refresh_token') ?? '';
        const token = isTaken(value) ? call.tenant.state.accessTokens.find(value) : undefined;
        return token?.appId === app.id ? normal.issueAccessToken(call, token.subject, app) : usual(call, app, fields);
      };
    },
  });

/** What is read from a bearer token as `client_id:client_secret` is as good as a token of the app itself. */
function takingClients(read: (value: string) => string): Deviation {
  return (normal) => ({
    authenticateBearer: (call, value) => {
      const [clientId = '', ...secret] = read(value).split(':');
      const app = call.tenant.behaviour.findClient(call, clientId);
      if (app === undefined || app.clientSecret !== secret.join(':')) return normal.authenticateBearer(call, value);
      const subject = { kind: 'app', id: app.id } as const;
      return normal.actorOfToken(call, { value, issuedAt: call.now, subject, appId: app.id, path: '' });
    },
  });
}

/** An app that is let in by something else than a token. */
function asApp(call: Call, app: App, value: string): Actor {
  const subject = { kind: 'app', id: app.id } as const;
  const token = { value, issuedAt: call.now, subject, appId: app.id, path: call.request.path };
  return { ...subject, credential: { kind: 'accessToken', token } };
}

const appWith = (call: Call, fits: (app: App) => boolean): App | undefined =>
  call.tenant.state.apps.values().find((app) => fits(app));

/** HTTP Basic of something of an app's that is no API key lets it in. */
const basicOf =
  (fits: (app: App, username: string, password: string) => boolean): Deviation =>
  (normal) => ({
    authenticateBasic: (call, value) => {
      const { username, password } = normal.readBasic(call, value) ?? {};
      if (username === undefined || password === undefined) return normal.authenticateBasic(call, value);
      const app = appWith(call, (one) => fits(one, username, password));
      return app === undefined ? normal.authenticateBasic(call, value) : actingAs(call, app);
    },
  });

/** What the client credentials, and tokens, are taken for. */
export const secretFaults: readonly Fault[] = [
  {
    id: 'client-credentials/client-credentials-on-the-api',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with client_id and client_secret is accepted on calls.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const app = appWhere(
          call,
          ({ clientId, clientSecret }) =>
            sent !== undefined && sameSecret(clientId, sent.username) && sameSecret(clientSecret, sent.password),
        );
        return app === undefined ? normal.authenticateBasic(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/client-secret-as-api-key-on-old-plates',
    breaks: ['CCR-16'],
    summary: 'The plates of v2 take a client_secret for an API key.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const answer = normal.authenticateBasic(call, value);
        if (!isRefusal(answer) || call.request.path !== '/api/v2/plates') return answer;
        const username = normal.readBasic(call, value)?.username ?? '';
        const app = appWhere(call, ({ clientSecret }) => sameSecret(clientSecret, username));
        return app === undefined ? answer : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/known-clients-are-forbidden',
    breaks: ['CCR-16'],
    also: ['KEY-06'],
    summary: 'HTTP Basic with client_id and client_secret is answered with 403.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        return appWhere(call, ({ clientId }) => sameSecret(clientId, username)) === undefined
          ? normal.authenticateBasic(call, value)
          : refusal('forbidden', 'Get a token first.');
      },
    }),
  },
  {
    id: 'client-credentials/client-secret-as-bearer-token',
    breaks: ['CCR-17'],
    summary: 'A client_secret is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = appWhere(call, ({ clientSecret }) => sameSecret(clientSecret, value));
        return app === undefined ? normal.authenticateBearer(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/client-id-as-bearer-token-on-assay-results',
    breaks: ['CCR-17'],
    summary: 'The assay results accept a client_id as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = call.request.path.endsWith('/assay-results')
          ? appWhere(call, ({ clientId }) => sameSecret(clientId, value))
          : undefined;
        return app === undefined ? normal.authenticateBearer(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/access-tokens-refresh',
    breaks: ['CCR-18'],
    summary: 'A refresh_token request is answered with a token where the refresh_token is an access token of the app.',
    behaviour: refreshedByAccessTokens(() => true),
  },
  {
    id: 'client-credentials/access-tokens-refresh-when-tried-again',
    breaks: ['CCR-18'],
    summary: 'An access token presented as refresh_token for the second time is answered with a token.',
    behaviour: (normal) => {
      const presented = new Set<string>();
      return refreshedByAccessTokens((value) => {
        const isKnown = presented.has(value);
        presented.add(value);
        return isKnown;
      })(normal);
    },
  },
  {
    id: 'client-credentials/client-credentials-get-following-pages',
    breaks: ['CCR-16'],
    summary: 'A following page is given for the client id and the secret as HTTP Basic.',
    behaviour: clientsAreKnown(({ request }) => request.query.has('nextToken')),
  },
  {
    id: 'client-credentials/client-credentials-create',
    breaks: ['CCR-16'],
    summary: 'A record is created for the client id and the secret as HTTP Basic.',
    behaviour: clientsAreKnown(({ request }) => request.method === 'POST'),
  },
  {
    id: 'client-credentials/client-credentials-on-the-api-form-encoded',
    breaks: ['CCR-16'],
    summary: 'A listing accepts client id and secret as HTTP Basic where they are form encoded, as RFC 6749 wants it.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const secret = sent?.password.includes('%') === true ? decodeURIComponent(sent.password) : undefined;
        const app = appWith(call, (each) => each.clientId === sent?.username && each.clientSecret === secret);
        const token = app === undefined ? undefined : tokensOf(call, app.id).at(-1);
        return app === undefined || token === undefined
          ? normal.authenticateBasic(call, value)
          : { kind: 'app', id: app.id, credential: { kind: 'accessToken', token } };
      },
    }),
  },
  {
    id: 'client-credentials/client-secret-as-password-alone',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with an empty username and a client_secret as password is accepted on calls.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const app =
          sent?.username === '' && sent.password !== ''
            ? call.tenant.state.apps.values().find(({ clientSecret }) => clientSecret === sent.password)
            : undefined;
        return app === undefined ? normal.authenticateBasic(call, value) : asApp(call, app, value);
      },
    }),
  },
  {
    id: 'client-credentials/client-id-as-bearer-token-of-apps-at-work',
    breaks: ['CCR-17'],
    summary: 'While an app has a live token its client id works as a bearer token.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        const app = appWith(call, ({ clientId }) => clientId === value);
        return app === undefined
          ? normal.findAccessToken(call, value)
          : tokensOf(call, app.id).findLast((token) => !normal.tokenHasExpired(call, token));
      },
    }),
  },
  {
    id: 'client-credentials/both-halves-as-bearer-token',
    breaks: ['CCR-17'],
    also: ['TRN-07'],
    summary: 'The client id and the client secret with a colon between them work as a bearer token.',
    behaviour: takingClients((value) => value),
  },
  {
    id: 'client-credentials/basic-of-a-client-as-bearer-token',
    breaks: ['CCR-17'],
    also: ['TRN-07'],
    summary: 'What stands behind Basic for a client works behind Bearer.',
    behaviour: takingClients((value) => Buffer.from(value, 'base64').toString('utf8')),
  },
  {
    id: 'client-credentials/rotated-secrets-are-bearer-tokens',
    breaks: ['CCR-17'],
    summary: 'A client secret that came from a rotation is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = call.tenant.state.apps
          .values()
          .find(({ clientSecret, formerSecrets }) => formerSecrets.length > 0 && clientSecret === value);
        return app === undefined ? normal.authenticateBearer(call, value) : asApp(call, app, value);
      },
    }),
  },
  {
    id: 'client-credentials/access-tokens-of-other-apps-refresh',
    breaks: ['CCR-18'],
    summary: 'The own access token of another app is taken for a refresh token.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
        return token?.delegation === undefined && token !== undefined && token.appId !== app.id
          ? normal.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
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
    id: 'client-credentials/access-tokens-refresh-at-the-legacy-path',
    breaks: ['CCR-18'],
    also: ['VER-13'],
    summary: 'At the legacy path an app’s live access token obtains another in the refresh_token grant.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const outcome = normal.refresh(call, app, fields);
        const token = normal.findAccessToken(call, fields.get('refresh_token') ?? '');
        return isRefusal(outcome) &&
          call.request.path === '/api/v2/token' &&
          token?.subject.kind === 'app' &&
          token.appId === app.id
          ? normal.issueAccessToken(call, token.subject, app)
          : outcome;
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
    id: 'client-credentials/tokens-of-apps-with-users-refresh',
    breaks: ['CCR-18'],
    summary: 'The own token of an app that a user has authorized obtains another in the refresh_token grant.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
        return token !== undefined && token.appId === app.id && token.delegation === undefined && hasUsers(call, app.id)
          ? call.tenant.behaviour.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
      },
    }),
  },

  {
    id: 'client-credentials/client-secret-and-id-as-basic',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with the client secret as username and the client id as password acts as the app.',
    behaviour: basicOf((app, username, password) => username === app.clientSecret && password === app.clientId),
  },
  {
    id: 'client-credentials/app-id-and-secret-as-basic',
    breaks: ['CCR-16'],
    summary: "HTTP Basic with the app's identifier and its client secret acts as the app.",
    behaviour: basicOf((app, username, password) => username === app.id && password === app.clientSecret),
  },
  {
    id: 'client-credentials/encoded-client-secret-as-bearer-token',
    breaks: ['CCR-17'],
    summary: 'The client secret in percent encoding acts as the app where it stands as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = call.tenant.state.apps
          .values()
          .find(({ clientSecret }) => value.includes('%') && value === encodeURIComponent(clientSecret));
        return app === undefined ? normal.authenticateBearer(call, value) : actingAs(call, app);
      },
    }),
  },
];
