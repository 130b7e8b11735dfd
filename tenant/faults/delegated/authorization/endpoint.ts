import type { Call } from '../../../call.ts';
import type { Connection } from '../../../http/message.ts';
import { refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes, replaceIf } from '../../operators/rules.ts';

const noHeader = refusal('no-credential', 'The request carries no Authorization header.');

/** Requirements that a tenant also breaks if it takes one user's browser for another's. */
const sharedSession = ['DEL-16', 'DEL-20', 'DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-54', 'DEL-60'] as const;

/** Returns a parameter of an authorization request. */
export const parameterOf = (call: Call, name: string): string | undefined => call.request.query.get(name) ?? undefined;

/** Faults in the treatment of valid authorization requests, of their sessions and of their codes. */
export const endpointFaults: readonly Fault[] = [
  ...breaking('DEL-01', {
    'client-id-comes-first': [
      (normal) => ({
        authorizationParameters: (call) =>
          /\?client_id=/.test(call.request.target) || !/state=/.test(call.request.target)
            ? normal.authorizationParameters(call)
            : refusal('malformed-authorization', 'The parameter client_id is missing.'),
      }),
      'The tenant reads parameters in the documented order: if there is a state, it finds the client_id in first place only.',
      ['DEL-02', 'DEL-03'],
    ],
    'codes-in-the-fragment': [
      becomes('addressWith', (right) => right.replace(/\?([^?]*)$/, '#$1')),
      'The redirect has the code in its fragment.',
      ['DEL-17'],
    ],
    'codes-for-sites-without-a-path-are-empty': [
      (normal) => ({
        redirectParameters: (call, request, outcome) =>
          normal.redirectParameters(
            call,
            request,
            request.redirectUri.endsWith('/') ? outcome.map(([name]) => [name, ''] as const) : outcome,
          ),
      }),
      'The code for a redirect URI that ends in a slash is empty.',
      ['DEL-09', 'DEL-64'],
    ],
    'codes-go-to-the-root-of-the-host': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) =>
          normal.addressWith(call, `${new URL(redirectUri).origin}/`, parameters),
      }),
      'The code is sent to the host of the redirect URI, without its path.',
      ['DEL-12', 'DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    ],
  }),
  ...breaking(
    'DEL-15',
    {
      'the-last-user-is-signed-in-everywhere': [
        (normal) => ({
          signedInUser: (call) => {
            const session = [...call.tenant.state.sessions.values()].at(-1);
            return normal.signedInUser(call) ?? (session && call.tenant.state.users.get(session.userId));
          },
        }),
        'A browser without a session gets the session of the user who signed in last.',
        ['DEL-01', ...sharedSession, 'LIF-08'],
      ],
      'sessions-stick-to-the-connection': [
        (normal) => {
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
        'The user who signed in last over a connection counts as signed in for every request on that connection.',
        [...sharedSession],
      ],
      'nobody-is-asked-to-sign-in-within-a-minute': [
        (normal) => {
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
        'For a minute after a user gets a code for an app, a browser without a session is taken for that user at the same app.',
        ['DEL-16', 'DEL-17', 'DEL-20', 'DEL-60', 'DEL-34', 'DEL-18', 'DEL-21'],
      ],
    },
    ['LIF-17'],
  ),
  ...breaking('DEL-59', {
    'a-pending-code-is-given-again': [
      (normal) => ({
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
      'An authorization returns the earlier code again as long as that code has not been exchanged.',
    ],
    'eight-codes-in-turn': [
      (normal) => {
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
      'The ninth code is the first one again.',
      ['DEL-60'],
    ],
    'codes-by-the-clock': [
      () => ({
        makeCode: (call) => {
          const clientId = call.request.query.get('client_id') ?? '';
          return `ac_${clientId}_${Math.floor(call.now.getTime() / 1000)}`;
        },
      }),
      'A code is made of the client id of the app and the time in seconds.',
      ['DEL-60', 'DEL-27', 'LIF-18'],
    ],
  }),
  ...breaking('DEL-61', {
    'the-endpoint-wants-a-header': [
      (normal) => ({
        answerAuthorization: (call) =>
          call.request.headers.has('authorization')
            ? normal.answerAuthorization(call)
            : call.tenant.behaviour.refuse(call, noHeader),
      }),
      'The authorization endpoint answers 401 without an Authorization header.',
      ['DEL-01'],
    ],
    'the-silent-way-wants-a-header': [
      replaceIf(
        'redirectWithCode',
        (call) => call.request.method === 'GET' && !call.request.headers.has('authorization'),
        (call) => call.tenant.behaviour.refuse(call, noHeader),
      ),
      'If the user has a session and has consented before, the authorization endpoint requires an Authorization header.',
      ['DEL-17', 'LIF-20'],
    ],
  }),
];
