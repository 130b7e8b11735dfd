import type { FreedomEntry } from '../entry.ts';

/** The token endpoint, client secrets and app tokens. */
export const tokenIssuance = [
  {
    id: 'FRE-20',
    topic: 'Error code and status for malformed token requests',
    range:
      'Any 4xx and any body. invalid_request, unsupported_grant_type and invalid_client are only OAuth conventions.',
  },
  {
    id: 'FRE-21',
    topic: 'Status of a refused client secret',
    range:
      '401 follows from the general row on wrong credentials, and 400 from OAuth convention. A 4xx other than 401 is at most a warning.',
  },
  {
    id: 'FRE-22',
    topic: 'Status that accompanies invalid_grant',
    range: '400 (usual), 401 or any other refusal. The specification gives only the error name.',
  },
  {
    id: 'FRE-23',
    topic: 'Place of invalid_grant in the body',
    range:
      'The top-level JSON member error (usual), a nested member, or a code in another shape. The specification does not show the shape of error bodies, so the suite looks for the error name anywhere in the body.',
  },
  { id: 'FRE-24', topic: 'error_description, error_uri', range: 'Present or absent, any text.' },
  {
    id: 'FRE-25',
    topic: 'Error for a refresh token that expired, was invalidated or belongs to an uninstalled app',
    range:
      'invalid_grant or any other error and status. The specification explicitly leaves this open. The suite only judges that no token is returned.',
  },
  {
    id: 'FRE-26',
    topic: 'Error for a refresh token that never existed',
    range: 'Any refusal. invalid_grant is not required.',
  },
  {
    id: 'FRE-27',
    topic: 'Error for a wrong, expired or foreign authorization code',
    range: 'Any refusal. invalid_grant is not required.',
  },
  { id: 'FRE-28', topic: "Error of a suspended user's refresh", range: 'Any refusal.' },
  {
    id: 'FRE-29',
    topic: 'Client authentication by HTTP Basic at the token path',
    range: 'Accepted or refused. The specification sends client_id and client_secret only in the form.',
  },
  {
    id: 'FRE-30',
    topic: 'JSON or multipart token requests',
    range: 'Accepted, 400 or 415. The specification describes only the form encoding.',
  },
  { id: 'FRE-31', topic: 'Token fields in the query string', range: 'Accepted or refused.' },
  {
    id: 'FRE-32',
    topic: 'GET on the token path',
    range: '405, 404, 400 or any other status. The specification describes only POST.',
  },
  {
    id: 'FRE-33',
    topic: 'Repeated fields in a token request',
    range: 'The request is refused, or the first or last value is used.',
  },
  {
    id: 'FRE-34',
    topic: 'Unknown extra fields in a token request (scope, audience, resource, nonce)',
    range: 'Ignored or refused.',
  },
  {
    id: 'FRE-35',
    topic: 'scope',
    range: 'May be absent from requests and answers. A scope member in an answer is an allowed extra member.',
  },
  {
    id: 'FRE-36',
    topic: 'Extra members in the access token response',
    range:
      'Any additional members (scope, id_token, created_at ...), except refresh_token and refresh_token_expires_in for client_credentials. If these have the value null, that is a warning (CCR-22).',
  },
  {
    id: 'FRE-37',
    topic: 'Form and length of tokens',
    range:
      'Opaque: a random string, a JWT or anything else, of any length. The only limit on characters is what an Authorization header can contain.',
  },
  {
    id: 'FRE-38',
    topic: 'PKCE parameters',
    range:
      'code_challenge and code_verifier may be ignored, checked or refused. They are never required, because the specification lists all required fields.',
  },
  {
    id: 'FRE-39',
    topic: 'Fields empty instead of missing',
    range: 'With an empty client_secret= or code=, any refusal is allowed, the same as for a missing field.',
  },
  {
    id: 'FRE-40',
    topic: 'Token answer headers other than content type',
    range: 'Cache-Control and Pragma are OAuth conventions: at most a warning.',
  },
  {
    id: 'FRE-41',
    topic: 'Success status other than 200 on the token path',
    range: "Any 2xx with the correct body satisfies the specification's words. A status other than 200 is a warning.",
  },
  {
    id: 'FRE-42',
    topic: 'Outstanding access tokens when the client secret is rotated',
    range: 'They may remain valid until 900 s or be revoked at rotation. The specification does not say.',
  },
  {
    id: 'FRE-43',
    topic: 'Refresh tokens when the client secret is rotated',
    range: 'They may remain valid with the new secret or be revoked. The specification does not say.',
  },
  {
    id: 'FRE-44',
    topic: 'Old secret after rotation',
    range: 'It is only inferred that the old secret stops working. An overlap period is a warning.',
  },
  {
    id: 'FRE-45',
    topic: 'Introspection, revocation and discovery endpoints (RFC 7662, 7009, 8414)',
    range: 'Absent or present. The specification describes none of them.',
  },
  {
    id: 'FRE-46',
    topic: 'Status when a new app without grants lists',
    range: '200 with no records, 403 or 404. The specification only says that no data is returned.',
  },
  {
    id: 'FRE-47',
    topic: 'Client credentials of an uninstalled app',
    range:
      'Tokens may be issued or refused, and existing app tokens may or may not work. The specification describes uninstallation only for acting on behalf of users.',
  },
  { id: 'FRE-48', topic: 'Client credentials of an app that was never installed', range: 'Issued or refused.' },
  {
    id: 'FRE-49',
    topic: 'Client id, secret and grants after a reinstall',
    range: 'Kept or new. The suite must take them from the control or the target profile.',
  },
  { id: 'FRE-50', topic: 'App grants after a reinstall', range: 'Access to projects is kept or lost.' },
  {
    id: 'FRE-51',
    topic: 'Number of live access tokens per app',
    range: 'It is inferred that earlier tokens remain valid. A documented limit is a warning.',
  },
  {
    id: 'FRE-52',
    topic: 'Form of createdBy and of audit entries',
    range: "Any shape and place. The configuration of the write probe must say where the actor's id is.",
  },
  { id: 'FRE-218', topic: 'Letter case of client_id', range: 'Compared exactly or without regard to letter case.' },
  {
    id: 'FRE-226',
    topic: 'Token request without grant_type',
    range:
      'It is inferred that such a request is refused. Accepting it with an implied grant type is at most a warning (TOK-16).',
  },
] as const satisfies readonly FreedomEntry[];
