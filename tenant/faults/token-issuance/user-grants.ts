import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withMembers, type Answer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { AccessToken, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** How many refreshes lie before a token; undefined for the token of an app itself. */
function refreshesBefore({ refreshToken }: AccessToken): number | undefined {
  if (refreshToken === undefined) return undefined;
  let count = 0;
  for (let before = refreshToken.predecessor; before !== undefined; before = before.predecessor) count++;
  return count;
}

/** Changes the members of the answers to some grants of users. */
function answering(
  where: (refreshes: number) => boolean,
  change: (members: Readonly<Record<string, unknown>>, token: AccessToken, call: Call) => Record<string, unknown>,
) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    answerToken: (call, token): Answer => {
      const answer = normal.answerToken(call, token);
      const refreshes = refreshesBefore(token);
      if (refreshes === undefined || !where(refreshes)) return answer;
      return withMembers(answer, (members) => change(members, token, call));
    },
  });
}

const always = (): boolean => true;
const onExchange = (refreshes: number): boolean => refreshes === 0;
const onRefresh = (refreshes: number): boolean => refreshes > 0;

function without(members: Readonly<Record<string, unknown>>, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Wrong decisions about the answers to code exchanges and refreshes. */
export const userGrantAnswerFaults: readonly Fault[] = [
  {
    id: 'token-issuance/refreshes-are-answered-without-content',
    breaks: ['TOK-01'],
    also: ['DEL-37', 'DEL-38', 'DEL-39', 'DEL-40', 'DEL-41', 'TOK-02', 'TOK-03', 'TOK-04', 'TOK-07', 'VER-08'],
    summary: 'A refresh is answered with an empty object: the tokens are only put aside.',
    behaviour: answering(onRefresh, () => ({})),
  },
  {
    id: 'token-issuance/refreshes-write-bearer-small',
    breaks: ['TOK-02'],
    summary: 'The answer to a refresh has the token_type bearer.',
    behaviour: answering(onRefresh, (members) => ({ ...members, token_type: 'bearer' })),
  },
  {
    id: 'token-issuance/refreshes-hide-the-access-token',
    breaks: ['TOK-03'],
    also: ['DEL-37', 'DEL-39', 'DEL-40', 'DEL-41'],
    summary: 'The answer to a refresh has its access token under the name token.',
    behaviour: answering(onRefresh, (members) => ({
      ...without(members, 'access_token'),
      token: members['access_token'],
    })),
  },
  {
    id: 'token-issuance/exchanges-announce-text',
    breaks: ['TOK-04'],
    also: ['TOK-05'],
    summary: 'The answer to a code exchange has expires_in as a text.',
    behaviour: answering(onExchange, (members) => ({ ...members, expires_in: '900' })),
  },
  {
    id: 'token-issuance/refreshes-announce-an-hour',
    breaks: ['TOK-05'],
    summary: 'The answer to a refresh has expires_in 3600 although the token lasts 900 seconds.',
    behaviour: answering(onRefresh, (members) => ({ ...members, expires_in: 3600 })),
  },
  {
    id: 'token-issuance/late-refreshes-announce-less',
    breaks: ['TOK-05'],
    summary: 'From the fifth refresh on expires_in is 899.',
    behaviour: answering(
      (refreshes) => refreshes >= 5,
      (members) => ({ ...members, expires_in: 899 }),
    ),
  },
  {
    id: 'token-issuance/exchanges-have-a-null-refresh-token',
    breaks: ['TOK-06', 'TOK-10'],
    also: ['DEL-27'],
    summary: 'The answer to a code exchange has the refresh_token null.',
    behaviour: answering(onExchange, (members) => ({ ...members, refresh_token: null })),
  },
  {
    id: 'token-issuance/the-third-refresh-brings-no-refresh-token',
    breaks: ['TOK-07'],
    also: ['DEL-38', 'VER-08'],
    summary: 'The answer to the third refresh of a chain has no refresh_token.',
    behaviour: answering(
      (refreshes) => refreshes === 3,
      (members) => without(members, 'refresh_token', 'refresh_token_expires_in'),
    ),
  },
  {
    id: 'token-issuance/refreshes-have-an-empty-refresh-token',
    breaks: ['TOK-07'],
    also: ['DEL-38', 'TOK-10'],
    summary: 'The answer to the second refresh of a chain has an empty refresh_token.',
    behaviour: answering(
      (refreshes) => refreshes === 2,
      (members) => ({ ...members, refresh_token: '' }),
    ),
  },
  {
    id: 'token-issuance/exchanges-announce-no-end-of-the-refresh-token',
    breaks: ['TOK-36'],
    summary: 'The answer to a code exchange has no refresh_token_expires_in.',
    behaviour: answering(onExchange, (members) => without(members, 'refresh_token_expires_in')),
  },
  {
    id: 'token-issuance/the-end-of-refresh-tokens-is-text',
    breaks: ['TOK-08'],
    summary: 'refresh_token_expires_in is the text "2592000".',
    behaviour: answering(always, (members) => ({ ...members, refresh_token_expires_in: '2592000' })),
  },
  {
    id: 'token-issuance/refreshes-announce-what-remains',
    breaks: ['TOK-09'],
    also: ['VER-08'],
    summary: 'refresh_token_expires_in of a refresh tells what was left of the days of the code exchange.',
    behaviour: answering(onRefresh, (members, token, call) => {
      const began = token.delegation?.createdAt.getTime() ?? 0;
      const gone = Math.floor((call.now.getTime() - began) / 1000);
      return { ...members, refresh_token_expires_in: 2_592_000 - gone };
    }),
  },
  {
    id: 'token-issuance/refreshes-announce-thirty-one-days',
    breaks: ['TOK-09'],
    summary: 'refresh_token_expires_in of a refresh is 2678400.',
    behaviour: answering(onRefresh, (members) => ({ ...members, refresh_token_expires_in: 2_678_400 })),
  },
  {
    id: 'token-issuance/refresh-tokens-are-made-of-the-moment',
    breaks: ['TOK-33'],
    also: ['DEL-28', 'DEL-55'],
    summary: 'Refresh tokens that are issued for an app in the same millisecond are the same.',
    behaviour: (normal) => {
      const known = new Map<string, string>();
      return {
        makeRefreshToken: (call, delegation) => {
          const key = `${delegation.appId} ${call.now.getTime()}`;
          const value = known.get(key) ?? normal.makeRefreshToken(call, delegation);
          known.set(key, value);
          return value;
        },
      };
    },
  },
  {
    id: 'token-issuance/refresh-tokens-come-back-after-four',
    breaks: ['TOK-33'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    summary: 'The fourth refresh of a chain hands out the refresh token of the code exchange again.',
    behaviour: (normal) => ({
      issueRefreshToken: (call, delegation, predecessor) => {
        const first = predecessor?.predecessor?.predecessor?.predecessor;
        if (first === undefined || first.predecessor !== undefined) {
          return normal.issueRefreshToken(call, delegation, predecessor);
        }
        const token: RefreshToken = {
          ...first,
          issuedAt: call.now,
          countsFrom: call.now,
          predecessor,
          spentAt: undefined,
        };
        call.tenant.state.refreshTokens.add(token);
        return token;
      },
    }),
  },
  {
    id: 'token-issuance/the-access-token-is-the-refresh-token',
    breaks: ['TOK-33'],
    also: ['DEL-56', 'DEL-57'],
    summary: 'The refresh token of a refresh is the access token that was issued along.',
    behaviour: (normal) => {
      const newest = new WeakMap<Call, string>();
      return {
        makeAccessToken: (call, subject, app) => {
          const value = normal.makeAccessToken(call, subject, app);
          newest.set(call, value);
          return value;
        },
        makeRefreshToken: (call, delegation) =>
          delegation.latestRefreshToken === undefined
            ? normal.makeRefreshToken(call, delegation)
            : (newest.get(call) ?? normal.makeRefreshToken(call, delegation)),
      };
    },
  },
];

/** Lets the client's credentials be something less for a grant of users. */
function credentials(grantType: string, field: 'clientId' | 'clientSecret') {
  return (normal: Behaviour): Partial<Behaviour> => ({
    clientCredentialsOf: (call, fields) => {
      const sent = normal.clientCredentialsOf(call, fields);
      if (sent[field] !== undefined || fields.get('grant_type') !== grantType) return sent;
      const { behaviour, state } = call.tenant;
      const token = behaviour.findRefreshToken(call, fields.get('refresh_token') ?? '');
      const code = behaviour.findCode(call, fields.get('code') ?? '');
      const app = state.apps.get((token ?? code)?.delegation.appId ?? '');
      return { ...sent, [field]: app?.[field] };
    },
  });
}

/** Wrong decisions about what code exchanges and refreshes must carry. */
export const userGrantRequestFaults: readonly Fault[] = [
  {
    id: 'token-issuance/refreshes-need-no-client-id',
    breaks: ['TOK-11'],
    summary: 'A refresh without client_id is taken for one of the app to which the token was issued.',
    behaviour: credentials('refresh_token', 'clientId'),
  },
  {
    id: 'token-issuance/exchanges-need-no-client-id',
    breaks: ['TOK-11'],
    summary: 'A code exchange without client_id is taken for one of the app to which the code was issued.',
    behaviour: credentials('authorization_code', 'clientId'),
  },
  {
    id: 'token-issuance/refreshes-need-no-client-secret',
    breaks: ['TOK-12'],
    summary: 'A refresh needs no client_secret.',
    behaviour: credentials('refresh_token', 'clientSecret'),
  },
  {
    id: 'token-issuance/exchanges-need-no-client-secret',
    breaks: ['TOK-12'],
    summary: 'A code exchange needs no client_secret.',
    behaviour: credentials('authorization_code', 'clientSecret'),
  },
  {
    id: 'token-issuance/exchanges-without-code-take-the-latest',
    breaks: ['TOK-13'],
    summary: 'A code exchange without code takes the latest code of the app.',
    behaviour: (normal) => ({
      codeOf: (call, fields) =>
        normal.codeOf(call, fields) ??
        [...call.tenant.state.codes.values()].findLast(
          ({ delegation }) => call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
        )?.value,
    }),
  },
  {
    id: 'token-issuance/exchanges-need-no-redirect-uri-where-there-is-one',
    breaks: ['TOK-14'],
    summary: 'A code exchange without redirect_uri is granted where the app has one registered.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const [only, second] = app.redirectUris;
        return fields.has('redirect_uri') || only === undefined || second !== undefined
          ? normal.exchangeCode(call, app, fields)
          : normal.exchangeCode(call, app, new Map([...fields, ['redirect_uri', only]]));
      },
    }),
  },
  {
    id: 'token-issuance/exchanges-take-an-empty-redirect-uri',
    breaks: ['TOK-14'],
    summary: 'A code exchange whose redirect_uri is empty is granted.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        const isEmpty = form.some(([name, value]) => name === 'redirect_uri' && value === '');
        const code = isRefusal(fields) ? undefined : call.tenant.behaviour.findCode(call, fields.get('code') ?? '');
        return isRefusal(fields) || !isEmpty || code === undefined
          ? fields
          : new Map([...fields, ['redirect_uri', code.redirectUri]]);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-without-token-take-the-latest',
    breaks: ['TOK-15'],
    summary: 'A refresh without refresh_token takes the latest refresh token of the app.',
    behaviour: (normal) => ({
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) ??
        [...call.tenant.state.refreshTokens.values()].findLast(
          ({ delegation }) => call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
        )?.value,
    }),
  },
  {
    id: 'token-issuance/refreshes-take-any-client-secret',
    breaks: ['TOK-18'],
    also: ['TOK-19', 'TOK-21', 'TOK-23'],
    summary: 'At a refresh the client_secret is not looked at.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        call.found.grantType === 'refresh_token' || normal.clientSecretIsRight(call, app, sent),
    }),
  },
  {
    id: 'token-issuance/exchanges-compare-secrets-without-case',
    breaks: ['TOK-18'],
    summary: 'At a code exchange client secrets are compared without regard to letter case.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        (call.found.grantType === 'authorization_code' && app.clientSecret.toLowerCase() === sent.toLowerCase()) ||
        normal.clientSecretIsRight(call, app, sent),
    }),
  },
  {
    id: 'token-issuance/former-secrets-refresh',
    breaks: ['TOK-23'],
    summary: 'Former client secrets still refresh.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        normal.clientSecretIsRight(call, app, sent) ||
        (call.found.grantType === 'refresh_token' && app.formerSecrets.some(({ value }) => sameSecret(value, sent))),
    }),
  },
  {
    id: 'token-issuance/former-secrets-exchange-earlier-codes',
    breaks: ['TOK-23'],
    summary: 'The former client secret still exchanges codes that were had before the rotation.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const code = call.tenant.behaviour.findCode(call, fields.get('code') ?? '');
        const { clientSecret } = normal.clientCredentialsOf(call, fields);
        const app = code === undefined ? undefined : call.tenant.state.apps.get(code.delegation.appId);
        const former = app?.formerSecrets.some(
          ({ value, retiredAt }) =>
            code !== undefined &&
            retiredAt.getTime() >= code.issuedAt.getTime() &&
            sameSecret(value, clientSecret ?? ''),
        );
        return former === true && app !== undefined ? app : normal.authenticateClient(call, fields);
      },
    }),
  },
];
