import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { randomText } from '../../random.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

const base32 = (tenant: Tenant, length: number): string =>
  randomText(tenant.random, length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');

/** Base32 has no letter case (RFC 4648, section 6). */
const read = (text: string): string => (/^[A-Z2-7]+$/i.test(text) ? text.toUpperCase() : text);

const isOfApp = (call: Call): boolean => call.found.grantType === 'client_credentials';

/** Variants with unusual readings of the specification: rules that are only inferred from its words may differ. */
export const readingVariants: readonly Variant[] = [
  {
    id: 'token-issuance/credentials-are-base32',
    freedoms: ['FRE-37', 'FRE-92', 'FRE-220'],
    summary: 'Tokens, codes, keys and secrets are base32 in capital letters, and may be sent in lower case.',
    behaviour: (normal) => ({
      makeAccessToken: (call) => base32(call.tenant, 40),
      makeRefreshToken: (call) => base32(call.tenant, 40),
      makeCode: (call) => base32(call.tenant, 32),
      makeApiKey: (tenant) => base32(tenant, 32),
      makeClientSecret: (tenant) => base32(tenant, 48),
      findAccessToken: (call, value) => normal.findAccessToken(call, read(value)),
      findRefreshToken: (call, value) => normal.findRefreshToken(call, read(value)),
      findCode: (call, value) => normal.findCode(call, read(value)),
      findApiKey: (call, sent) => normal.findApiKey(call, { ...sent, username: read(sent.username) }),
      clientSecretIsRight: (call, app, secret) => normal.clientSecretIsRight(call, app, read(secret)),
    }),
  },
  {
    id: 'token-issuance/members-of-apps-are-null',
    freedoms: ['FRE-36'],
    warnings: ['CCR-22', 'VER-08'],
    summary: 'The answer to client_credentials has refresh_token and refresh_token_expires_in with the value null.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        const answer = normal.answerToken(call, token);
        if (!isOfApp(call)) return answer;
        return withMembers(answer, (members) => ({
          ...members,
          refresh_token: null,
          refresh_token_expires_in: null,
        }));
      },
    }),
  },
  {
    id: 'token-issuance/the-end-of-refresh-tokens-is-not-announced',
    freedoms: ['FRE-36'],
    warnings: ['TOK-36', 'VER-08'],
    summary: 'No answer has refresh_token_expires_in.',
    behaviour: (normal) => ({
      answerToken: (call, token) =>
        withMembers(normal.answerToken(call, token), (members) =>
          Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'refresh_token_expires_in')),
        ),
    }),
  },
  {
    id: 'token-issuance/the-grant-type-goes-without-saying',
    freedoms: ['FRE-226'],
    warnings: ['TOK-16'],
    summary: 'A token request without grant_type counts as one for client_credentials.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) => normal.grantTypeOf(call, fields) ?? 'client_credentials',
    }),
  },
];
