import { createHmac } from 'node:crypto';
import type { Variant } from './variant.ts';

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const tokenIssuanceVariants: readonly Variant[] = [
  {
    id: 'token-issuance/tokens-are-jwts',
    freedoms: ['FRE-36', 'FRE-37'],
    summary: 'Access tokens look like signed JWTs, and the response names a scope.',
    behaviour: (normal) => ({
      makeAccessToken: (call, subject) => {
        const issuedAt = Math.floor(call.now.getTime() / 1000);
        const claims = {
          sub: subject.id,
          iat: issuedAt,
          exp: issuedAt + 900,
          jti: call.tenant.random(12).toString('hex'),
        };
        const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
        return `${signed}.${createHmac('sha256', call.tenant.sealingKey).update(signed).digest('base64url')}`;
      },
      tokenMembers: (call, token) => ({ ...normal.tokenMembers(call, token), scope: 'records:read records:write' }),
    }),
  },
  {
    id: 'token-issuance/answered-as-created',
    freedoms: ['FRE-41'],
    warnings: ['TOK-26'],
    summary: 'A token request that succeeds is answered with 201.',
    behaviour: () => ({ tokenStatus: () => 201 }),
  },
];
