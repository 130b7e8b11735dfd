import type { Tenant } from '../../tenant.ts';
import { refusal, isRefusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

function uuid({ random }: Tenant): string {
  return random(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Variants of the form of credentials, of the order of verification, and of the limit for wrong credentials. */
export const spellingVariants: readonly Variant[] = [
  {
    id: 'token-issuance/credentials-are-uuids',
    freedoms: ['FRE-37', 'FRE-92'],
    summary: 'Tokens, codes, keys and secrets are UUIDs.',
    behaviour: () => ({
      makeAccessToken: (call) => uuid(call.tenant),
      makeRefreshToken: (call) => uuid(call.tenant),
      makeCode: (call) => uuid(call.tenant),
      makeApiKey: uuid,
      makeClientSecret: uuid,
    }),
  },
  {
    id: 'token-issuance/what-is-exchanged-is-looked-at-first',
    freedoms: ['FRE-20', 'FRE-21', 'FRE-26', 'FRE-27'],
    warnings: ['TOK-19'],
    summary: 'An invalid code or refresh token is refused before the client credentials are checked.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const [code, token] = [normal.codeOf(call, fields), normal.refreshTokenOf(call, fields)];
        if (call.found.grantType === 'authorization_code' && code !== undefined) {
          if (normal.findCode(call, code) === undefined) return refusal('unknown-code', 'The code is not known.');
        }
        if (call.found.grantType === 'refresh_token' && token !== undefined) {
          const found = normal.findRefreshToken(call, token);
          if (found === undefined) return refusal('unknown-refresh-token', 'The refresh token is not known.');
          if (normal.refreshTokenIsSpent(call, found)) return refusal('spent-refresh-token', 'It has been used.');
        }
        return normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'token-issuance/wrong-secrets-slow-their-app-down',
    freedoms: ['FRE-12'],
    summary: 'After two wrong secrets of an app its next request is answered with 429, and may be sent again at once.',
    behaviour: (normal) => {
      const wrong = new Map<string, number>();
      return {
        authenticateClient: (call, fields) => {
          const { clientId = '' } = normal.clientCredentialsOf(call, fields);
          if ((wrong.get(clientId) ?? 0) >= 2) {
            wrong.delete(clientId);
            return refusal('too-many-requests', 'Too many wrong secrets.', [['Retry-After', '0']]);
          }
          const app = normal.authenticateClient(call, fields);
          if (isRefusal(app) && app.refused === 'wrong-client') wrong.set(clientId, (wrong.get(clientId) ?? 0) + 1);
          return app;
        },
      };
    },
  },
  {
    id: 'token-issuance/answers-repeat-their-tokens',
    freedoms: ['FRE-36'],
    summary: 'A member for older clients repeats the other members of an answer with tokens.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const members = normal.tokenMembers(call, token);
        return { session: { ...members, issued: call.now.toISOString() }, ...members, errors: [] };
      },
    }),
  },
  {
    id: 'token-issuance/five-live-tokens-an-app',
    freedoms: ['FRE-51'],
    warnings: ['CCR-07', 'TOK-34', 'DEL-46', 'DEL-47', 'DEL-48', 'DEL-63', 'CCR-20'],
    summary: 'An app has at most five tokens of its own: each further one ends the oldest.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        if (token.subject.kind !== 'app') return normal.tokenHasEnded(call, token);
        const own = call.tenant.state.accessTokens
          .values()
          .filter(({ subject }) => subject.kind === 'app' && subject.id === token.subject.id);
        return [...own].slice(-5).every((one) => one !== token) || normal.tokenHasEnded(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/tokens-of-the-legacy-path-look-otherwise',
    freedoms: ['FRE-37', 'FRE-212', 'FRE-36'],
    summary: 'The legacy path issues numbers as tokens, and each of its answers has a warning.',
    behaviour: (normal) => ({
      makeAccessToken: (call, subject, app) =>
        call.request.path === '/oauth/token'
          ? normal.makeAccessToken(call, subject, app)
          : BigInt(`0x1${call.tenant.random(20).toString('hex')}`).toString(),
      tokenMembers: (call, token) => ({
        ...normal.tokenMembers(call, token),
        ...(call.request.path === '/oauth/token' ? {} : { warning: 'Use /oauth/token.' }),
      }),
    }),
  },
];
