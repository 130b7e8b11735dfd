import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withMembers, type Answer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { AccessToken, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes } from '../operators/rules.ts';

/** Returns how many refreshes precede a token in its chain, or undefined for an app token. */
function refreshesBefore({ refreshToken }: AccessToken): number | undefined {
  if (refreshToken === undefined) return undefined;
  let count = 0;
  for (let before = refreshToken.predecessor; before !== undefined; before = before.predecessor) count++;
  return count;
}

/** Returns a deviation that changes the members of the answers to some code exchanges or refreshes. */
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

/** Faults in the answers to code exchanges and refreshes. */
export const userGrantAnswerFaults: readonly Fault[] = [
  ...breaking('TOK-01', {
    'refreshes-are-answered-without-content': [
      answering(onRefresh, () => ({})),
      'A refresh is answered with an empty object, although the tokens are issued.',
      ['DEL-37', 'DEL-38', 'DEL-39', 'DEL-40', 'DEL-41', 'TOK-02', 'TOK-03', 'TOK-04', 'TOK-07', 'VER-08'],
    ],
  }),
  ...breaking('TOK-02', {
    'refreshes-write-bearer-small': [
      answering(onRefresh, (members) => ({ ...members, token_type: 'bearer' })),
      'The answer to a refresh has the token_type bearer.',
    ],
  }),
  ...breaking('TOK-03', {
    'refreshes-hide-the-access-token': [
      answering(onRefresh, (members) => ({
        ...without(members, 'access_token'),
        token: members['access_token'],
      })),
      'The answer to a refresh has its access token under the name token.',
      ['DEL-37', 'DEL-39', 'DEL-40', 'DEL-41'],
    ],
  }),
  ...breaking('TOK-04', {
    'exchanges-announce-text': [
      answering(onExchange, (members) => ({ ...members, expires_in: '900' })),
      'The answer to a code exchange has expires_in as a text.',
      ['TOK-05'],
    ],
  }),
  ...breaking('TOK-05', {
    'refreshes-announce-an-hour': [
      answering(onRefresh, (members) => ({ ...members, expires_in: 3600 })),
      'The answer to a refresh has expires_in 3600 although the token lasts 900 seconds.',
    ],
    'late-refreshes-announce-less': [
      answering(
        (refreshes) => refreshes >= 5,
        (members) => ({ ...members, expires_in: 899 }),
      ),
      'From the fifth refresh on, expires_in is 899.',
    ],
  }),
  ...breaking(['TOK-06', 'TOK-10'], {
    'exchanges-have-a-null-refresh-token': [
      answering(onExchange, (members) => ({ ...members, refresh_token: null })),
      'The answer to a code exchange has the refresh_token null.',
      ['DEL-27'],
    ],
  }),
  ...breaking(
    'TOK-07',
    {
      'the-third-refresh-brings-no-refresh-token': [
        answering(
          (refreshes) => refreshes === 3,
          (members) => without(members, 'refresh_token', 'refresh_token_expires_in'),
        ),
        'The answer to the third refresh of a chain has no refresh_token.',
        ['VER-08'],
      ],
      'refreshes-have-an-empty-refresh-token': [
        answering(
          (refreshes) => refreshes === 2,
          (members) => ({ ...members, refresh_token: '' }),
        ),
        'The answer to the second refresh of a chain has an empty refresh_token.',
        ['TOK-10'],
      ],
    },
    ['DEL-38'],
  ),
  ...breaking('TOK-36', {
    'exchanges-announce-no-end-of-the-refresh-token': [
      answering(onExchange, (members) => without(members, 'refresh_token_expires_in')),
      'The answer to a code exchange has no refresh_token_expires_in.',
    ],
  }),
  ...breaking('TOK-08', {
    'the-end-of-refresh-tokens-is-text': [
      answering(always, (members) => ({ ...members, refresh_token_expires_in: '2592000' })),
      'refresh_token_expires_in is the text "2592000".',
    ],
  }),
  ...breaking('TOK-09', {
    'refreshes-announce-what-remains': [
      answering(onRefresh, (members, token, call) => {
        const began = token.delegation?.createdAt.getTime() ?? 0;
        const gone = Math.floor((call.now.getTime() - began) / 1000);
        return { ...members, refresh_token_expires_in: 2_592_000 - gone };
      }),
      'refresh_token_expires_in of a refresh is the time that is left of the days since the authorization.',
      ['VER-08'],
    ],
    'refreshes-announce-thirty-one-days': [
      answering(onRefresh, (members) => ({ ...members, refresh_token_expires_in: 2_678_400 })),
      'refresh_token_expires_in of a refresh is 2678400.',
    ],
  }),
  ...breaking('TOK-33', {
    'refresh-tokens-are-made-of-the-moment': [
      (normal) => {
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
      'Refresh tokens that are issued for an app in the same millisecond are the same.',
      ['DEL-28', 'DEL-55'],
    ],
    'refresh-tokens-come-back-after-four': [
      (normal) => ({
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
      'The fourth refresh of a chain returns the refresh token of the code exchange again.',
      ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    ],
    'the-access-token-is-the-refresh-token': [
      (normal) => {
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
      'The refresh token of a refresh has the value of the access token that was issued with it.',
      ['DEL-56', 'DEL-57'],
    ],
  }),
];

/** Returns a deviation that fills in a missing client id or secret of a code exchange or refresh. */
function fillingInCredential(grantType: string, field: 'clientId' | 'clientSecret') {
  return becomes('clientCredentialsOf', (sent, call, fields) => {
    if (sent[field] !== undefined || fields.get('grant_type') !== grantType) return sent;
    const { behaviour, state } = call.tenant;
    const token = behaviour.findRefreshToken(call, fields.get('refresh_token') ?? '');
    const code = behaviour.findCode(call, fields.get('code') ?? '');
    const app = state.apps.get((token ?? code)?.delegation.appId ?? '');
    return { ...sent, [field]: app?.[field] };
  });
}

/** Faults in the fields that code exchanges and refreshes must have. */
export const userGrantRequestFaults: readonly Fault[] = [
  ...breaking('TOK-11', {
    'refreshes-need-no-client-id': [
      fillingInCredential('refresh_token', 'clientId'),
      'A refresh without client_id is taken for one of the app to which the token was issued.',
    ],
    'exchanges-need-no-client-id': [
      fillingInCredential('authorization_code', 'clientId'),
      'A code exchange without client_id is taken for one of the app to which the code was issued.',
    ],
  }),
  ...breaking('TOK-12', {
    'refreshes-need-no-client-secret': [
      fillingInCredential('refresh_token', 'clientSecret'),
      'A refresh needs no client_secret.',
    ],
    'exchanges-need-no-client-secret': [
      fillingInCredential('authorization_code', 'clientSecret'),
      'A code exchange needs no client_secret.',
    ],
  }),
  ...breaking('TOK-13', {
    'exchanges-without-code-take-the-latest': [
      becomes(
        'codeOf',
        (right, call, fields) =>
          right ??
          [...call.tenant.state.codes.values()].findLast(
            ({ delegation }) => call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
          )?.value,
      ),
      'A code exchange without code takes the latest code of the app.',
    ],
  }),
  ...breaking('TOK-14', {
    'exchanges-need-no-redirect-uri-where-there-is-one': [
      (normal) => ({
        exchangeCode: (call, app, fields) => {
          const [only, second] = app.redirectUris;
          return fields.has('redirect_uri') || only === undefined || second !== undefined
            ? normal.exchangeCode(call, app, fields)
            : normal.exchangeCode(call, app, new Map([...fields, ['redirect_uri', only]]));
        },
      }),
      'A code exchange without redirect_uri is granted if the app has only one redirect URI.',
    ],
    'exchanges-take-an-empty-redirect-uri': [
      becomes('tokenFields', (fields, call, form) => {
        const isEmpty = form.some(([name, value]) => name === 'redirect_uri' && value === '');
        const code = isRefusal(fields) ? undefined : call.tenant.behaviour.findCode(call, fields.get('code') ?? '');
        return isRefusal(fields) || !isEmpty || code === undefined
          ? fields
          : new Map([...fields, ['redirect_uri', code.redirectUri]]);
      }),
      'A code exchange whose redirect_uri is empty is granted.',
    ],
  }),
  ...breaking('TOK-15', {
    'refreshes-without-token-take-the-latest': [
      becomes(
        'refreshTokenOf',
        (right, call, fields) =>
          right ??
          [...call.tenant.state.refreshTokens.values()].findLast(
            ({ delegation }) => call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
          )?.value,
      ),
      'A refresh without refresh_token takes the latest refresh token of the app.',
    ],
  }),
  ...breaking('TOK-18', {
    'refreshes-take-any-client-secret': [
      alsoIf('clientSecretIsRight', (call) => call.found.grantType === 'refresh_token'),
      'The client_secret of a refresh is not checked.',
      ['TOK-19', 'TOK-21', 'TOK-23'],
    ],
    'exchanges-compare-secrets-without-case': [
      alsoIf(
        'clientSecretIsRight',
        (call, app, sent) =>
          call.found.grantType === 'authorization_code' && app.clientSecret.toLowerCase() === sent.toLowerCase(),
      ),
      'In a code exchange, client secrets are compared without regard to letter case.',
    ],
  }),
  ...breaking('TOK-23', {
    'former-secrets-refresh': [
      alsoIf(
        'clientSecretIsRight',
        (call, app, sent) =>
          call.found.grantType === 'refresh_token' && app.formerSecrets.some(({ value }) => sameSecret(value, sent)),
      ),
      'Client secrets from before a rotation are still accepted in refreshes.',
    ],
    'former-secrets-exchange-earlier-codes': [
      (normal) => ({
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
      'The former client secret still exchanges codes that were issued before the rotation.',
    ],
  }),
];
