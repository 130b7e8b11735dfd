import type { Actor } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import { authorizationIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { parameter, tokenOf } from './listing-calls.ts';
import { pageTokensAsCredentials, pageTokensOfMaker } from './makers.ts';
import { breaking } from './rows.ts';

/** Faults in which a page token shows records that its sender may not see. */
export const pageTokenAsCredentialFaults: readonly Fault[] = [
  ...breaking('LST-29', {
    'a-page-token-of-a-following-page-is-a-credential': [
      (normal) => {
        const holders = new Map<string, Actor>();
        return {
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            if (call.request.query.has('nextToken')) holders.set(token, actor);
            return token;
          },
          authenticate: (call) => {
            if (call.request.headers.has('authorization')) return normal.authenticate(call);
            return holders.get(call.request.query.get('nextToken') ?? '') ?? normal.authenticate(call);
          },
        };
      },
      "A call without a credential but with the page token of a following page is served as the token's reader.",
      ['TRN-06', 'TRN-13', 'TRN-20'],
    ],
    'spent-page-tokens-are-credentials': [
      (normal) => {
        const makers = new Map<string, Actor>();
        return {
          readPageToken: (call, actor, listing, token) => {
            makers.set(token, actor);
            return normal.readPageToken(call, actor, listing, token);
          },
          authenticate: (call) => {
            const maker = makers.get(normal.pageTokenOf(call) ?? '');
            const named = call.request.headers.has('authorization');
            return !named && maker !== undefined ? maker : normal.authenticate(call);
          },
        };
      },
      'A page token that was used once leads to its page again without a credential.',
    ],
    'page-tokens-are-credentials-beside-a-wrong-one': [
      (normal) =>
        pageTokensAsCredentials(
          normal,
          undefined,
          (call) => isRefusal(normal.authenticate(call)) && authorizationIn(call).toLowerCase().startsWith('bearer '),
        ),
      'A page token replaces a bearer token that is not valid.',
    ],
    'following-pages-outlive-the-access-token': [
      (normal) => {
        const known = new Set<string>();
        return {
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            known.add(`${actor.kind} ${actor.id} ${token}`);
            return token;
          },
          tokenHasExpired: (call, token) =>
            normal.tokenHasExpired(call, token) &&
            !known.has(`${token.subject.kind} ${token.subject.id} ${tokenOf(call)}`),
        };
      },
      'A following page is served for an access token that has expired since the previous page.',
    ],
  }),
  ...breaking('LST-30', {
    'page-tokens-go-on-for-who-shares-a-project': [
      (normal) =>
        pageTokensOfMaker(normal, (call, maker, actor) =>
          call.tenant.state.projects
            .values()
            .some((project) => normal.hasAccess(call, maker, project) && normal.hasAccess(call, actor, project)),
        ),
      "A page token shows its maker's records to any caller who shares a project with the maker.",
    ],
    'page-tokens-of-keys-open-others-pages': [
      (normal) => {
        const owners = new Map<string, string>();
        return {
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            if (actor.credential.kind === 'apiKey' && listing.kind === 'plate') owners.set(token, actor.id);
            return token;
          },
          answerListing: (call, actor, listing) => {
            const owner = owners.get(parameter(call, 'nextToken') ?? '');
            const other = owner !== undefined && !sameSecret(owner, actor.id) && actor.credential.kind === 'apiKey';
            return normal.answerListing(call, other ? { ...actor, id: owner } : actor, listing);
          },
        };
      },
      "The page token of a key for plates shows its owner's plates to any other key.",
    ],
  }),
  ...breaking('LST-31', {
    'page-tokens-keep-what-was-granted': [
      (normal) => {
        const projectsOf = new Map<string, ReadonlySet<string>>();
        return {
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            const known = projectsOf.get(tokenOf(call));
            const seen = call.tenant.behaviour.recordsFor(call, actor, listing).map(({ projectId }) => projectId);
            projectsOf.set(token, known ?? new Set(seen));
            return token;
          },
          mayRead: (call, actor, record) =>
            normal.mayRead(call, actor, record) || projectsOf.get(tokenOf(call))?.has(record.projectId) === true,
        };
      },
      'A page token keeps the projects of its reader, and still shows one that was withdrawn since.',
    ],
  }),
];
