import type { FreedomEntry } from '../entry.ts';

/** The token endpoint, client secrets and app tokens. */
export const tokenIssuance = [
  {
    id: 'FRE-20',
    topic: 'Error code and status for malformed token requests',
    range: 'Any 4xx and any body; invalid_request, unsupported_grant_type and invalid_client are OAuth habit only.',
  },
  {
    id: 'FRE-21',
    topic: 'Status of a refused client secret',
    range:
      '401 follows from the general row on wrong credentials, 400 from OAuth habit: warning at most for 4xx other than 401.',
  },
  {
    id: 'FRE-22',
    topic: 'Status beside invalid_grant',
    range: '400 (usual), 401 or any other refusal; only the error name is given.',
  },
  {
    id: 'FRE-23',
    topic: 'Where invalid_grant stands',
    range:
      'JSON member error at top level (usual), nested, or as a code in another shape: error body shape is not shown; a fair suite looks for the error name anywhere in the body.',
  },
  { id: 'FRE-24', topic: 'error_description, error_uri', range: 'Present or absent, any text.' },
  {
    id: 'FRE-25',
    topic: 'Error for a refresh token that expired, was invalidated or belongs to an uninstalled app',
    range: 'invalid_grant or any other error and status; explicitly not given. Only that no token comes is judged.',
  },
  {
    id: 'FRE-26',
    topic: 'Error for a refresh token that never existed',
    range: 'Any refusal; invalid_grant not required.',
  },
  {
    id: 'FRE-27',
    topic: 'Error for a wrong, expired or foreign authorization code',
    range: 'Any refusal; invalid_grant not required.',
  },
  { id: 'FRE-28', topic: "Error of a suspended user's refresh", range: 'Any refusal.' },
  {
    id: 'FRE-29',
    topic: 'Client authentication by HTTP Basic at the token path',
    range: 'Accepted or refused: the document has client_id and client_secret in the form only.',
  },
  {
    id: 'FRE-30',
    topic: 'JSON or multipart token requests',
    range: 'Accepted, 400 or 415; only the form encoding is described.',
  },
  { id: 'FRE-31', topic: 'Token fields in the query string', range: 'Accepted or refused.' },
  { id: 'FRE-32', topic: 'GET on the token path', range: '405, 404, 400 or other; only POST is described.' },
  { id: 'FRE-33', topic: 'Repeated fields in a token request', range: 'Refused, first or last value taken.' },
  {
    id: 'FRE-34',
    topic: 'Unknown extra fields in a token request (scope, audience, resource, nonce)',
    range: 'Ignored or refused.',
  },
  {
    id: 'FRE-35',
    topic: 'scope',
    range: 'May be absent from requests and answers; a scope member in an answer is an allowed extra.',
  },
  {
    id: 'FRE-36',
    topic: 'Extra members in the access token response',
    range:
      'Any additional members (scope, id_token, created_at ...), except refresh_token and refresh_token_expires_in for client_credentials; with the value null these are a warning (CCR-22).',
  },
  {
    id: 'FRE-37',
    topic: 'Form and length of tokens',
    range:
      'Opaque: random string, JWT or anything; no alphabet beyond what an Authorization header can carry, no length.',
  },
  {
    id: 'FRE-38',
    topic: 'PKCE parameters',
    range:
      'code_challenge and code_verifier may be ignored, checked or refused; never needed, since all required fields are listed.',
  },
  {
    id: 'FRE-39',
    topic: 'Fields empty instead of missing',
    range: 'client_secret= or code= empty: any refusal; same as missing.',
  },
  {
    id: 'FRE-40',
    topic: 'Token answer headers other than content type',
    range: 'Cache-Control and Pragma are OAuth habit: warning at most.',
  },
  {
    id: 'FRE-41',
    topic: 'Success status other than 200 on the token path',
    range: 'Any 2xx with the right body satisfies the stated text; other than 200 is a warning.',
  },
  {
    id: 'FRE-42',
    topic: 'Outstanding access tokens when the client secret is rotated',
    range: 'May go on to 900 s or be revoked at rotation: not given.',
  },
  {
    id: 'FRE-43',
    topic: 'Refresh tokens when the client secret is rotated',
    range: 'May go on with the new secret or be revoked: not given.',
  },
  {
    id: 'FRE-44',
    topic: 'Old secret after rotation',
    range: 'That it stops is inference only; an overlap period would be a warning.',
  },
  {
    id: 'FRE-45',
    topic: 'Introspection, revocation and discovery endpoints (RFC 7662, 7009, 8414)',
    range: 'Absent or present: none is described.',
  },
  {
    id: 'FRE-46',
    topic: 'Status when a new app without grants lists',
    range: '200 with no records, 403, 404: only that no data comes is given.',
  },
  {
    id: 'FRE-47',
    topic: 'Client credentials of an uninstalled app',
    range:
      'Tokens may be issued or refused, existing app tokens may work or not: uninstallation is described only for acting on behalf of users.',
  },
  { id: 'FRE-48', topic: 'Client credentials of an app that was never installed', range: 'Issued or refused.' },
  {
    id: 'FRE-49',
    topic: 'Client id, secret and grants after a reinstall',
    range: 'Kept or new; the suite must take them from the control or the profile.',
  },
  { id: 'FRE-50', topic: 'App grants after a reinstall', range: 'Project access kept or lost.' },
  {
    id: 'FRE-51',
    topic: 'Number of live access tokens per app',
    range: 'That earlier tokens survive is inference; a documented cap would be a warning.',
  },
  {
    id: 'FRE-52',
    topic: 'Form of createdBy and of audit entries',
    range: "Any shape and place; the write probe must say where the actor's id stands.",
  },
  { id: 'FRE-218', topic: 'Letter case of client_id', range: 'Compared exactly or without regard to case.' },
  {
    id: 'FRE-226',
    topic: 'Token request without grant_type',
    range: 'Refused by inference: a request for which a grant type goes without saying is a warning at most (TOK-16).',
  },
] as const satisfies readonly FreedomEntry[];
