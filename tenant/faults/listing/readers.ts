import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { tokensAreCredentials, tokensOfTheirMaker } from './makers.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Calls without a credential that are answered otherwise than with 401 because of their page token. */
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

/** Who sees which records, and with whose page token. */
export const readerFaults: readonly Fault[] = [
  ...breaking('LST-29', {
    'page-tokens-are-credentials': [
      (normal) => tokensAreCredentials(normal),
      'A call with a page token and without a credential is answered for the actor that the token was made for.',
    ],
    'page-tokens-of-v2-plates-are-credentials': [
      (normal) => tokensAreCredentials(normal, (call) => call.request.path === '/api/v2/plates'),
      'Following pages of plates in v2 need no credential.',
    ],
    'page-tokens-of-delegates-are-credentials': [
      (normal) =>
        tokensAreCredentials(
          normal,
          (_call, { kind, credential }) => kind === 'user' && credential.kind === 'accessToken',
        ),
      'The page token of an app that acts for a user needs no credential beside it.',
    ],
    'following-pages-without-a-credential-are-forbidden': [
      anonymousFollowing('forbidden', '/api/v3/entry/items'),
      'A following page of entries in v3 without a credential is answered with 403.',
    ],
  }),
  // parameters may be looked at first (FRE-224)
  ...breaking('TRN-20', {
    'following-pages-without-a-credential-are-not-there': [
      anonymousFollowing('invalid-page-token', '/api/v2/entries'),
      'A following page of entries in v2 without a credential is answered with 400.',
    ],
  }),
  ...breaking('LST-30', {
    'page-tokens-go-on-for-anybody': [
      (normal) => tokensOfTheirMaker(normal),
      'A page token goes on with the records of the actor it was made for, regardless of who sends it.',
    ],
    'page-tokens-of-users-go-on-for-apps': [
      (normal) =>
        tokensOfTheirMaker(normal, (call, maker) => maker.kind === 'user' && call.found.actor?.kind === 'app'),
      'With the page token of a user, an app that acts as itself sees that user’s following page.',
    ],
    'page-tokens-of-apps-go-on-for-keys': [
      (normal) =>
        tokensOfTheirMaker(
          normal,
          (call, maker) => maker.kind === 'app' && call.found.actor?.credential.kind === 'apiKey',
        ),
      'With the page token of an app, the owner of an API key sees the following page of that app.',
    ],
    'page-tokens-of-results-go-on-for-anybody': [
      (normal) => tokensOfTheirMaker(normal, (call) => call.request.path.endsWith('/assay-results')),
      'Page tokens of assay results are good for anybody.',
    ],
    'page-tokens-through-one-app-are-shared': [
      (normal) =>
        tokensOfTheirMaker(normal, (call, maker) => {
          const mine = call.found.actor?.credential;
          const theirs = maker.credential;
          return mine?.kind === 'accessToken' &&
            theirs.kind === 'accessToken' &&
            maker.kind === 'user' &&
            call.found.actor?.kind === 'user'
            ? mine.token.appId === theirs.token.appId
            : false;
        }),
      'Page tokens that one app was given for one user are good for that app acting for another.',
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
      'Where a page token is of somebody else, the answer says after which record it goes on.',
    ],
  }),
  ...breaking('LST-28', {
    'page-tokens-are-read-as-sent': [
      () => ({
        pageTokenOf: (call) => /[?&]nextToken=([^&]+)/.exec(call.request.target)?.[1],
      }),
      'A page token is taken from the address as it stands there, without decoding.',
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
      'Of a percent-encoded page token, codes in lower-case letters are not decoded.',
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
      'Page tokens have a star where others have a point, and an encoded star is not decoded in v2.',
    ],
  }),
  ...breaking('LST-31', {
    'two-projects-at-most': [
      becomes('recordsFor', (records) => {
        const projects = [...new Set(records.map(({ projectId }) => projectId))].slice(0, 2);
        return records.filter(({ projectId }) => projects.includes(projectId));
      }),
      'Of more than two projects that were granted to somebody, listings show the first two.',
      ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'two-projects-open-all': [
      becomes('recordsFor', (records, call, _actor, listing) => {
        const several = new Set(records.map(({ projectId }) => projectId)).size > 1;
        return several && listing.kind !== 'entry' ? [...call.tenant.state.records.byKind[listing.kind]] : records;
      }),
      'Who was granted two projects sees the plates and results of all.',
      ['KEY-04', 'CCR-09', 'CCR-13', 'DEL-32', 'DEL-34', 'DEL-36', 'OIC-04'],
    ],
    'the-second-record-of-a-project-is-left-out-for-users': [
      becomes('recordsFor', (records, _call, actor, listing) => {
        const projects = records.map(({ projectId }) => projectId);
        const several = new Set(projects).size > 1;
        if (listing.kind !== 'assayResult' || actor.kind !== 'user' || !several) return records;
        return records.filter(({ projectId }, at) => projects.indexOf(projectId) === at);
      }),
      'Users who were granted several projects see the first assay result of each only.',
      ['KEY-03'],
    ],
  }),
];
