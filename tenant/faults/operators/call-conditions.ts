import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { condition, type Condition } from './condition.ts';
import { at, atLegacyPath, atResults, onVersion } from './kinds.ts';
import { counted, type RememberingCondition } from './memories.ts';
import type { Holds } from './presented.ts';
import { itsConnection, used } from './remembered.ts';
import { before } from './rules.ts';

const lists = (call: Call): boolean => call.request.method === 'GET' && call.found.route?.part === 'api';
const pathIs =
  (path: string): Holds =>
  (call) =>
    lists(call) && call.request.path === path;
const schemeOf = (call: Call): string => headerOf(call.request, 'authorization')?.split(' ')[0] ?? '';

/** Returns a condition on the number of requests that came over the connection. */
const onConnection = (isMeant: (requests: number) => boolean): RememberingCondition =>
  counted((count) => before('accept', ({ connection }) => count(connection)), isMeant, itsConnection);

/** Conditions on the properties of a request. */
export const callConditions: readonly Condition[] = [
  condition('form', 'on-following-pages', 'if a following page is requested', isFollowing),
  condition('form', 'on-first-pages', 'if a first page is requested', (call) => lists(call) && !isFollowing(call)),
  condition('form', 'on-sorted-pages', 'if a sorted page is requested', sorts),
  condition('form', 'on-filtered-pages', 'if a filtered page is requested', filters, 'a filter'),
  condition('form', 'on-sized-pages', 'if the size of the page is given', ({ request }) =>
    request.query.has('pageSize'),
  ),
  condition(
    'form',
    'on-bare-calls',
    'if the call has no query',
    (call) => lists(call) && call.request.query.size === 0,
  ),
  condition('listing', 'at-v3-entries', 'at the v3 listing of entries', pathIs('/api/v3/entry/items'), 'one version'),
  condition('listing', 'at-v2-entries', 'at the v2 listing of entries', pathIs('/api/v2/entries'), 'one version'),
  condition('listing', 'at-v3-plates', 'at the v3 listing of plates', pathIs('/api/v3/plate/items'), 'one version'),
  condition('listing', 'at-v2-plates', 'at the v2 listing of plates', pathIs('/api/v2/plates'), 'one version'),
  condition('listing', 'at-assay-results', 'at the listing of assay results', atResults),
  condition('version', 'on-v2', 'if v2 is called', onVersion('v2'), 'one version'),
  condition('version', 'on-v3', 'if v3 is called', onVersion('v3'), 'one version'),
  condition('write', 'on-writes', 'if an entry is created', creates),
  condition('scheme', 'in-lower-case', 'if the scheme is written in lower case', (call) =>
    /^[a-z]+$/.test(schemeOf(call)),
  ),
  condition('scheme', 'in-upper-case', 'if the scheme is written in upper case', (call) =>
    /^[A-Z]+$/.test(schemeOf(call)),
  ),
  condition(
    'connection',
    'on-kept-connections',
    'if a request came over the connection before',
    onConnection((requests) => requests > 1),
  ),
  condition(
    'connection',
    'on-new-connections',
    'if no request came over the connection before',
    onConnection((requests) => requests === 1),
  ),
  condition('token path', 'at-the-legacy-path', 'if the legacy token path is called', atLegacyPath, 'the legacy path'),
  condition('token path', 'at-the-usual-path', 'if the unversioned token path is called', at('/oauth/token')),
];

/** Returns a condition on how often the credential was used before. */
const afterUses = (id: string, when: string, isMeant: (uses: number) => boolean): Condition =>
  condition('uses', id, when, counted(used(), isMeant), 'use');

/** Conditions on how often a credential was used. */
export const useConditions: readonly Condition[] = [
  afterUses('after-three-uses', 'once the credential has been used three times', (uses) => uses > 3),
  afterUses('after-six-uses', 'once the credential has been used six times', (uses) => uses > 6),
  afterUses('at-every-fourth-use', 'at every fourth use of the credential', (uses) => uses > 0 && uses % 4 === 0),
];
