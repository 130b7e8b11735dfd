import { setTimeout } from 'node:timers/promises';
import { refusal } from '../../http/refusal.ts';
import { withHeader, type Call } from '../../http/message.ts';
import type { AccessToken, Delegation, RefreshToken } from '../../state/model.ts';
import type { TokenFields } from '../../behaviour/token-requests.ts';
import type { Fault } from '../fault.ts';
import { withoutRedirectUri } from './without-redirect-uri.ts';

const isRefresh = (call: Call): boolean => call.found.grantType === 'refresh_token';
const isExchange = (call: Call): boolean => call.found.grantType === 'authorization_code';

/** Whether the user had authorized the app before the pass that this delegation comes from. */
const authorizedBefore = (call: Call, { userId, appId, id }: Delegation): boolean =>
  call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId)?.id !== id;

/** The raw value of a field in the form, escapes and all. */
const rawField = (call: Call, name: string): string =>
  new RegExp(`(?:^|&)${name}=([^&]*)`).exec(call.request.body.toString('utf8'))?.[1] ?? '';

/** The order in which fields were sent. */
const order = (call: Call): readonly string[] =>
  call.request.body
    .toString('utf8')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '');

/** Serves an app without its secret where this holds. */
const secretNeedless =
  (holds: (call: Call, fields: TokenFields) => boolean): Fault['behaviour'] =>
  (normal) => ({
    clientCredentialsOf: (call, fields) => {
      const credentials = normal.clientCredentialsOf(call, fields);
      const app = credentials.clientId === undefined ? undefined : normal.findClient(call, credentials.clientId);
      return credentials.clientSecret !== undefined || app === undefined || !holds(call, fields)
        ? credentials
        : { ...credentials, clientSecret: app.clientSecret };
    },
  });

/** Answers with 500 where a grant was refused for one of these reasons. */
const breaksAt =
  (...reasons: readonly string[]): Fault['behaviour'] =>
  (normal) => ({
    refusalStatus: (call, refused) =>
      call.found.route?.part === 'token' && reasons.includes(refused.refused)
        ? 500
        : normal.refusalStatus(call, refused),
  });

/** The exchanges and refreshes, wrong for one history, one spelling or one field beside. */
export const userGrantNearMissFaults: readonly Fault[] = [
  {
    id: 'token-issuance/a-code-verifier-replaces-the-secret',
    breaks: ['TOK-12'],
    summary: 'A code exchange with a code_verifier needs no client_secret, as if the app were a public client.',
    behaviour: secretNeedless(
      (_call, fields) => fields.get('grant_type') === 'authorization_code' && fields.has('code_verifier'),
    ),
  },
  {
    id: 'token-issuance/local-apps-need-no-secret',
    breaks: ['TOK-12'],
    also: ['VER-13'],
    summary: 'An app all of whose redirect URIs are on localhost exchanges codes without its secret.',
    behaviour: secretNeedless((call, fields) => {
      const app = call.tenant.behaviour.findClient(call, fields.get('client_id') ?? '');
      const uris = app?.redirectUris ?? [];
      return (
        fields.get('grant_type') === 'authorization_code' &&
        uris.length > 0 &&
        uris.every((uri) => uri.startsWith('http://localhost:'))
      );
    }),
  },
  {
    id: 'token-issuance/exchanges-without-code-fall-back-to-the-refresh-token',
    breaks: ['TOK-13'],
    summary: 'An authorization_code request without code is taken for a refresh where it has a refresh_token.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        !fields.has('code') && fields.has('refresh_token')
          ? normal.refresh(call, app, fields)
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/refreshes-without-token-fall-back-to-the-code',
    breaks: ['TOK-15'],
    summary: 'A refresh without refresh_token is taken for an exchange where it has a code and a redirect_uri.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) =>
        !fields.has('refresh_token') && fields.has('code')
          ? normal.exchangeCode(call, app, fields)
          : normal.refresh(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/refreshes-take-the-secret-of-any-app',
    breaks: ['TOK-21'],
    also: ['DEL-49', 'TOK-18', 'VER-13'],
    summary: 'At a refresh the client_secret is right where any app of the tenant has it.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (isRefresh(call) &&
          call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
    }),
  },
  {
    id: 'token-issuance/exchanges-take-the-secret-of-any-app',
    breaks: ['TOK-21'],
    also: ['TOK-18', 'VER-13'],
    summary: 'At a code exchange the client_secret is right where any app of the tenant has it.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (isExchange(call) &&
          call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
    }),
  },
  {
    id: 'token-issuance/refusals-of-spent-tokens-name-their-successors',
    breaks: ['TOK-25'],
    also: ['DEL-42', 'DEL-44', 'VER-11'],
    summary: 'The refusal of a spent refresh token says which one it was exchanged for.',
    behaviour: (normal) => {
      const presented = new WeakMap<Call, RefreshToken>();
      return {
        spentRefreshTokenWasPresented: (call, token) => void presented.set(call, token),
        refusalBody: (call, refused) => {
          const spent = presented.get(call);
          const successor = call.tenant.state.refreshTokens.values().find(({ predecessor }) => predecessor === spent);
          return spent === undefined || successor === undefined
            ? normal.refusalBody(call, refused)
            : { error: 'invalid_grant', error_description: `The token was exchanged for ${successor.value}.` };
        },
      };
    },
  },
  {
    id: 'token-issuance/refusals-of-used-codes-repeat-the-answer',
    breaks: ['TOK-25'],
    summary: 'The refusal of a code that was used holds the answer of its first exchange.',
    behaviour: (normal) => {
      const presented = new WeakMap<Call, Delegation>();
      return {
        usedCodeWasPresented: (call, code) => void presented.set(call, code.delegation),
        refusalBody: (call, refused) => {
          const token = presented.get(call)?.latestAccessToken;
          return token === undefined
            ? normal.refusalBody(call, refused)
            : { error: 'invalid_grant', first: normal.tokenMembers(call, token) };
        },
      };
    },
  },
  {
    id: 'token-issuance/refused-refreshes-leave-a-cookie',
    breaks: ['TOK-25'],
    also: ['DEL-42'],
    summary: 'A refresh that is refused for a wrong secret sets the access token of the grant as a cookie.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        if (call.found.refusal?.refused !== 'wrong-client') return normal.answer(answer, call);
        const value = decodeURIComponent(rawField(call, 'refresh_token'));
        const token = call.tenant.state.refreshTokens.find(value)?.delegation.latestAccessToken;
        return token === undefined ? answer : withHeader(answer, 'Set-Cookie', `last=${token.value}; Secure; Path=/`);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-may-be-cached',
    breaks: ['TOK-28'],
    also: ['VER-08'],
    summary: 'The answer to a refresh may be kept by private caches.',
    behaviour: (normal) => ({
      tokenHeaders: (call, token) =>
        isRefresh(call) ? [['Cache-Control', 'private, max-age=900']] : normal.tokenHeaders(call, token),
    }),
  },
  {
    id: 'token-issuance/refreshes-are-labelled-as-text',
    breaks: ['TOK-27'],
    also: ['VER-08'],
    summary: 'The answer to a refresh is labelled text/plain.',
    behaviour: (normal) => ({
      tokenContentType: (call) => (isRefresh(call) ? 'text/plain; charset=utf-8' : normal.tokenContentType(call)),
    }),
  },
  {
    id: 'token-issuance/exchanges-are-answered-as-created',
    breaks: ['TOK-26'],
    also: ['VER-08'],
    summary: 'The tokens of a code exchange are handed out with status 201.',
    behaviour: (normal) => ({
      tokenStatus: (call, token) => (isExchange(call) ? 201 : normal.tokenStatus(call, token)),
    }),
  },
  {
    id: 'token-issuance/refreshes-keep-the-access-token',
    breaks: ['TOK-32'],
    also: ['DEL-41', 'DEL-46', 'EXP-05', 'EXP-33', 'VER-14'],
    summary: 'A refresh while the access token is good gives the same one again, with a new refresh token.',
    behaviour: (normal) => ({
      issueDelegatedTokens: (call, app, delegation, predecessor) => {
        const former = delegation.latestAccessToken;
        if (former === undefined || predecessor === undefined || normal.tokenHasExpired(call, former)) {
          return normal.issueDelegatedTokens(call, app, delegation, predecessor);
        }
        former.refreshToken = call.tenant.behaviour.issueRefreshToken(call, delegation, predecessor);
        delegation.latestRefreshToken = former.refreshToken;
        return former;
      },
    }),
  },
  {
    id: 'token-issuance/one-refresh-of-an-app-at-a-time',
    breaks: ['TOK-34'],
    also: ['DEL-53', 'DEL-54', 'DEL-60', 'DEL-61', 'VER-12', 'DEL-46'],
    summary: 'A refresh that finds another one of the same app at work is answered with 409.',
    behaviour: (normal) => {
      const busy = new Map<string, number>();
      return {
        prepareTokenRequest: (call) => {
          const before = normal.prepareTokenRequest(call);
          if (!call.request.body.includes('grant_type=refresh_token')) return before;
          const client = rawField(call, 'client_id');
          busy.set(client, (busy.get(client) ?? 0) + 1);
          return Promise.all([before, setTimeout(4)]).then(() => void busy.set(client, (busy.get(client) ?? 1) - 1));
        },
        refresh: (call, app, fields) =>
          (busy.get(app.clientId) ?? 0) > 0
            ? refusal('malformed-token-request', 'Another refresh is at work.')
            : normal.refresh(call, app, fields),
      };
    },
  },
  {
    id: 'token-issuance/foreign-refresh-tokens-break-the-service',
    breaks: ['TOK-35'],
    also: ['VER-13'],
    summary: 'A refresh token of another app is answered with 500.',
    behaviour: breaksAt('foreign-refresh-token', 'foreign-code'),
  },
  {
    id: 'token-issuance/unknown-refresh-tokens-break-the-service',
    breaks: ['TOK-35'],
    also: ['CCR-18', 'KEY-13'],
    summary: 'A refresh token that is not known is answered with 500.',
    behaviour: breaksAt('unknown-refresh-token'),
  },
  {
    id: 'token-issuance/used-codes-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A code that was used is answered with 500.',
    behaviour: breaksAt('used-code'),
  },
  {
    id: 'token-issuance/other-redirect-uris-break-the-service',
    breaks: ['TOK-35'],
    also: ['VER-13'],
    summary: 'A code exchange with another redirect_uri is answered with 500.',
    behaviour: breaksAt('misdirected-code'),
  },
  {
    id: 'token-issuance/expired-refresh-tokens-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A refresh token that has expired is answered with 500.',
    behaviour: breaksAt('expired-refresh-token', 'expired-code'),
  },
  {
    id: 'token-issuance/users-who-return-are-announced-what-remains',
    breaks: ['TOK-09'],
    also: ['EXP-20'],
    summary: 'When a user authorizes the app again, what is left of the thirty days of the first time is announced.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) => {
        const { userId, appId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId);
        const since = call.now.getTime() - (first?.createdAt ?? call.now).getTime();
        return authorizedBefore(call, token.delegation) && token.predecessor === undefined
          ? 2_592_000 - Math.max(1, Math.floor(since / 1000))
          : normal.announcedRefreshLifetime(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-of-live-tokens-announce-what-remains',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'A refresh announces the seconds that are left of the access token before it, while there are any.',
    behaviour: (normal) => {
      const previous = new WeakMap<AccessToken, AccessToken>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const former = delegation.latestAccessToken;
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (former !== undefined) previous.set(token, former);
          return token;
        },
        announcedLifetime: (call, token) => {
          const former = previous.get(token);
          const left =
            former === undefined ? 0 : 900 - Math.floor((call.now.getTime() - former.issuedAt.getTime()) / 1000);
          return left > 0 ? left : normal.announcedLifetime(call, token);
        },
      };
    },
  },
  {
    id: 'token-issuance/users-who-return-get-no-refresh-token',
    breaks: ['TOK-06'],
    also: ['DEL-30', 'DEL-60', 'DEL-36', 'TOK-08', 'VER-06', 'VER-08'],
    summary: 'Only the first authorization of a user brings a refresh token; later ones bring an access token alone.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) =>
        token.predecessor === undefined && authorizedBefore(call, token.delegation)
          ? {}
          : normal.refreshMembers(call, token),
    }),
  },
  {
    id: 'token-issuance/late-refreshes-bring-no-refresh-token',
    breaks: ['TOK-07'],
    also: ['DEL-41', 'EXP-11', 'EXP-12', 'EXP-13'],
    summary: 'A refresh ten days or more after the one before brings no refresh token.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) =>
        token.predecessor !== undefined && call.now.getTime() - token.predecessor.issuedAt.getTime() >= 10 * 86_400_000
          ? {}
          : normal.refreshMembers(call, token),
    }),
  },
  {
    id: 'token-issuance/escapes-in-refresh-tokens-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The refresh_token of a refresh is compared as it was sent, escapes and all.',
    behaviour: (normal) => ({
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) === undefined ? undefined : rawField(call, 'refresh_token'),
    }),
  },
  {
    id: 'token-issuance/escapes-in-codes-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The code of an exchange is compared as it was sent, escapes and all.',
    behaviour: (normal) => ({
      codeOf: (call, fields) => (normal.codeOf(call, fields) === undefined ? undefined : rawField(call, 'code')),
    }),
  },
  {
    id: 'token-issuance/the-code-must-stand-behind-the-secret',
    breaks: ['TOK-29'],
    summary: 'An exchange in which code stands before client_secret is refused.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        order(call).indexOf('code') < order(call).indexOf('client_secret')
          ? refusal('malformed-token-request', 'The fields are out of order.')
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/wrong-clients-of-refreshes-are-bad-requests',
    breaks: ['TOK-19'],
    summary: 'At a refresh wrong client credentials are answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'wrong-client' && isRefresh(call) ? 400 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'token-issuance/exchanges-of-returning-users-need-no-redirect-uri',
    breaks: ['TOK-14'],
    summary: 'A user who authorized the app before is known, and the exchange of their code needs no redirect_uri.',
    behaviour: (normal) => withoutRedirectUri(normal, (call, _, code) => authorizedBefore(call, code.delegation)),
  },
  {
    id: 'token-issuance/requests-with-a-header-need-no-grant-type',
    breaks: ['TOK-16'],
    summary: 'A request without grant_type is taken for client_credentials where it has an Authorization header.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) =>
        normal.grantTypeOf(call, fields) ??
        (call.request.headers.has('authorization') ? 'client_credentials' : undefined),
    }),
  },
];
