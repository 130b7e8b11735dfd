import { createHmac } from 'node:crypto';
import type { Call } from '../../call.ts';
import { withHeader } from '../../http/message.ts';
import type { Variant } from '../variant.ts';

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const isTokenCall = (call: Call): boolean => call.found.route?.part === 'token';

/** Printable ASCII except the blank: characters that a header can carry anywhere in a value. */
const PRINTABLE = Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

/** Variants of the form of tokens, and of the answers that issue or refuse them. */
export const answerVariants: readonly Variant[] = [
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
    id: 'token-issuance/expired-refresh-tokens-break-the-service',
    freedoms: ['FRE-25'],
    summary: 'A refresh token that has expired is answered with 500.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        isTokenCall(call) && refused.refused === 'expired-refresh-token' ? 500 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'token-issuance/tokens-of-four-kilobytes',
    freedoms: ['FRE-37'],
    summary: 'Access tokens have 4096 characters.',
    behaviour: () => ({ makeAccessToken: (call) => call.tenant.random(3072).toString('base64url') }),
  },
  {
    id: 'token-issuance/tokens-of-every-character',
    freedoms: ['FRE-37'],
    summary: 'Access tokens hold every printable character except the blank.',
    behaviour: () => ({
      makeAccessToken: (call) => {
        const turn = (call.tenant.random(1)[0] ?? 0) % PRINTABLE.length;
        const unique = call.tenant.random(18).toString('hex');
        return `${unique}${PRINTABLE.slice(turn)}${PRINTABLE.slice(0, turn)}${unique}`;
      },
    }),
  },
  {
    id: 'token-issuance/short-tokens',
    freedoms: ['FRE-37'],
    summary: 'Access tokens are sixteen hexadecimal digits.',
    behaviour: () => ({ makeAccessToken: (call) => call.tenant.random(8).toString('hex') }),
  },
  {
    id: 'token-issuance/scope-is-echoed',
    freedoms: ['FRE-35', 'FRE-36'],
    summary: 'The answer has the requested scope, the time of issue, and further members.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({
        scope: new URLSearchParams(call.request.body.toString('utf8')).get('scope') ?? '',
        created_at: Math.floor(call.now.getTime() / 1000),
        ...normal.tokenMembers(call, token),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        tenant: { id: call.tenant.tenantId, regions: [null, true] },
      }),
    }),
  },
  {
    id: 'token-issuance/answered-as-created',
    freedoms: ['FRE-41'],
    warnings: ['TOK-26'],
    summary: 'A token request that succeeds is answered with 201.',
    behaviour: () => ({ tokenStatus: () => 201 }),
  },
  {
    id: 'token-issuance/answers-say-nothing-of-caches',
    freedoms: ['FRE-40'],
    warnings: ['TOK-28'],
    summary: 'Token answers have no Cache-Control and no Pragma, but another header.',
    behaviour: () => ({ tokenHeaders: () => [['X-Request-Id', 'b7c3f0d2-6f0e-4f0c-9a8e-1d2c3b4a5f60']] }),
  },
  {
    id: 'token-issuance/answers-without-charset',
    freedoms: ['FRE-40'],
    summary: 'Token answers have a content type with capital letters, and further directives in addition to no-store.',
    behaviour: () => ({
      tokenContentType: () => 'Application/JSON',
      tokenHeaders: () => [['Cache-Control', 'private, No-Store, max-age=0']],
    }),
  },
  {
    id: 'token-issuance/refusals-in-plain-text',
    freedoms: ['FRE-20', 'FRE-24'],
    summary: 'A refused token request is answered in a sentence; a malformed one with 422.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (!isTokenCall(call)) return answer;
        const status = answer.status === 400 ? 422 : answer.status;
        const body =
          refusal.refused === 'spent-refresh-token' ? 'No token for you: invalid_grant.' : 'No token for you.';
        return { ...withHeader(answer, 'Content-Type', 'text/plain'), status, body };
      },
    }),
  },
  {
    id: 'token-issuance/refusals-in-a-list',
    freedoms: ['FRE-20', 'FRE-24', 'FRE-26'],
    summary: 'A refused token request is answered with a list of errors that names the fields and repeats the request.',
    behaviour: (normal) => ({
      refusalBody: (call, refusal) =>
        isTokenCall(call)
          ? {
              errors: [
                {
                  code: refusal.refused === 'spent-refresh-token' ? 'invalid_grant' : `token.${refusal.refused}`,
                  title: refusal.detail,
                  trace: call.tenant.random(16).toString('hex'),
                },
              ],
              fields: { refresh_token: 'missing_required_parameter', access_token: ['not_expected_here'] },
              received: Object.fromEntries(new URLSearchParams(call.request.body.toString('utf8'))),
            }
          : normal.refusalBody(call, refusal),
      refusalStatus: (call, refusal) => {
        if (!isTokenCall(call)) return normal.refusalStatus(call, refusal);
        const refreshes = call.request.body.toString('utf8').includes('grant_type=refresh_token');
        if (refusal.refused === 'unsupported-grant-type' && !refreshes) return 403;
        return normal.refusalStatus(call, refusal);
      },
    }),
  },
  {
    id: 'token-issuance/wrong-client-is-a-bad-request',
    freedoms: ['FRE-21'],
    warnings: ['TOK-19'],
    summary: 'Wrong client credentials are answered with 400, as some OAuth servers do.',
    behaviour: (normal) => ({
      refusalStatus: (call, refusal) =>
        refusal.refused === 'wrong-client' ? 400 : normal.refusalStatus(call, refusal),
    }),
  },
];
