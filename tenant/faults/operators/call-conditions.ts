import type { Call } from '../../call.ts';
import { headerOf, type Connection } from '../../http/message.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { plain, type Condition } from './condition.ts';
import { atLegacyPath } from './kinds.ts';
import { itselfIn, type Holds } from './presented.ts';

const lists = (call: Call): boolean => call.request.method === 'GET' && call.found.route?.part === 'api';
const pathIs =
  (path: string): Holds =>
  (call) =>
    lists(call) && call.request.path === path;
const version =
  (name: 'v2' | 'v3'): Holds =>
  ({ request }) =>
    request.path.startsWith(`/api/${name}/`);
const schemeOf = (call: Call): string => headerOf(call.request, 'authorization')?.split(' ')[0] ?? '';

/** How many requests a connection has brought. */
const onConnection = (id: string, when: string, isMeant: (requests: number) => boolean): Condition => ({
  id,
  of: 'connection',
  when,
  watch: (normal) => {
    const requests = new WeakMap<Connection, number>();
    return {
      holds: ({ connection }) => isMeant(requests.get(connection) ?? 0),
      remembering: {
        accept: (call) => {
          requests.set(call.connection, (requests.get(call.connection) ?? 0) + 1);
          return normal.accept(call);
        },
      },
    };
  },
});

/** What a request is like. */
export const callConditions: readonly Condition[] = [
  plain('form', 'on-following-pages', 'where a following page is asked for', isFollowing),
  plain('form', 'on-first-pages', 'where a first page is asked for', (call) => lists(call) && !isFollowing(call)),
  plain('form', 'on-sorted-pages', 'where a sorted page is asked for', sorts),
  plain('form', 'on-filtered-pages', 'where a filtered page is asked for', filters),
  plain('form', 'on-sized-pages', 'where the size of the page is given', ({ request }) =>
    request.query.has('pageSize'),
  ),
  plain('form', 'on-bare-calls', 'where the call has no query', (call) => lists(call) && call.request.query.size === 0),
  plain('listing', 'at-v3-entries', 'at the v3 listing of entries', pathIs('/api/v3/entry/items'), 'one version'),
  plain('listing', 'at-v2-entries', 'at the v2 listing of entries', pathIs('/api/v2/entries'), 'one version'),
  plain('listing', 'at-v3-plates', 'at the v3 listing of plates', pathIs('/api/v3/plate/items'), 'one version'),
  plain('listing', 'at-v2-plates', 'at the v2 listing of plates', pathIs('/api/v2/plates'), 'one version'),
  plain('listing', 'at-assay-results', 'at the listing of assay results', ({ request }) =>
    request.path.endsWith('/assay-results'),
  ),
  plain('version', 'on-v2', 'where v2 is called', version('v2'), 'one version'),
  plain('version', 'on-v3', 'where v3 is called', version('v3'), 'one version'),
  plain('write', 'on-writes', 'where an entry is created', creates),
  plain('scheme', 'in-lower-case', 'where the scheme is written in lower case', (call) =>
    /^[a-z]+$/.test(schemeOf(call)),
  ),
  plain('scheme', 'in-upper-case', 'where the scheme is written in upper case', (call) =>
    /^[A-Z]+$/.test(schemeOf(call)),
  ),
  onConnection('on-kept-connections', 'where the connection has brought a request before', (requests) => requests > 1),
  onConnection(
    'on-new-connections',
    'where the connection has brought no request before',
    (requests) => requests === 1,
  ),
  plain('token path', 'at-the-legacy-path', 'where the legacy token path is asked', atLegacyPath, 'the legacy path'),
  plain(
    'token path',
    'at-the-usual-path',
    'where the unversioned token path is asked',
    ({ request }) => request.path === '/oauth/token',
  ),
];

/** How often something was presented before. */
const afterUses = (id: string, when: string, isMeant: (uses: number) => boolean): Condition => ({
  id,
  of: 'uses',
  when,
  touches: 'use',
  watch: (normal) => {
    const uses = new WeakMap<object, number>();
    const count = (one: object): void => void uses.set(one, (uses.get(one) ?? 0) + 1);
    return {
      holds: (_call, presented) => {
        const itself = itselfIn(presented);
        return itself !== undefined && isMeant(uses.get(itself) ?? 0);
      },
      remembering: {
        actorOfKey: (call, key) => {
          count(key);
          return normal.actorOfKey(call, key);
        },
        actorOfToken: (call, token) => {
          count(token);
          return normal.actorOfToken(call, token);
        },
      },
    };
  },
});

/** How much a credential was used. */
export const useConditions: readonly Condition[] = [
  afterUses('after-three-uses', 'once it has been used three times', (uses) => uses > 3),
  afterUses('after-six-uses', 'once it has been used six times', (uses) => uses > 6),
  afterUses('at-every-fourth-use', 'at every fourth use', (uses) => uses > 0 && uses % 4 === 0),
];
