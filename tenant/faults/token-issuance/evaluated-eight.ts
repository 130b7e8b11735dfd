import type { Call } from '../../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../../http/refusal.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Fails where a token request is one of these. */
const breaksOn =
  (isOne: (call: Call, form: URLSearchParams, decided: AccessToken | Refusal) => boolean): Fault['behaviour'] =>
  (normal) => ({
    decideTokenRequest: (call) => {
      const decided = normal.decideTokenRequest(call);
      return isOne(call, new URLSearchParams(call.request.body.toString('utf8')), decided)
        ? refusal('internal-error', 'Something went wrong.')
        : decided;
    },
  });

const wasFormer = (app: App | undefined, secret: string | null): boolean =>
  app?.formerSecrets.some(({ value }) => value === secret) === true;

const appOf = (call: Call, clientId: string | null): App | undefined =>
  call.tenant.state.apps.values().find((app) => app.clientId === clientId);

/** Mistakes about what is sent in the place of something else, and about secrets. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'token-issuance/letters-of-redirect-uris-must-be-plain',
    breaks: ['TOK-29'],
    summary: 'An exchange is refused whose redirect_uri has an escape in the place of a letter or a digit.',
    behaviour: (normal) => ({
      readForm: (call) =>
        /(^|&)redirect_uri=[^&]*%(3[0-9]|[46][1-9A-F]|[57][0-9A])/i.test(call.request.body.toString('utf8'))
          ? refusal('malformed-token-request', 'The redirect_uri is not well encoded.')
          : normal.readForm(call),
    }),
  },
  {
    id: 'token-issuance/exchanges-want-no-charset',
    breaks: ['TOK-30'],
    summary: 'An exchange is refused whose content type has a parameter.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        call.request.headers.get('content-type')?.[0]?.includes(';') === true
          ? refusal('malformed-token-request', 'The content type is not known.')
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/the-second-answer-of-a-connection-may-be-kept',
    breaks: ['TOK-28'],
    summary: 'From the second on, the token answers of a connection may be stored.',
    behaviour: (normal) => {
      const answered = new WeakSet<object>();
      return {
        tokenHeaders: (call, token) => {
          if (answered.has(call.connection)) return [];
          answered.add(call.connection);
          return normal.tokenHeaders(call, token);
        },
      };
    },
  },
  {
    id: 'token-issuance/a-user-who-returns-gets-the-live-access-token',
    breaks: ['TOK-32'],
    summary: 'An exchange for a user for whom the app holds a live access token answers with that one.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        const live =
          call.found.grantType === 'authorization_code'
            ? call.tenant.state.accessTokens
                .values()
                .find(
                  (one) =>
                    one.appId === token.appId &&
                    one.delegation !== undefined &&
                    one.subject.id === token.subject.id &&
                    !normal.tokenHasExpired(call, one),
                )
            : undefined;
        return normal.answerToken(call, live === undefined ? token : { ...token, value: live.value });
      },
    }),
  },
  {
    id: 'token-issuance/a-field-given-twice-breaks-the-service',
    breaks: ['TOK-35'],
    summary: 'A token request that gives a field twice is answered with an error of the server.',
    behaviour: breaksOn((_call, form) => [...form.keys()].length > new Set(form.keys()).size),
  },
  {
    id: 'token-issuance/no-content-type-breaks-the-service',
    breaks: ['TOK-35'],
    summary: 'A token request without a content type is answered with an error of the server.',
    behaviour: breaksOn((call) => !call.request.headers.has('content-type')),
  },
  {
    id: 'token-issuance/codes-as-refresh-tokens-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A code in the place of a refresh token is answered with an error of the server.',
    behaviour: breaksOn((call, form) => call.tenant.state.codes.find(form.get('refresh_token') ?? '') !== undefined),
  },
  {
    id: 'token-issuance/access-tokens-as-codes-break-the-service',
    breaks: ['TOK-35'],
    summary: 'An access token in the place of a code or a refresh token is answered with an error of the server.',
    behaviour: breaksOn((call, form) =>
      ['code', 'refresh_token'].some((name) => call.tenant.state.accessTokens.find(form.get(name) ?? '') !== undefined),
    ),
  },
  {
    id: 'token-issuance/former-secrets-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A client secret of before a rotation is answered with an error of the server.',
    behaviour: breaksOn((call, form) => wasFormer(appOf(call, form.get('client_id')), form.get('client_secret'))),
  },
  {
    id: 'token-issuance/former-secrets-are-bad-requests',
    breaks: ['TOK-19'],
    summary: 'A client secret of before a rotation is answered with 400.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const { clientId = null, clientSecret = null } = normal.clientCredentialsOf(call, fields);
        return isRefusal(app) && wasFormer(appOf(call, clientId), clientSecret)
          ? refusal('malformed-token-request', 'The secret was rotated.')
          : app;
      },
    }),
  },
  {
    id: 'token-issuance/wrong-clients-of-exchanges-are-forbidden',
    breaks: ['TOK-19'],
    summary: 'An exchange with a wrong client secret is answered with 403.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        return isRefusal(app) && app.refused === 'wrong-client' && call.found.grantType === 'authorization_code'
          ? refusal('unauthorized-client', 'The client is not known.')
          : app;
      },
    }),
  },
  {
    id: 'token-issuance/refusals-of-foreign-refresh-tokens-carry-a-token',
    breaks: ['TOK-25'],
    summary: 'The refusal of a refresh token of another app carries the access token that was issued with it.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) => {
        const body = normal.refusalBody(call, refused);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = refused.refused === 'foreign-refresh-token' && normal.findRefreshToken(call, value);
        return token ? { ...(body as object), access_token: token.delegation.latestAccessToken?.value } : body;
      },
    }),
  },
  {
    id: 'token-issuance/rotations-of-uninstalled-apps-are-lost',
    breaks: ['TOK-23'],
    also: ['TOK-22'],
    summary: 'A rotation of the secret while the app is not installed is lost when it is installed again.',
    behaviour: (normal) => {
      const kept = new Map<string, string>();
      return {
        rotateClientSecret: (tenant, app) => {
          if (!app.installed) kept.set(app.id, kept.get(app.id) ?? app.clientSecret);
          return normal.rotateClientSecret(tenant, app);
        },
        setInstalled: (tenant, app, installed) => {
          app.clientSecret = (installed ? kept.get(app.id) : undefined) ?? app.clientSecret;
          normal.setInstalled(tenant, app, installed);
        },
      };
    },
  },
  {
    id: 'token-issuance/apps-of-one-name-share-their-secrets',
    breaks: ['TOK-21'],
    summary: 'The secret of another app of the same name is right.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        call.tenant.state.apps
          .values()
          .some((one) => one.name === app.name && normal.clientSecretIsRight(call, one, secret)),
    }),
  },
];
