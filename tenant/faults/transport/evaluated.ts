import { headerOf, type Actor, type Call, type Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isListing = (call: Call): boolean => call.request.method === 'GET' && call.request.path !== '/oauth/authorize';

/** The projects that a user was added to and not taken from. */
const projectsOf = (call: Call, id: string) =>
  call.tenant.state.projects
    .values()
    .filter(({ grants }) =>
      grants.some((grant) => grant.revokedAt === undefined && sameActor(grant.actor, { kind: 'user', id })),
    )
    .toArray();

/** The app through which a token acts for a user. */
const throughApp = ({ credential }: Actor): string | undefined =>
  credential.kind === 'accessToken' ? credential.token.delegation?.appId : undefined;

const isOddlyWritten = (header: string): boolean => /^bearer /i.test(header) && !/^[Bb]earer /.test(header);

/** Mistakes about callers and connections that show in one place only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'transport/base-address-with-a-user-name',
    breaks: ['TRN-01'],
    summary: 'The base address names a user before its host.',
    behaviour: () => ({ baseUrl: (origin) => origin.replace('https://', 'https://lab@') }),
  },
  {
    id: 'transport/clear-text-authorization-for-the-signed-in',
    breaks: ['TRN-05'],
    summary: 'In clear text the authorization endpoint sends browsers to TLS, and those with a session to the app.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        call.request.path === '/oauth/authorize' && call.request.headers.has('cookie') ? 'as-if-secure' : 'disconnect',
    }),
  },
  {
    id: 'transport/tokens-in-a-json-body-of-results',
    breaks: ['TRN-11'],
    summary: 'The assay-results listing takes an access token from the member access_token of a JSON body.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        if (!isRefusal(sent) || !call.request.path.endsWith('/assay-results')) return sent;
        const token = /"access_token"\s*:\s*"([^"]+)"/.exec(call.request.body.toString('utf8'))?.[1];
        return token === undefined ? sent : `Bearer ${token}`;
      },
    }),
  },
  {
    id: 'transport/users-of-an-app-who-share-a-project-share-all',
    breaks: ['TRN-14'],
    also: ['DEL-32', 'DEL-34', 'LST-31', 'LST-30'],
    summary: 'A delegated token also sees the projects of users of the same app who share a project with its user.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const appId = throughApp(actor);
        if (appId === undefined) return false;
        const own = projectsOf(call, actor.id);
        return call.tenant.state.delegations.some((each) => {
          if (each.appId !== appId || each.userId === actor.id) return false;
          const others = projectsOf(call, each.userId);
          return others.includes(project) && others.some((other) => own.includes(other));
        });
      },
    }),
  },
  {
    id: 'transport/a-second-token-of-an-app-is-not-read',
    breaks: ['TRN-15'],
    also: ['DEL-36', 'DEL-54', 'DEL-60', 'TRN-14', 'DEL-34', 'CCR-20', 'DEL-63', 'DEL-32'],
    summary: 'After a call with a token of an app its other tokens on the same connection act as the first one did.',
    behaviour: (normal) => {
      const first = new WeakMap<Connection, Actor>();
      return {
        actorOfToken: (call, token) => {
          const actor = normal.actorOfToken(call, token);
          const known = first.get(call.connection);
          if (known?.credential.kind === 'accessToken' && known.credential.token.appId === token.appId) {
            return { ...known, credential: actor.credential };
          }
          first.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/v3-writes-bearer-with-one-capital',
    breaks: ['TRN-16'],
    summary: 'Under v3 the scheme is known as Bearer and as bearer, and in no other letter case.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.path.startsWith('/api/v3/') &&
        isOddlyWritten(headerOf(call.request, 'authorization')?.trim() ?? '')
          ? refusal('unsupported-scheme', 'The scheme must be written Bearer.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/following-pages-need-no-credential-on-their-connection',
    breaks: ['TRN-13'],
    also: ['LST-29', 'TRN-06'],
    summary: 'A following page is served without a credential on the connection on which the page before it was.',
    behaviour: (normal) => {
      const readers = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const reader = readers.get(call.connection);
          if (reader !== undefined && call.request.query.has('nextToken') && !call.request.headers.has('authorization'))
            return reader;
          const actor = normal.authenticate(call);
          if (!isRefusal(actor) && isListing(call)) readers.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/large-page-sizes-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A pageSize above a thousand is a bad request, whoever asks.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        Number(call.request.query.get('pageSize')) > 1000
          ? refusal('invalid-query', 'pageSize is too large.')
          : normal.authenticate(call),
    }),
  },
];
