import type { FreedomEntry } from '../entry.ts';

/** Refusals, connections, and how soon a change is seen. */
export const transport = [
  {
    id: 'FRE-01',
    topic: 'Body of a 401',
    range: 'Any body, JSON or not, or none; no error code or message is prescribed.',
  },
  {
    id: 'FRE-02',
    topic: 'How plain HTTP is refused',
    range:
      'No listener, reset connection, redirect to https, 400, 403, 404, 426: anything that delivers neither records nor tokens nor codes.',
  },
  {
    id: 'FRE-03',
    topic: 'TLS versions, ciphers, HTTP version',
    range:
      'Any TLS version and HTTP/1.1, 2 or 3. A documented path may redirect to another HTTPS address of the same tenant, which is followed; the suite does not need it.',
  },
  { id: 'FRE-04', topic: 'HSTS, CORS, security headers', range: 'Present or absent; not mentioned.' },
  {
    id: 'FRE-05',
    topic: 'Status for an authenticated call without permission',
    range: '403, 404, an empty page, or any other refusal; the document names no status for lack of permission.',
  },
  {
    id: 'FRE-06',
    topic: 'Status for unknown paths and wrong methods',
    range:
      '404, 405, 401 or other, with or without a credential: only documented paths are judged. Records that another spelling of a documented path shows to a call without a credential are a warning (TRN-23).',
  },
  {
    id: 'FRE-07',
    topic: 'Two Authorization headers, or two credentials in one request',
    range:
      '401, 400, or acting as one of them; only a mixture of two actors in one answer would be wrong. A credential in another place than the Authorization header that takes the place of the one there, or of a wrong one, is a warning at most.',
  },
  {
    id: 'FRE-08',
    topic: 'Cookies on API calls',
    range:
      'Honouring or ignoring the session of the web application without an Authorization header is open (the four methods do not list it, so acceptance is noted, not failed). Cookies that answers of the API or of the token endpoint set, and cookies of no session, take the place of no credential; where they do, or are answered otherwise than with 401, it is a warning (TRN-22).',
  },
  {
    id: 'FRE-09',
    topic: 'Accept header missing or different',
    range: 'Any behaviour without Accept: application/json: JSON, 406, another format.',
  },
  {
    id: 'FRE-10',
    topic: 'Spaces around credentials, several spaces after the scheme, trailing newline',
    range: 'Accepted or 401.',
  },
  {
    id: 'FRE-11',
    topic: 'WWW-Authenticate content',
    range: 'Scheme names, realm and error parameters are free; absence is at most a warning.',
  },
  {
    id: 'FRE-12',
    topic: 'Rate limits',
    range:
      'Any limit, with any status (429 usual), Retry-After or not; a suite must pace itself and read a 429 as test-bed trouble.',
  },
  {
    id: 'FRE-13',
    topic: 'Latency and eventual consistency of created records in listings',
    range: 'Records may take some time to appear in listings and filters; the suite polls with a bound.',
  },
  {
    id: 'FRE-14',
    topic: 'Latency of grants',
    range: 'A permission change may need some time to be seen; the suite polls with a bound.',
  },
  {
    id: 'FRE-15',
    topic: 'Latency of suspension, un-suspension, uninstallation, unarchiving',
    range:
      'The word immediately is used for archiving only; a short propagation time is tolerable for the other transitions, so poll with a bound.',
  },
  {
    id: 'FRE-16',
    topic: 'Latency of secret and key rotation',
    range: 'Whether the old value dies at the same instant or after a short grace is not given.',
  },
  {
    id: 'FRE-17',
    topic: "Status and body when a suspended user's key or token is used",
    range: '401, 403 or any other refusal, any body; explicitly not given.',
  },
  {
    id: 'FRE-18',
    topic: 'Status and body when an archived app calls',
    range: '401, 403 or any other refusal, any body; explicitly not given.',
  },
  {
    id: 'FRE-19',
    topic: 'Status and body of calls with delegated tokens of an uninstalled app',
    range: 'Any refusal; only that the app cannot act for the user is given.',
  },
  {
    id: 'FRE-220',
    topic: 'Different spellings of one credential',
    range:
      'Spare bits and padding of base64, and letter case where a value was issued with letters of one case throughout (hexadecimal digits, UUIDs, base32): a spelling that decodes to the same bytes is accepted or refused.',
  },
  {
    id: 'FRE-222',
    topic: 'Status of a credential that cannot be one by its form',
    range:
      'What by its form is no bearer token (RFC 6750, section 2.1), no Basic credential (RFC 7617) and no JSON Web Signature (RFC 7515) is answered with 401 or with another status of 400 to 499.',
  },
  {
    id: 'FRE-223',
    topic: 'Schemes beyond the four methods, and credentials in other places',
    range:
      'That a live credential counts only under its documented scheme and in the Authorization header is inference: one that counts otherwise too is a warning at most (TRN-09, TRN-11).',
  },
  {
    id: 'FRE-224',
    topic: 'Whether authentication or the validation of parameters comes first',
    range:
      'Authentication by inference: a refusal of the parameters of a call that is not authenticated is a warning at most (TRN-20). What conditional headers of such a call are answered with is, too (TRN-24).',
  },
] as const satisfies readonly FreedomEntry[];
