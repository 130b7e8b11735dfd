import type { Call } from '../../../call.ts';
import type { Connection } from '../../../http/message.ts';
import { refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';

const noHeader = refusal('no-credential', 'The request carries no Authorization header.');

/** What does not hold either where one user's browser is taken for another's. */
const sharedSession = ['DEL-16', 'DEL-20', 'DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-54', 'DEL-60'] as const;

/** A parameter of an authorization request. */
export const parameterOf = (call: Call, name: string): string | undefined => call.request.query.get(name) ?? undefined;

/** The authorization request as it should go, its sessions and its codes. */
export const endpointFaults: readonly Fault[] = [
  {
    id: 'delegated/client-id-comes-first',
    breaks: ['DEL-01'],
    summary: 'Parameters are read in the order of the documentation, and the client_id where it stands first only.',
    behaviour: (normal) => ({
      authorizationParameters: (call) =>
        /\?client_id=/.test(call.request.target) || !/state=/.test(call.request.target)
          ? normal.authorizationParameters(call)
          : refusal('malformed-authorization', 'The parameter client_id is missing.'),
    }),
    also: ['DEL-02', 'DEL-03'],
  },
  {
    id: 'delegated/codes-in-the-fragment',
    breaks: ['DEL-01'],
    also: ['DEL-17'],
    summary: 'The code stands in the fragment of the redirect.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, redirectUri, parameters).replace(/\?([^?]*)$/, '#$1'),
    }),
  },
  {
    id: 'delegated/codes-for-sites-without-a-path-are-empty',
    breaks: ['DEL-01'],
    also: ['DEL-09', 'DEL-64'],
    summary: 'The code for a redirect URI that ends in a slash is empty.',
    behaviour: (normal) => ({
      redirectParameters: (call, request, outcome) =>
        normal.redirectParameters(
          call,
          request,
          request.redirectUri.endsWith('/') ? outcome.map(([name]) => [name, ''] as const) : outcome,
        ),
    }),
  },
  {
    id: 'delegated/codes-go-to-the-root-of-the-host',
    breaks: ['DEL-01'],
    also: ['DEL-12', 'DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    summary: 'The code is sent to the host of the redirect URI, without its path.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, `${new URL(redirectUri).origin}/`, parameters),
    }),
  },
  {
    id: 'delegated/the-last-user-is-signed-in-everywhere',
    breaks: ['DEL-15'],
    also: ['DEL-01', ...sharedSession, 'LIF-08', 'LIF-17'],
    summary: 'A browser without a session is given that of the user who signed in last.',
    behaviour: (normal) => ({
      signedInUser: (call) => {
        const session = [...call.tenant.state.sessions.values()].at(-1);
        return normal.signedInUser(call) ?? (session && call.tenant.state.users.get(session.userId));
      },
    }),
  },
  {
    id: 'delegated/sessions-stick-to-the-connection',
    breaks: ['DEL-15'],
    also: [...sharedSession, 'LIF-17'],
    summary: 'Who signed in last over a connection is signed in for all that comes over it.',
    behaviour: (normal) => {
      const last = new WeakMap<Connection, string>();
      return {
        beginSession: (call, user) => {
          last.set(call.connection, user.id);
          return normal.beginSession(call, user);
        },
        signedInUser: (call) =>
          normal.signedInUser(call) ?? call.tenant.state.users.get(last.get(call.connection) ?? ''),
      };
    },
  },
  {
    id: 'delegated/a-pending-code-is-given-again',
    breaks: ['DEL-59'],
    summary: 'An authorization gives the same code again as long as it has not been exchanged.',
    behaviour: (normal) => ({
      issueCode: (call, request, user) =>
        call.tenant.state.codes
          .values()
          .find(
            (code) =>
              code.usedAt === undefined &&
              code.delegation.userId === user.id &&
              code.delegation.appId === request.app.id &&
              code.redirectUri === request.redirectUri,
          ) ?? normal.issueCode(call, request, user),
    }),
  },
  {
    id: 'delegated/eight-codes-in-turn',
    breaks: ['DEL-59'],
    summary: 'The ninth code is the first one again.',
    behaviour: (normal) => {
      const made: string[] = [];
      let count = 0;
      return {
        makeCode: (call) => {
          const value = made[count % 8] ?? normal.makeCode(call);
          made[count % 8] = value;
          count += 1;
          return value;
        },
      };
    },
    also: ['DEL-60'],
  },
  {
    id: 'delegated/codes-by-the-clock',
    breaks: ['DEL-59'],
    also: ['DEL-60', 'DEL-27', 'LIF-18'],
    summary: 'A code is made of the time in seconds and the app.',
    behaviour: () => ({
      makeCode: (call) => {
        const clientId = call.request.query.get('client_id') ?? '';
        return `ac_${clientId}_${Math.floor(call.now.getTime() / 1000)}`;
      },
    }),
  },
  {
    id: 'delegated/the-endpoint-wants-a-header',
    breaks: ['DEL-61'],
    also: ['DEL-01'],
    summary: 'The authorization endpoint answers 401 without an Authorization header.',
    behaviour: (normal) => ({
      answerAuthorization: (call) =>
        call.request.headers.has('authorization')
          ? normal.answerAuthorization(call)
          : call.tenant.behaviour.refuse(call, noHeader),
    }),
  },
  {
    id: 'delegated/the-silent-way-wants-a-header',
    breaks: ['DEL-61'],
    also: ['DEL-17', 'LIF-20'],
    summary: 'With a session and an earlier consent the authorization endpoint asks for an Authorization header.',
    behaviour: (normal) => ({
      redirectWithCode: (call, request, user) =>
        call.request.method === 'GET' && !call.request.headers.has('authorization')
          ? call.tenant.behaviour.refuse(call, noHeader)
          : normal.redirectWithCode(call, request, user),
    }),
  },
  {
    id: 'delegated/nobody-is-asked-to-sign-in-within-a-minute',
    breaks: ['DEL-15'],
    also: ['DEL-16', 'DEL-17', 'DEL-20', 'DEL-60', 'DEL-34', 'DEL-18', 'DEL-21', 'LIF-17'],
    summary: 'A browser without a session is taken for the last that was sent to the same app, for a minute.',
    behaviour: (normal) => {
      const latest = new Map<string, { userId: string; at: number }>();
      return {
        redirectWithCode: (call, request, user) => {
          latest.set(request.app.id, { userId: user.id, at: call.now.getTime() });
          return normal.redirectWithCode(call, request, user);
        },
        signedInUser: (call) => {
          const user = normal.signedInUser(call);
          const app = call.tenant.behaviour.findClient(call, parameterOf(call, 'client_id') ?? '');
          const last = latest.get(app?.id ?? '');
          return user === undefined && last !== undefined && call.now.getTime() - last.at < 60_000
            ? call.tenant.state.users.get(last.userId)
            : user;
        },
      };
    },
  },
];
