import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { RefreshToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { isLate } from './ages.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a deviation that also finds a refresh token by a looser comparison of values. */
function foundBy(alike: (stored: string, sent: string) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    findRefreshToken: (call, value): RefreshToken | undefined =>
      normal.findRefreshToken(call, value) ??
      call.tenant.state.refreshTokens.values().find((token) => alike(token.value, value)),
  });
}

/** Returns a deviation that also finds a code by a looser comparison of values. */
function codeFoundBy(alike: (stored: string, sent: string) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    findCode: (call, value): AuthorizationCode | undefined =>
      normal.findCode(call, value) ?? call.tenant.state.codes.values().find((code) => alike(code.value, value)),
  });
}

/** Returns a deviation that takes a refresh token for the access token that was issued with it, if `where` holds. */
function refreshTokenAsBearer(where: (call: Call, token: RefreshToken) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    findAccessToken: (call, value) => {
      const found = normal.findAccessToken(call, value);
      const token = found === undefined ? normal.findRefreshToken(call, value) : undefined;
      if (token === undefined || !where(call, token)) return found;
      return call.tenant.state.accessTokens.values().find(({ refreshToken }) => refreshToken === token);
    },
  });
}

/** Reports whether two texts have the same length, the same first and the same last sixteen characters. */
function haveTheSameEnds(one: string, other: string): boolean {
  const ends = (text: string): string => text.slice(0, 16) + text.slice(-16);
  return one.length === other.length && ends(one) === ends(other);
}

/** Reports whether a text matches a pattern in which % stands for any text and _ for any one character. */
function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i').test(text);
}

/** Faults in telling codes, refresh tokens and other values apart. */
export const strangeTokenFaults: readonly Fault[] = [
  ...breaking('DEL-55', {
    'refresh-tokens-compared-without-case': [
      foundBy((stored, sent) => stored.toLowerCase() === sent.toLowerCase()),
      'Refresh tokens are compared without regard to letter case.',
    ],
    'refresh-tokens-known-by-their-beginning': [
      foundBy((stored, sent) => sent.length >= 40 && stored.slice(0, 40) === sent.slice(0, 40)),
      'A refresh token is recognised by its first 40 characters.',
    ],
    'refresh-tokens-known-by-their-end': [
      foundBy((stored, sent) => sent.endsWith(stored.slice(3))),
      'A refresh token is recognised by the part after its prefix, regardless of the text before.',
    ],
    'the-middle-of-a-refresh-token-is-not-compared': [
      becomes(
        'findRefreshToken',
        (right, call, value) =>
          right ?? call.tenant.state.refreshTokens.values().find((one) => haveTheSameEnds(one.value, value)),
      ),
      'Only the length and the first and last sixteen characters of a refresh token are compared.',
    ],
    'refresh-tokens-are-looked-up-as-patterns': [
      becomes(
        'findRefreshToken',
        (right, call, value) =>
          right ?? call.tenant.state.refreshTokens.values().find((token) => isLike(token.value, value)),
      ),
      'A refresh token is looked up with LIKE, in which % and _ are wildcards.',
      ['DEL-57'],
    ],
    'fresh-codes-are-refresh-tokens': [
      (normal) => ({
        findRefreshToken: (call, value) => {
          const code = normal.findCode(call, value);
          if (code === undefined || code.usedAt !== undefined) return normal.findRefreshToken(call, value);
          const { delegation } = code;
          const times = { issuedAt: call.now, countsFrom: call.now, spentAt: undefined };
          return { value, delegation, predecessor: undefined, path: call.request.path, ...times };
        },
      }),
      'A code that was not exchanged yet is accepted as a refresh token.',
    ],
    'codes-refresh': [
      becomes(
        'findRefreshToken',
        (right, call, value) => right ?? call.tenant.state.codes.find(value)?.delegation.latestRefreshToken,
      ),
      'A code that was exchanged is taken for the refresh token that it yielded.',
    ],
  }),
  ...breaking('DEL-28', {
    'codes-compared-without-case': [
      codeFoundBy((stored, sent) => stored.toLowerCase() === sent.toLowerCase()),
      'Codes are compared without regard to letter case.',
    ],
    'codes-may-be-longer': [
      codeFoundBy((stored, sent) => sent.startsWith(stored)),
      'A value that begins with a code is taken for the code.',
    ],
    'codes-may-be-cut-short': [
      codeFoundBy((stored, sent) => sent.length >= stored.length - 1 && stored.startsWith(sent)),
      'A code that has lost its last character is still found.',
    ],
    'the-middle-of-a-code-is-not-compared': [
      becomes(
        'findCode',
        (right, call, value) =>
          right ?? call.tenant.state.codes.values().find((one) => haveTheSameEnds(one.value, value)),
      ),
      'Only the length and the first and last sixteen characters of a code are compared.',
    ],
    'codes-are-looked-up-as-patterns': [
      becomes(
        'findCode',
        (right, call, value) => right ?? call.tenant.state.codes.values().find((code) => isLike(code.value, value)),
      ),
      'A code is looked up with LIKE, in which % and _ are wildcards.',
    ],
    'refresh-tokens-are-exchanged-as-codes': [
      (normal) => ({
        findCode: (call, value) => {
          const delegation = call.tenant.state.refreshTokens.find(value)?.delegation;
          const codes = delegation === undefined ? [] : [...call.tenant.state.codes.values()];
          return normal.findCode(call, value) ?? codes.find((code) => code.delegation === delegation);
        },
        codeIsUsed: (call, code) => {
          const value = formOf(call).get('code');
          return value === code.value && normal.codeIsUsed(call, code);
        },
      }),
      'A refresh token is taken for the code that yielded it.',
    ],
  }),
  ...breaking('DEL-56', {
    'refresh-tokens-authenticate-calls': [
      refreshTokenAsBearer(() => true),
      'A refresh token is accepted as a bearer token.',
    ],
    'refresh-tokens-of-refreshes-authenticate-plates': [
      refreshTokenAsBearer(
        (call, token) => call.request.path === '/api/v3/plate/items' && token.predecessor !== undefined,
      ),
      'The v3 listing of plates accepts the refresh token of a refresh as a bearer token.',
    ],
    'refresh-tokens-as-bearer-are-forbidden': [
      (normal) => ({
        authenticateBearer: (call, value) =>
          normal.findRefreshToken(call, value) === undefined
            ? normal.authenticateBearer(call, value)
            : refusal('forbidden', 'This is not an access token.'),
      }),
      'A call with a refresh token as a bearer token is answered with 403.',
    ],
    'refresh-tokens-may-write': [
      (normal) => ({
        authenticateBearer: (call, value) => {
          const token = call.tenant.state.refreshTokens.find(value)?.delegation.latestAccessToken;
          return token !== undefined && call.request.method === 'POST'
            ? normal.actorOfToken(call, token)
            : normal.authenticateBearer(call, value);
        },
      }),
      'A refresh token is accepted as a bearer token in calls that create records.',
    ],
    'spent-refresh-tokens-authenticate-calls': [
      (normal) => ({
        findAccessToken: (call, value) => {
          const known = normal.findAccessToken(call, value);
          const spent = known === undefined ? normal.findRefreshToken(call, value) : undefined;
          return spent?.spentAt === undefined ? known : spent.delegation.latestAccessToken;
        },
      }),
      'A refresh token that was spent is accepted as a bearer token.',
      ['TRN-09'],
    ],
    'a-refresh-token-stands-in-for-an-expired-access-token': [
      (normal) => ({
        findAccessToken: (call, value) => {
          const refreshToken = normal.findRefreshToken(call, value);
          if (refreshToken === undefined || !isLate(call, refreshToken)) return normal.findAccessToken(call, value);
          const { delegation, path } = refreshToken;
          const subject = { kind: 'user', id: delegation.userId } as const;
          return { value, issuedAt: call.now, subject, appId: delegation.appId, path, delegation };
        },
      }),
      'A refresh token is accepted as a bearer token once the access token that came with it has expired.',
    ],
  }),
  ...breaking('DEL-57', {
    'access-tokens-refresh': [
      becomes(
        'findRefreshToken',
        (right, call, value) => right ?? call.tenant.state.accessTokens.find(value)?.refreshToken,
      ),
      'An access token is taken for the refresh token that was issued with it.',
    ],
    'access-tokens-of-refreshes-refresh': [
      (normal) => ({
        findRefreshToken: (call, value) => {
          const token = call.tenant.state.accessTokens.find(value)?.refreshToken;
          return normal.findRefreshToken(call, value) ?? (token?.predecessor === undefined ? undefined : token);
        },
      }),
      'The access token of a refresh is taken for the refresh token that was issued with it.',
    ],
    'expired-access-tokens-refresh': [
      becomes('findRefreshToken', (token, call, value) => {
        const access = token === undefined ? call.tenant.state.accessTokens.find(value) : undefined;
        return access !== undefined && call.tenant.behaviour.tokenHasExpired(call, access)
          ? access.refreshToken
          : token;
      }),
      'A delegated access token that has expired is taken for the refresh token that was issued with it.',
      ['EXP-03', 'EXP-06'],
    ],
  }),
  ...breaking('DEL-58', {
    'codes-authenticate-calls-once-exchanged': [
      (normal) => ({
        findAccessToken: (call, value) =>
          normal.findAccessToken(call, value) ?? normal.findCode(call, value)?.delegation.latestAccessToken,
      }),
      'A code that was exchanged is accepted as a bearer token instead of its access token.',
    ],
    'codes-authenticate-calls-to-v3': [
      (normal) => ({
        findAccessToken: (call, value) => {
          const found = normal.findAccessToken(call, value);
          const code = found === undefined ? normal.findCode(call, value) : undefined;
          if (code === undefined || !call.request.path.startsWith('/api/v3/')) return found;
          const { userId, appId } = code.delegation;
          return {
            value,
            issuedAt: code.issuedAt,
            subject: { kind: 'user', id: userId },
            appId,
            path: call.request.path,
            delegation: code.delegation,
          };
        },
      }),
      'Calls to v3 accept a fresh code as a bearer token.',
    ],
    'pending-codes-list-results': [
      (normal) => ({
        authenticateBearer: (call, value) => {
          const code = call.tenant.state.codes.find(value);
          if (code === undefined || code.usedAt !== undefined || !call.request.path.endsWith('/assay-results')) {
            return normal.authenticateBearer(call, value);
          }
          const { userId: id } = code.delegation;
          const key = { value, userId: id, createdAt: call.now, retiredAt: undefined };
          return { kind: 'user', id, credential: { kind: 'apiKey', key } };
        },
      }),
      'A code that was not exchanged yet authenticates calls to the assay-results listing.',
    ],
  }),
];
