import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { headerOf, type Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { hasUsers, tokensOf } from './apps-and-users.ts';

/** The tokens of an app that came after this one. */
function laterTokens(call: Call, token: AccessToken): readonly AccessToken[] {
  const own = [...call.tenant.state.accessTokens.values()].filter(({ appId }) => appId === token.appId);
  return own.slice(own.indexOf(token) + 1);
}

/** How often, where and for how long a token is good. */
export const useFaults: readonly Fault[] = [
  {
    id: 'client-credentials/plates-of-v3-want-another-token',
    breaks: ['CCR-04'],
    also: ['VER-02', 'VER-16', 'LST-03'],
    summary: 'The plates of v3 are not open to the tokens of apps.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        call.request.path === '/api/v3/plate/items'
          ? refusal('unknown-credential', 'The access token is not for this.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'client-credentials/assay-results-are-for-users',
    breaks: ['CCR-04', 'CCR-08'],
    also: ['CCR-11', 'LST-05', 'LST-06', 'LST-07', 'LST-09', 'LST-10'],
    summary: 'The assay results answer every app with 403.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.kind === 'app' && listing.kind === 'assayResult'
          ? refusal('forbidden', 'Assay results are for users.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'client-credentials/a-hundred-calls-a-token',
    breaks: ['CCR-05'],
    summary: 'A token is used up after a hundred calls.',
    behaviour: () => {
      const uses = new Map<string, number>();
      return {
        tokenHasEnded: (_call, token) => {
          const used = (uses.get(token.value) ?? 0) + 1;
          uses.set(token.value, used);
          return used > 100;
        },
      };
    },
  },
  {
    id: 'client-credentials/token-bound-to-its-first-connection',
    breaks: ['CCR-05'],
    also: ['TRN-16', 'VER-14', 'TRN-15', 'CCR-07', 'EXP-08'],
    summary: 'A token is accepted only on the connection on which it was first used.',
    behaviour: () => {
      const connections = new Map<string, number>();
      return {
        tokenFitsCall: (call, token) => {
          const first = connections.get(token.value) ?? call.connection.id;
          connections.set(token.value, first);
          return first === call.connection.id;
        },
      };
    },
  },
  {
    id: 'client-credentials/token-locked-while-in-use',
    breaks: ['CCR-05'],
    summary: 'A call with a token that is answering two other calls is refused.',
    behaviour: (normal) => {
      const inUse = new Map<string, number>();
      const count = (call: Call, change: 1 | -1) => {
        const authorization = headerOf(call.request, 'authorization') ?? '';
        inUse.set(authorization, (inUse.get(authorization) ?? 0) + change);
      };
      return {
        accept: async (call) => {
          count(call, 1);
          await delay(2);
          return normal.accept(call);
        },
        tokenFitsCall: (call, token) =>
          (inUse.get(headerOf(call.request, 'authorization') ?? '') ?? 0) <= 2 && normal.tokenFitsCall(call, token),
        answer: (answer, call) => {
          count(call, -1);
          return normal.answer(answer, call);
        },
      };
    },
  },
  {
    id: 'client-credentials/a-new-token-ends-the-one-before',
    breaks: ['CCR-07'],
    also: ['TOK-34', 'EXP-08', 'LIF-29', 'DEL-27', 'DEL-37', 'CCR-20', 'LIF-09', 'LIF-41'],
    summary: 'With a new token of an app its earlier ones end.',
    behaviour: () => ({ tokenHasEnded: (call, token) => laterTokens(call, token).length > 0 }),
  },
  {
    id: 'client-credentials/twenty-tokens-an-app',
    breaks: ['CCR-07'],
    summary: 'Only the last twenty tokens of an app are kept.',
    behaviour: () => ({ tokenHasEnded: (call, token) => laterTokens(call, token).length >= 20 }),
  },
  {
    id: 'client-credentials/superseded-tokens-get-a-minute',
    breaks: ['CCR-07'],
    summary: 'A token ends a minute after another one was issued to its app.',
    behaviour: () => ({
      tokenHasEnded: (call, token) =>
        laterTokens(call, token).some(({ issuedAt }) => call.now.getTime() - issuedAt.getTime() > 60_000),
    }),
  },
  {
    id: 'client-credentials/v3-entries-are-not-for-apps-with-users',
    breaks: ['CCR-04'],
    also: ['VER-02', 'CCR-20', 'DEL-63', 'VER-16'],
    summary: 'The v3 listing of entries refuses the own tokens of an app that a user has authorized.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(call.request.path === '/api/v3/entry/items' && token.delegation === undefined && hasUsers(call, token.appId)),
    }),
  },
  {
    id: 'client-credentials/later-tokens-are-not-for-results',
    breaks: ['CCR-04'],
    also: ['CCR-07', 'CCR-06', 'CCR-08', 'CCR-12'],
    summary: 'The assay-results listing accepts the first token of an app and none of the later ones.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        (token.subject.kind !== 'app' ||
          !call.request.path.endsWith('/assay-results') ||
          tokensOf(call, token.appId)[0] === token),
    }),
  },
  {
    id: 'client-credentials/token-bound-to-its-first-listing',
    breaks: ['CCR-05'],
    also: ['CCR-04', 'VER-02', 'VER-09', 'VER-03', 'DEL-62', 'LST-32'],
    summary: 'A token is accepted only at the path at which it was first used.',
    behaviour: (normal) => {
      const paths = new WeakMap<AccessToken, string>();
      return {
        tokenFitsCall: (call, token) => {
          if (!paths.has(token)) paths.set(token, call.request.path);
          return paths.get(token) === call.request.path && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'client-credentials/token-bound-to-its-first-user-agent',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'A token is refused to another User-Agent than the one that used it first.',
    behaviour: (normal) => {
      const first = new WeakMap<AccessToken, string>();
      return {
        tokenFitsCall: (call, token) => {
          const agent = headerOf(call.request, 'user-agent') ?? '';
          if (!first.has(token)) first.set(token, agent);
          return normal.tokenFitsCall(call, token) && first.get(token) === agent;
        },
      };
    },
  },
  {
    id: 'client-credentials/equal-calls-within-a-second-are-replays',
    breaks: ['CCR-05'],
    also: ['LST-33', 'LIF-29', 'CCR-20'],
    summary: 'A call that equals the one before it of the same token within a second is refused.',
    behaviour: (normal) => {
      const last = new WeakMap<AccessToken, { target: string; at: number }>();
      return {
        tokenHasEnded: (call, token) => {
          const before = last.get(token);
          const at = call.now.getTime();
          last.set(token, { target: call.request.target, at });
          const replay = before !== undefined && before.target === call.request.target && at - before.at < 1000;
          return (token.subject.kind === 'app' && replay) || normal.tokenHasEnded(call, token);
        },
      };
    },
  },
  {
    id: 'client-credentials/strangers-spoil-a-connection',
    breaks: ['CCR-05'],
    also: ['CCR-04'],
    summary: 'After a call without a credential its connection takes no tokens of apps.',
    behaviour: (normal) => {
      const spoilt = new WeakSet<Connection>();
      return {
        authorizationOf: (call) => {
          const sent = normal.authorizationOf(call);
          if (isRefusal(sent) && sent.refused === 'no-credential') spoilt.add(call.connection);
          return sent;
        },
        tokenFitsCall: (call, token) =>
          normal.tokenFitsCall(call, token) && (token.subject.kind !== 'app' || !spoilt.has(call.connection)),
      };
    },
  },
];
