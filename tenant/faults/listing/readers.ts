import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { pageTokensAsCredentials, pageTokensOfMaker } from './makers.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Answers calls without a credential but with a page token with another status than 401. */
function anonymousFollowing(
  refused: 'forbidden' | 'not-found' | 'invalid-page-token',
  path: string,
): Fault['behaviour'] {
  return becomes('authenticate', (actor, call) => {
    const anonymous = isRefusal(actor) && !call.request.headers.has('authorization');
    return anonymous && isFollowing(call) && call.request.path === path
      ? refusal(refused, 'This page is not yours.')
      : actor;
  });
}

/** Faults about which records a reader sees, and whose page token the reader can use. */
export const readerFaults: readonly Fault[] = [
  ...breaking('LST-29', {
    'page-tokens-are-credentials': [
      (normal) => pageTokensAsCredentials(normal),
      'The tenant serves a call without a credential but with a page token as the actor for whom the token was made.',
    ],
    'page-tokens-of-v2-plates-are-credentials': [
      (normal) => pageTokensAsCredentials(normal, (call) => call.request.path === '/api/v2/plates'),
      'The v2 listing of plates needs no credential for following pages.',
    ],
    'page-tokens-of-delegates-are-credentials': [
      (normal) =>
        pageTokensAsCredentials(
          normal,
          (_call, { kind, credential }) => kind === 'user' && credential.kind === 'accessToken',
        ),
      'The page token of an app that acts for a user is served without a credential.',
    ],
    'following-pages-without-a-credential-are-forbidden': [
      anonymousFollowing('forbidden', '/api/v3/entry/items'),
      'The v3 listing of entries answers a following page without a credential with 403.',
    ],
  }),
  // A tenant may check parameters before credentials (FRE-224).
  ...breaking('TRN-20', {
    'following-pages-without-a-credential-are-not-there': [
      anonymousFollowing('invalid-page-token', '/api/v2/entries'),
      'The v2 listing of entries answers a following page without a credential with 400.',
    ],
  }),
  ...breaking('LST-30', {
    'page-tokens-go-on-for-anybody': [
      (normal) => pageTokensOfMaker(normal),
      'A page token goes on with the records of the actor for whom it was made, whoever sends it.',
    ],
    'page-tokens-of-users-go-on-for-apps': [
      (normal) => pageTokensOfMaker(normal, (call, maker) => maker.kind === 'user' && call.found.actor?.kind === 'app'),
      'With the page token of a user, an app that acts as itself sees the following page of that user.',
    ],
    'page-tokens-of-apps-go-on-for-keys': [
      (normal) =>
        pageTokensOfMaker(
          normal,
          (call, maker) => maker.kind === 'app' && call.found.actor?.credential.kind === 'apiKey',
        ),
      'With the page token of an app, a caller with an API key sees the following page of that app.',
    ],
    'page-tokens-of-results-go-on-for-anybody': [
      (normal) => pageTokensOfMaker(normal, (call) => call.request.path.endsWith('/assay-results')),
      'A page token of assay results shows the following page of its maker to any caller.',
    ],
    'page-tokens-through-one-app-are-shared': [
      (normal) =>
        pageTokensOfMaker(normal, (call, maker) => {
          const mine = call.found.actor?.credential;
          const theirs = maker.credential;
          return mine?.kind === 'accessToken' &&
            theirs.kind === 'accessToken' &&
            maker.kind === 'user' &&
            call.found.actor?.kind === 'user'
            ? mine.token.appId === theirs.token.appId
            : false;
        }),
      'A page token that an app got for one user works for the same app and another user.',
    ],
    'wrong-page-tokens-are-explained': [
      (normal) => {
        const places = new Map<string, string>();
        return {
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            places.set(token, last.name);
            return token;
          },
          readPageToken: (call, actor, listing, token) => {
            const cursor = normal.readPageToken(call, actor, listing, token);
            const place = places.get(token);
            return isRefusal(cursor) && place !== undefined
              ? refusal('invalid-page-token', `The page after "${place}" is not for this caller.`)
              : cursor;
          },
        };
      },
      'If a page token belongs to another reader, the answer names the record after which it goes on.',
    ],
  }),
  ...breaking('LST-28', {
    'page-tokens-are-read-as-sent': [
      () => ({
        pageTokenOf: (call) => /[?&]nextToken=([^&]+)/.exec(call.request.target)?.[1],
      }),
      'The tenant reads a page token from the address without decoding it.',
    ],
    'codes-in-page-tokens-are-read-in-capitals': [
      () => ({
        pageTokenOf: (call) =>
          /[?&]nextToken=([^&]+)/
            .exec(call.request.target)?.[1]
            ?.replaceAll(/%([0-9A-F]{2})/g, (_code, digits: string) =>
              String.fromCharCode(Number.parseInt(digits, 16)),
            ),
      }),
      'The tenant decodes only percent escapes in capital letters in a page token.',
    ],
    'stars-in-page-tokens-stay-encoded': [
      (normal) => ({
        makePageToken: (call, actor, listing, last) =>
          normal.makePageToken(call, actor, listing, last).replaceAll('.', '*'),
        readPageToken: (call, actor, listing, token) =>
          listing.version === 'v2' && /%2a/i.test(call.request.target)
            ? refusal('invalid-page-token', 'nextToken is not known.')
            : normal.readPageToken(call, actor, listing, token.replaceAll('*', '.')),
      }),
      'Page tokens have a star instead of a point, and v2 refuses a token with an encoded star.',
    ],
  }),
  ...breaking('LST-31', {
    'two-projects-at-most': [
      becomes('recordsFor', (records) => {
        const projects = [...new Set(records.map(({ projectId }) => projectId))].slice(0, 2);
        return records.filter(({ projectId }) => projects.includes(projectId));
      }),
      'If the records of a reader are in more than two projects, listings show only those of the first two.',
      ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'two-projects-open-all': [
      becomes('recordsFor', (records, call, _actor, listing) => {
        const several = new Set(records.map(({ projectId }) => projectId)).size > 1;
        return several && listing.kind !== 'entry' ? [...call.tenant.state.records.byKind[listing.kind]] : records;
      }),
      'A reader with records in two projects sees the plates and assay results of all projects.',
      ['KEY-04', 'CCR-09', 'CCR-13', 'DEL-32', 'DEL-34', 'DEL-36', 'OIC-04'],
    ],
    'the-second-record-of-a-project-is-left-out-for-users': [
      becomes('recordsFor', (records, _call, actor, listing) => {
        const projects = records.map(({ projectId }) => projectId);
        const several = new Set(projects).size > 1;
        if (listing.kind !== 'assayResult' || actor.kind !== 'user' || !several) return records;
        return records.filter(({ projectId }, at) => projects.indexOf(projectId) === at);
      }),
      'A user with assay results in several projects sees only the first assay result of each.',
      ['KEY-03'],
    ],
  }),
];
