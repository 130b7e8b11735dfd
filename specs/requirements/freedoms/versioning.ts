import type { FreedomEntry } from '../entry.ts';

/** Further paths and versions. */
export const versioning = [
  { id: 'FRE-211', topic: '/api/v3/token, /api/v2/oauth/token and other token paths', range: 'Present or absent.' },
  {
    id: 'FRE-212',
    topic: 'Deprecation headers and sunset notices; deprecation of event types',
    range:
      'Present or absent, also on v2 and on the legacy token path. The specification does not say when an API version or an event type is deprecated or withdrawn. It also does not say how this is announced, apart from the member deprecated of the messages.',
  },
  { id: 'FRE-213', topic: 'Further API versions', range: 'Present or absent.' },
  {
    id: 'FRE-214',
    topic: '/api/v2/oauth/authorize or other versioned authorize paths',
    range: 'They may be present or absent.',
  },
  {
    id: 'FRE-215',
    topic: '{base_url}/editor',
    range: 'A page of the web application. Any status or redirect is allowed for a client without a session.',
  },
  {
    id: 'FRE-216',
    topic: 'API keys and ID tokens across versions',
    range: 'It is inferred that both versions accept them. The specification says this only of the access token.',
  },
  { id: 'FRE-217', topic: 'Item shapes of v2 against v3', range: 'May differ in any way.' },
  {
    id: 'FRE-241',
    topic: 'Which refresh tokens the legacy token path accepts',
    range:
      'Those of both paths, or only those that it issued itself. That both paths share their tokens is inferred (VER-07, VER-10, VER-21): at most a warning. In either case, a token that was spent at one path yields no token at the other.',
  },
] as const satisfies readonly FreedomEntry[];
