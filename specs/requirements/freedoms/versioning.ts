import type { FreedomEntry } from '../entry.ts';

/** Further paths and versions. */
export const versioning = [
  { id: 'FRE-211', topic: '/api/v3/token, /api/v2/oauth/token and other token paths', range: 'Present or absent.' },
  {
    id: 'FRE-212',
    topic: 'Deprecation headers and sunset notices; deprecation of event types',
    range:
      'Present or absent, also on v2 and the legacy token path. When an API version or an event type is deprecated or withdrawn is not said, nor how that is announced beyond the member deprecated of its messages.',
  },
  { id: 'FRE-213', topic: 'Further API versions', range: 'Present or absent.' },
  { id: 'FRE-214', topic: '/api/v2/oauth/authorize or other versioned authorize paths', range: 'Present or absent.' },
  {
    id: 'FRE-215',
    topic: '{base_url}/editor',
    range: 'A page of the web application; any status or redirect for a client without a session.',
  },
  {
    id: 'FRE-216',
    topic: 'API keys and ID tokens across versions',
    range: 'Both versions by inference; the document says it for the access token.',
  },
  { id: 'FRE-217', topic: 'Item shapes of v2 against v3', range: 'May differ in any way.' },
  {
    id: 'FRE-241',
    topic: 'Which refresh tokens the legacy token path knows',
    range:
      'Those of both paths, or only those that it issued itself: that both share one state is inference (VER-07, VER-10, VER-21), a warning at most. What was spent at one path yields nothing at the other in either case.',
  },
] as const satisfies readonly FreedomEntry[];
