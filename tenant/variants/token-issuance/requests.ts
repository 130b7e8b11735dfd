import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { FormFields } from '../../behaviour/token-requests.ts';
import type { Call } from '../../call.ts';
import { headerOf, jsonAnswer } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const KNOWN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'redirect_uri', 'code', 'refresh_token'];

const contentTypeOf = (call: Call): string => headerOf(call.request, 'content-type') ?? '';

/** Returns the members of a JSON object that are texts, or undefined for any other text. */
function jsonFields(text: string): FormFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each] as const] : []));
  } catch {
    return undefined;
  }
}

/** Accepts one of the values of a field that is given several times. */
function taking(which: 'first' | 'last') {
  return (): Partial<Behaviour> => ({
    tokenFields: (_call, form) => {
      const given = form.filter(([, value]) => value !== '');
      return new Map(which === 'last' ? given : given.toReversed());
    },
  });
}

/** Variants of the form of token requests. */
export const requestVariants: readonly Variant[] = [
  {
    id: 'token-issuance/basic-client-authentication',
    freedoms: ['FRE-29'],
    summary: 'The client credentials may also be in a Basic Authorization header.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const [, value] = /^Basic +(.*)$/i.exec(headerOf(call.request, 'authorization') ?? '') ?? [];
        const read = value === undefined ? undefined : normal.readBasic(call, value);
        return { clientId: sent.clientId ?? read?.username, clientSecret: sent.clientSecret ?? read?.password };
      },
    }),
  },
  {
    id: 'token-issuance/json-requests',
    freedoms: ['FRE-30'],
    summary: 'A token request may be JSON; any content type other than JSON and form encoding is answered with 415.',
    behaviour: (normal) => ({
      readForm: (call) => {
        if (!/^application\/json *(;|$)/i.test(contentTypeOf(call))) return normal.readForm(call);
        const fields = jsonFields(call.request.body.toString('utf8'));
        return fields ?? refusal('malformed-token-request', 'The body is not a JSON object.');
      },
      refusalStatus: (call, refused) =>
        call.found.route?.part === 'token' && !/^application\/(json|x-www-form-urlencoded)/i.test(contentTypeOf(call))
          ? 415
          : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'token-issuance/fields-in-the-query',
    freedoms: ['FRE-31'],
    summary: 'Token fields may be in the query string.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const form = normal.readForm(call);
        return isRefusal(form) ? form : [...form, ...call.request.query];
      },
    }),
  },
  {
    id: 'token-issuance/no-query-at-the-token-path',
    freedoms: ['FRE-31', 'FRE-32'],
    summary: 'A token request with a query string is refused, and GET on the token path is answered with 400.',
    behaviour: (normal) => ({
      readForm: (call) =>
        call.request.query.size > 0
          ? refusal('malformed-token-request', 'There must be no query string.')
          : normal.readForm(call),
      routes: (paths) => [
        ...normal.routes(paths),
        ...paths.tokenPaths().map((path) => ({
          method: 'GET',
          path,
          part: 'token' as const,
          answer: (call: Call) =>
            call.tenant.behaviour.refuse(call, refusal('malformed-token-request', 'Tokens are asked for by POST.')),
        })),
      ],
    }),
  },
  {
    id: 'token-issuance/first-of-repeated-fields',
    freedoms: ['FRE-33'],
    summary: 'If a field is given several times, its first value counts.',
    behaviour: taking('first'),
  },
  {
    id: 'token-issuance/last-of-repeated-fields',
    freedoms: ['FRE-33'],
    summary: 'If a field is given several times, its last value counts.',
    behaviour: taking('last'),
  },
  {
    id: 'token-issuance/unknown-fields-are-refused',
    freedoms: ['FRE-34', 'FRE-35', 'FRE-38'],
    summary: 'A token request with an undocumented field, such as scope or code_verifier, is refused.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const unknown = form.find(([name]) => !KNOWN_FIELDS.includes(name));
        return unknown === undefined
          ? normal.tokenFields(call, form)
          : refusal('malformed-token-request', 'A field is not known.');
      },
    }),
  },
  {
    id: 'token-issuance/empty-fields-are-values',
    freedoms: ['FRE-39'],
    summary: 'An empty field is refused as a wrong value, not as a missing field.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        if (isRefusal(fields)) return fields;
        const empty = form.filter(([name, value]) => value === '' && !fields.has(name));
        return new Map([...fields, ...empty]);
      },
    }),
  },
  {
    id: 'token-issuance/client-id-in-any-case',
    freedoms: ['FRE-218'],
    summary: 'Client ids are compared without regard to case.',
    behaviour: () => ({
      findClient: (call, clientId) =>
        [...call.tenant.state.apps.values()].find((app) => app.clientId.toLowerCase() === clientId.toLowerCase()),
    }),
  },
  {
    id: 'token-issuance/other-oauth-endpoints',
    freedoms: ['FRE-45'],
    summary: 'In addition to the token endpoint there are endpoints for discovery, introspection and revocation.',
    behaviour: (normal) => ({
      routes: (paths) => [
        ...normal.routes(paths),
        {
          method: 'GET',
          path: '/.well-known/oauth-authorization-server',
          part: 'api',
          answer: (call: Call) =>
            jsonAnswer(200, {
              issuer: call.tenant.baseUrl(),
              token_endpoint: `${call.tenant.baseUrl()}/oauth/token`,
              response_types_supported: ['code'],
            }),
        },
        ...['/oauth/introspect', '/oauth/revoke'].map((path) => ({
          method: 'POST',
          path,
          part: 'api' as const,
          answer: (call: Call) =>
            call.tenant.behaviour.refuse(call, refusal('no-credential', 'Only the platform itself may ask this.')),
        })),
      ],
    }),
  },
];
