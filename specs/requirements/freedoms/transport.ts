import type { FreedomEntry } from '../entry.ts';

/** Refusals, connections, and the delay until a change is visible. */
export const transport = [
  {
    id: 'FRE-01',
    topic: 'Body of a 401',
    range: 'Any body (JSON or not) or no body. The specification prescribes no error code or message.',
  },
  {
    id: 'FRE-02',
    topic: 'How plain HTTP is refused',
    range:
      'No listener, a reset connection, a redirect to https, 400, 403, 404 or 426: any outcome that delivers no records, no tokens and no codes.',
  },
  {
    id: 'FRE-03',
    topic: 'TLS versions, ciphers, HTTP version',
    range:
      'Any TLS version, and HTTP/1.1, 2 or 3. A documented path may redirect to another HTTPS address of the same tenant; the suite follows such a redirect but does not require it.',
  },
  {
    id: 'FRE-04',
    topic: 'HSTS, CORS, security headers',
    range: 'Present or absent. The specification does not mention them.',
  },
  {
    id: 'FRE-05',
    topic: 'Status for an authenticated call without permission',
    range: '403, 404, an empty page or any other refusal. The specification names no status for a missing permission.',
  },
  {
    id: 'FRE-06',
    topic: 'Status for unknown paths and wrong methods',
    range:
      '404, 405, 401 or any other status, with or without a credential: only documented paths are judged. It is a warning if another spelling of a documented path shows records to a call without a credential (TRN-23).',
  },
  {
    id: 'FRE-07',
    topic: 'Two Authorization headers, or two credentials in one request',
    range:
      '401, 400, or the call acts as one of them. Only an answer that mixes two actors is a failure. A credential outside the Authorization header that is used instead of the one in the header, or instead of a wrong one, is at most a warning.',
  },
  {
    id: 'FRE-08',
    topic: 'Cookies on API calls',
    range:
      'A call without an Authorization header may or may not be authenticated by the session of the web application. The four methods do not list this session, so its acceptance is noted, not failed. Cookies that the API or the token endpoint sets, and cookies that belong to no session, do not replace a credential. If they do, or if a call with them is not answered with 401, it is a warning (TRN-22).',
  },
  {
    id: 'FRE-09',
    topic: 'Accept header missing or different',
    range: 'Any behavior without Accept: application/json: JSON, 406 or another format.',
  },
  {
    id: 'FRE-10',
    topic: 'Spaces around credentials, several spaces after the scheme, trailing newline',
    range: 'Accepted or 401.',
  },
  {
    id: 'FRE-11',
    topic: 'WWW-Authenticate content',
    range: 'Scheme names, realm and error parameters are free. Absence is at most a warning.',
  },
  {
    id: 'FRE-12',
    topic: 'Rate limits',
    range:
      'Any limit, with any status (429 is usual), with or without Retry-After. A suite must limit its own request rate and treat a 429 as a limitation of the test environment.',
  },
  {
    id: 'FRE-13',
    topic: 'Latency and eventual consistency of created records in listings',
    range: 'Records may take some time to appear in listings and filters. The suite polls with a limit.',
  },
  {
    id: 'FRE-14',
    topic: 'Latency of grants',
    range: 'A permission change may take some time to become visible. The suite polls with a limit.',
  },
  {
    id: 'FRE-15',
    topic: 'Latency of suspension, un-suspension, uninstallation, unarchiving',
    range:
      'The specification uses the word immediately for archiving only. A short propagation delay is allowed for the other transitions, so the suite polls with a limit.',
  },
  {
    id: 'FRE-16',
    topic: 'Latency of secret and key rotation',
    range: 'The specification does not say whether the old value stops at once or after a short grace period.',
  },
  {
    id: 'FRE-17',
    topic: "Status and body when a suspended user's key or token is used",
    range: '401, 403 or any other refusal, with any body. The specification explicitly leaves this open.',
  },
  {
    id: 'FRE-18',
    topic: 'Status and body when an archived app calls',
    range: '401, 403 or any other refusal, with any body. The specification explicitly leaves this open.',
  },
  {
    id: 'FRE-19',
    topic: 'Status and body of calls with delegated tokens of an uninstalled app',
    range: 'Any refusal. The specification only says that the app can no longer act for the user.',
  },
  {
    id: 'FRE-220',
    topic: 'Different spellings of one credential',
    range:
      'This covers spare bits and padding of base64, and letter case if a value was issued in letters of one case throughout (hexadecimal digits, UUIDs, base32). A spelling that decodes to the same bytes may be accepted or refused.',
  },
  {
    id: 'FRE-222',
    topic: 'Status of a credential with an invalid form',
    range:
      'A credential that does not have the form of a bearer token (RFC 6750, section 2.1), a Basic credential (RFC 7617) or a JSON Web Signature (RFC 7515) is answered with 401 or another status from 400 to 499.',
  },
  {
    id: 'FRE-223',
    topic: 'Schemes beyond the four methods, and credentials in other places',
    range:
      'It is inferred that a live credential is valid only under its documented scheme and in the Authorization header. If it is also accepted elsewhere, that is at most a warning (TRN-09, TRN-11).',
  },
  {
    id: 'FRE-224',
    topic: 'Whether authentication or parameter validation comes first',
    range:
      'It is inferred that authentication comes first. Refusing the parameters of a call that is not authenticated is at most a warning (TRN-20). A different answer to conditional headers of such a call is also at most a warning (TRN-24).',
  },
] as const satisfies readonly FreedomEntry[];
