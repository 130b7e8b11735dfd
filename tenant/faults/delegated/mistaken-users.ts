import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import type { Answer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { AccessToken } from '../../state/model.ts';
import { bearerIn, formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { isRefresh } from './refresh-requests.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation: tokens of a grant act for the user of the session cookie in the token request. */
const actsForTheSession =
  (grant: string): Fault['behaviour'] =>
  (normal) => ({
    userOfDelegation: (call, delegation) =>
      (call.found.grantType === grant ? normal.sessionOf(call)?.userId : undefined) ??
      normal.userOfDelegation(call, delegation),
  });

const tenDays = 10 * 86_400_000;

/** Returns the users of an app, in the order of their first authorizations. */
function usersOf(call: Call, appId: string): string[] {
  const delegations = call.tenant.state.delegations.filter((delegation) => delegation.appId === appId);
  return [...new Set(delegations.map(({ userId }) => userId))];
}

/** Faults with tokens that act for another user than the one who authorized. */
export const mistakenUserFaults: readonly Fault[] = [
  ...breaking('DEL-60', {
    'a-code-beside-a-session-acts-for-its-user': [
      actsForTheSession('authorization_code'),
      'If the exchange of a code carries a session cookie, the tokens act for the user of the session.',
    ],
    'a-code-beside-one-of-another-app-acts-for-the-first-user': [
      (normal) => ({
        userOfDelegation: (call, delegation) => {
          const { userId, appId } = delegation;
          const another = call.tenant.state.codes
            .values()
            .some(
              ({ usedAt, delegation: other }) =>
                usedAt === undefined && other.userId === userId && other.appId !== appId,
            );
          return another && call.found.grantType === 'authorization_code'
            ? (usersOf(call, appId)[0] ?? userId)
            : normal.userOfDelegation(call, delegation);
        },
      }),
      'If the user has an unexchanged code for another app, the tokens of a code act for the first user of its app.',
      ['DEL-34'],
    ],
  }),
  ...breaking('DEL-36', {
    'a-refresh-beside-a-session-acts-for-its-user': [
      actsForTheSession('refresh_token'),
      'If a refresh carries a session cookie, the tokens act for the user of the session.',
    ],
    'a-refresh-for-a-third-user-acts-for-the-second': [
      (normal) => ({
        userOfDelegation: (call, delegation) => {
          const users = usersOf(call, delegation.appId);
          return call.found.grantType === 'refresh_token' && users.indexOf(delegation.userId) > 1
            ? (users[1] ?? delegation.userId)
            : normal.userOfDelegation(call, delegation);
        },
      }),
      'The tokens of a refresh for the third user of an app, and for any later user, act for the second user.',
    ],
    'a-refresh-after-ten-days-acts-for-the-latest-user': [
      replaceIf(
        'userOfDelegation',
        (call, delegation) =>
          call.found.grantType === 'refresh_token' && call.now.getTime() - delegation.createdAt.getTime() >= tenDays,
        (call, delegation) => usersOf(call, delegation.appId).at(-1) ?? delegation.userId,
      ),
      'From ten days after an authorization, the tokens of a refresh act for the user who authorized the app last.',
    ],
    'a-third-refresh-acts-for-the-first-user': [
      (normal) => ({
        userOfDelegation: (call, delegation) => {
          const isLong = delegation.latestRefreshToken?.predecessor?.predecessor !== undefined;
          const first = call.tenant.state.delegations.find(({ appId }) => appId === delegation.appId);
          return isLong && first !== undefined ? first.userId : normal.userOfDelegation(call, delegation);
        },
      }),
      "From the third refresh of a chain on, the tokens act for the app's first user.",
      ['DEL-34'],
    ],
  }),
  ...breaking(
    'DEL-34',
    {
      'a-refresh-rebinds-the-tokens-of-the-app': [
        (normal) => {
          const last = new Map<string, { userId: string; at: Date }>();
          return {
            issueDelegatedTokens: (call, app, delegation, predecessor) => {
              const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
              if (predecessor !== undefined) last.set(app.id, { userId: delegation.userId, at: call.now });
              return token;
            },
            actorOfToken: (call, token) => {
              const actor = normal.actorOfToken(call, token);
              const user = last.get(token.appId);
              return token.delegation === undefined || user === undefined || token.issuedAt > user.at
                ? actor
                : { ...actor, id: user.userId };
            },
          };
        },
        'After a refresh for one user, all earlier delegated access tokens of the app act for that user.',
        ['DEL-32', 'TRN-14', 'TRN-15'],
      ],
      'simultaneous-exchanges-mix-their-users': [
        (normal) => {
          let current: AuthorizationCode | undefined;
          return {
            prepareTokenRequest: (call) => {
              const code = formOf(call).get('code');
              current = code === null ? undefined : normal.findCode(call, code);
              return current === undefined ? normal.prepareTokenRequest(call) : setTimeout(5);
            },
            userOfDelegation: (call, delegation) =>
              current !== undefined && !isRefresh(call) && current.delegation.appId === delegation.appId
                ? current.delegation.userId
                : normal.userOfDelegation(call, delegation),
          };
        },
        'Simultaneous code exchanges of an app all act for the user of the exchange that arrived last.',
        ['DEL-60'],
      ],
      'simultaneous-calls-mix-their-users': [
        (normal) => {
          let current: AccessToken | undefined;
          return {
            prepareCall: (call) => {
              const value = bearerIn(call);
              const token = value === undefined ? undefined : normal.findAccessToken(call, value);
              if (call.found.route?.part !== 'api' || token?.delegation === undefined) return normal.prepareCall(call);
              current = token;
              return setTimeout(2);
            },
            actorOfToken: (call, token) => {
              const actor = normal.actorOfToken(call, token);
              return token.delegation !== undefined && current?.appId === token.appId
                ? { ...actor, id: current.subject.id }
                : actor;
            },
          };
        },
        'Simultaneous calls of one app all act for the user of the call that arrived last.',
        ['DEL-36', 'DEL-32', 'TRN-14', 'TRN-15', 'LIF-08'],
      ],
      'sorted-pages-are-kept-for-the-app': [
        (normal) => {
          const kept = new Map<string, { readonly answer: Answer; readonly at: number }>();
          return {
            answerListing: (call, actor, listing) => {
              const { credential } = actor;
              const answer = () => normal.answerListing(call, actor, listing);
              if (credential.kind !== 'accessToken' || credential.token.delegation === undefined) return answer();
              if (!call.request.query.has('sort')) return answer();
              const key = `${credential.token.appId} ${call.request.target}`;
              const known = kept.get(key);
              if (known !== undefined && call.now.getTime() - known.at < 2000) return known.answer;
              const made = answer();
              if (!isRefusal(made)) kept.set(key, { answer: made, at: call.now.getTime() });
              return made;
            },
          };
        },
        'The tenant keeps a sorted page for two seconds, and shows it to any user of the same app who asks for it.',
        ['DEL-35'],
      ],
    },
    ['DEL-31'],
  ),
  ...breaking('DEL-33', {
    'what-tokens-of-the-legacy-path-create-is-the-apps': [
      becomes('actorOfToken', (actor, call, token) => {
        const isTheApps = call.request.method === 'POST' && token.path === '/api/v2/token';
        return isTheApps ? { ...actor, kind: 'app' as const, id: token.appId } : actor;
      }),
      'A record that is created with a delegated token of the legacy path names the app as its creator.',
    ],
  }),
];
