import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

type Version = 'v2' | 'v3';

const versionOf = (call: Call): Version | undefined =>
  call.request.path.startsWith('/api/v3/') ? 'v3' : call.request.path.startsWith('/api/v2/') ? 'v2' : undefined;

/** Wrong decisions about where the versions are, and what they make of one credential. */
export const versionFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-is-not-there',
    breaks: ['VER-01', 'VER-02'],
    also: ['TRN-02', 'CCR-04', 'KEY-02', 'KEY-20', 'LST-01', 'LST-03', 'CCR-08', 'CCR-11'],
    summary: 'There are no listings under /api/v3.',
    behaviour: (normal) => ({
      listingPaths: (listing) => normal.listingPaths(listing).filter((path) => !path.startsWith('/api/v3/')),
    }),
  },
  {
    id: 'versioning/v2-is-retired',
    breaks: ['VER-01', 'VER-02'],
    also: ['TRN-02', 'CCR-04', 'KEY-02', 'KEY-20', 'LST-02', 'LST-04', 'CCR-08', 'CCR-11'],
    summary: 'The entries and plates of v2 are answered with 410.',
    behaviour: () => ({
      accept: (call) =>
        call.request.method === 'GET' && /^\/api\/v2\/(entries|plates)$/.test(call.request.path)
          ? { status: 410, headers: [['Sunset', 'Fri, 31 Dec 2027 23:59:59 GMT']], body: undefined }
          : undefined,
    }),
  },
  {
    id: 'versioning/v3-needs-a-header',
    breaks: ['VER-01', 'VER-02'],
    also: ['TRN-02', 'CCR-04', 'KEY-02', 'KEY-20', 'LST-01', 'LST-03', 'CCR-08', 'CCR-11'],
    summary: 'v3 is served only where a header Api-Version asks for it too.',
    behaviour: (normal) => ({
      pathOf: (call) =>
        versionOf(call) === 'v3' && !call.request.headers.has('api-version') ? '/nowhere' : normal.pathOf(call),
    }),
  },
  {
    id: 'versioning/tokens-stay-with-the-version-first-used',
    breaks: ['VER-02'],
    also: ['CCR-04', 'CCR-05'],
    summary: 'An access token works only on the version on which it was first used.',
    behaviour: () => {
      const first = new WeakMap<AccessToken, Version>();
      return {
        tokenFitsCall: (call, token) => {
          const version = versionOf(call);
          if (version === undefined) return true;
          const bound = first.get(token) ?? version;
          first.set(token, bound);
          return bound === version;
        },
      };
    },
  },
  {
    id: 'versioning/v2-refuses-tokens-that-were-used-on-v3',
    breaks: ['VER-02'],
    also: ['CCR-04', 'CCR-05', 'DEL-62'],
    summary: 'Once an access token has been used on v3, v2 refuses it.',
    behaviour: () => {
      const moved = new WeakSet<AccessToken>();
      return {
        tokenFitsCall: (call, token) => {
          if (versionOf(call) === 'v3') moved.add(token);
          return versionOf(call) !== 'v2' || !moved.has(token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-takes-no-app-tokens',
    breaks: ['VER-02'],
    also: ['CCR-04', 'CCR-08', 'CCR-11'],
    summary: 'v3 refuses access tokens that an app got for itself.',
    behaviour: () => ({
      tokenFitsCall: (call, token) => versionOf(call) !== 'v3' || token.subject.kind !== 'app',
    }),
  },
  {
    id: 'versioning/unversioned-token-path-needs-a-version',
    breaks: ['VER-04'],
    also: ['TRN-02', 'TOK-01', 'CCR-01'],
    summary: '/oauth/token refuses a request without a header Api-Version.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        call.request.path === '/oauth/token' && !call.request.headers.has('api-version')
          ? refusal('malformed-token-request', 'Which version?')
          : normal.decideTokenRequest(call),
    }),
  },
  {
    id: 'versioning/unversioned-token-path-is-not-there',
    breaks: ['VER-04'],
    also: ['TRN-02', 'TOK-01', 'CCR-01'],
    summary: 'Tokens are issued at /api/v2/token and /api/v3/token only.',
    behaviour: () => ({ tokenPaths: () => ['/api/v2/token', '/api/v3/token'] }),
  },
];
