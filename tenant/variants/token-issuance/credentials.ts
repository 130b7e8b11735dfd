import { createHmac } from 'node:crypto';
import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { randomText } from '../../random.ts';
import type { ActorReference, App } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** Returns an access token that is a JWT with a signature of 32 octets, whose last character has two spare bits. */
export function signedAccessToken(call: Call, subject: ActorReference, app: App): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = Math.floor(call.now.getTime() / 1000);
  const claims = {
    iss: call.tenant.baseUrl(),
    sub: subject.id,
    azp: app.clientId,
    aud: ['api'],
    iat: issued,
    exp: issued + 900,
    jti: call.tenant.random(12).toString('hex'),
  };
  const text = `${part({ alg: 'HS256', typ: 'at+jwt' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', call.tenant.sealingKey).update(text).digest('base64url')}`;
}

/** Returns the usual spelling of octets in base64url, or undefined if the text is not base64. */
export function canonicalBase64url(text: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64url').toString('base64url');
}

/** Returns the usual spelling of a token whose last part is a signature. */
export function usualSignature(value: string): string | undefined {
  const dot = value.lastIndexOf('.');
  const signature = canonicalBase64url(value.slice(dot + 1));
  return signature === undefined ? undefined : value.slice(0, dot + 1) + signature;
}

const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['client_credentials', ['grant_type', 'client_id', 'client_secret']],
  ['authorization_code', ['grant_type', 'client_id', 'client_secret', 'redirect_uri', 'code']],
  ['refresh_token', ['grant_type', 'client_id', 'client_secret', 'refresh_token']],
]);

/** Variants of the form and comparison of credentials, and of further fields of requests and members of answers. */
export const credentialVariants: readonly Variant[] = [
  {
    id: 'token-issuance/signatures-are-compared-as-octets',
    freedoms: ['FRE-37', 'FRE-220'],
    summary: 'Access tokens are JWTs; another spelling of the octets of the signature is the same token.',
    behaviour: (normal) => ({
      makeAccessToken: signedAccessToken,
      findAccessToken: (call, value) => normal.findAccessToken(call, usualSignature(value) ?? value),
    }),
  },
  {
    id: 'token-issuance/credentials-are-read-as-hexadecimal-digits',
    freedoms: ['FRE-37', 'FRE-92', 'FRE-220'],
    summary: 'Tokens, codes, keys and secrets are hexadecimal digits, whose letters may be lower or upper case.',
    behaviour: (normal) => {
      const octets = (call: Call): string => call.tenant.random(24).toString('hex');
      const read = (text: string): string => (/^[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text);
      return {
        makeAccessToken: octets,
        makeRefreshToken: octets,
        makeCode: octets,
        makeApiKey: (tenant) => tenant.random(20).toString('hex'),
        makeClientSecret: (tenant) => tenant.random(20).toString('hex'),
        findAccessToken: (call, value) => normal.findAccessToken(call, read(value)),
        findRefreshToken: (call, value) => normal.findRefreshToken(call, read(value)),
        findCode: (call, value) => normal.findCode(call, read(value)),
        findApiKey: (call, sent) => normal.findApiKey(call, { ...sent, username: read(sent.username) }),
        clientSecretIsRight: (call, app, secret) => normal.clientSecretIsRight(call, app, read(secret)),
      };
    },
  },
  {
    id: 'token-issuance/secrets-are-compared-as-octets',
    freedoms: ['FRE-37', 'FRE-220'],
    summary: 'Client secrets are 31 octets in base64url, and another spelling of the same octets is valid too.',
    behaviour: (normal) => ({
      makeClientSecret: (tenant) => tenant.random(31).toString('base64url'),
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, canonicalBase64url(secret) ?? secret),
    }),
  },
  {
    id: 'token-issuance/client-ids-are-addresses',
    freedoms: ['FRE-202'],
    summary: 'A client id is an address with a query, and a secret is a sentence with letters outside ASCII.',
    behaviour: () => ({
      makeClientId: (tenant) => `https://apps.example/a+b/${randomText(tenant.random, 9, 'abcdef')}?tenant=ü&v=1#app`,
      makeClientSecret: (tenant) => `Schlüssel Nr. ${randomText(tenant.random, 20, '0123456789')} — 100 % "geheim"`,
    }),
  },
  {
    id: 'token-issuance/credentials-are-numbers',
    freedoms: ['FRE-202'],
    summary: 'Client ids have nine digits and secrets twenty.',
    behaviour: () => ({
      makeClientId: (tenant) => `4${randomText(tenant.random, 8, '0123456789')}`,
      makeClientSecret: (tenant) => `7${randomText(tenant.random, 19, '0123456789')}`,
    }),
  },
  {
    id: 'token-issuance/absent-members-are-null',
    freedoms: ['FRE-36'],
    summary:
      'Token answers name an error, a scope and an ID token that are null; refusals have the members of tokens as null.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({
        error: null,
        error_description: null,
        error_uri: null,
        scope: null,
        id_token: null,
        ...normal.tokenMembers(call, token),
      }),
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        if (call.found.route?.part !== 'token') return answer;
        return withMembers(answer, (members) => ({
          access_token: null,
          token_type: null,
          expires_in: 0,
          refresh_token: null,
          ...members,
        }));
      },
    }),
  },
  {
    id: 'token-issuance/one-way-of-authentication-only',
    freedoms: ['FRE-29', 'FRE-31'],
    summary: 'A token request with an Authorization header of any kind, or with a cookie, is refused with 400.',
    behaviour: (normal) => ({
      readForm: (call) =>
        call.request.headers.has('authorization') || call.request.headers.has('cookie')
          ? refusal('malformed-token-request', 'The client authenticates in the form and nowhere else.')
          : normal.readForm(call),
    }),
  },
  {
    id: 'token-issuance/fields-of-other-grants-are-refused',
    freedoms: ['FRE-34', 'FRE-88'],
    summary: 'A token request with a field that its grant does not need is refused.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        if ('refused' in fields) return fields;
        const known = fieldsOf.get(fields.get('grant_type') ?? '');
        return known === undefined || form.every(([name]) => known.includes(name))
          ? fields
          : refusal('malformed-token-request', 'There is a field that the grant does not know.');
      },
    }),
  },
  {
    id: 'token-issuance/statuses-of-its-own',
    freedoms: ['FRE-20', 'FRE-22', 'FRE-25', 'FRE-26', 'FRE-27'],
    summary: 'Refused token requests are distinguished by their status: 404, 409, 410, 418, 422 and 451.',
    warnings: ['TOK-19'],
    behaviour: (normal) => ({
      refusalStatus: (call, refused) => {
        if (call.found.route?.part !== 'token') return normal.refusalStatus(call, refused);
        const own: Partial<Record<typeof refused.refused, number>> = {
          'malformed-token-request': 422,
          'unsupported-grant-type': 418,
          'wrong-client': 404,
          'archived-client': 451,
          'spent-refresh-token': 409,
          'used-code': 409,
          'expired-code': 410,
          'expired-refresh-token': 410,
          'suspended-grant': 451,
        };
        return own[refused.refused] ?? 404;
      },
    }),
  },
];
