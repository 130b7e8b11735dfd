import { issuedTo, ownTokensOf } from '../operators/holdings.ts';
import { otherThanAtFirst, presentedMoreThan } from '../operators/remembered.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken, App, Grant } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, at, onVersion, atResults, tokenIs } from '../operators/kinds.ts';
import { happened, type RememberingCondition } from '../operators/memories.ts';
import { tokenOrKeyIn, tokenIn, type Holds } from '../operators/presented.ts';

import { faultsOf } from '../operators/rows.ts';
import { hasUsers } from './conditions.ts';
import { ownTokenIsRefused, tokenIsRefused } from './decisions.ts';
import { breaking } from './rows.ts';
import { after, before, replaceIf } from '../operators/rules.ts';

/** Conditions on the app's tokens that were issued after this one: on all of them, or on its own ones only. */
const later = (isSo: (later: AccessToken[], token: AccessToken, call: Call) => boolean): Holds =>
  tokenIs((token, call) => isSo(behind(token, issuedTo(call.tenant, token.appId)), token, call));
const laterOwn = (isSo: (later: AccessToken[], token: AccessToken, call: Call) => boolean): Holds =>
  tokenIs((token, call) => isSo(behind(token, ownTokensOf(call, token.appId)), token, call));
const behind = (token: AccessToken, all: AccessToken[]): AccessToken[] => all.slice(all.indexOf(token) + 1);

/** The condition that some grant to the app is as `isSo` says. */
const someGrant = (isSo: (grant: Grant, token: AccessToken) => boolean): Holds =>
  tokenIs((token, call) =>
    call.tenant.state.projects
      .values()
      .some(({ grants }) => grants.some((grant) => grant.actor.id === token.appId && isSo(grant, token))),
  );

/** The condition that something has happened to the app since it got the token. */
const fromBefore = (acts: (note: (tenant: Tenant, app: App) => void) => Deviation): RememberingCondition =>
  happened(tokenIn, (note) => acts((tenant, { id }) => issuedTo(tenant, id).forEach(note)));

/** The condition that `isSo` is true of a call and the previous call with the same token. */
const repeated = (isSo: (call: Call, last: Call) => boolean): RememberingCondition => ({
  watch: () => {
    const calls = new WeakMap<object, Call>();
    return {
      holds: (call, presented) => {
        const itself = tokenOrKeyIn(presented) ?? presented;
        const lastCall = calls.get(itself);
        calls.set(itself, call);
        return lastCall !== undefined && isSo(call, lastCall);
      },
    };
  },
});

/** Faults in which a live token is refused because of how often, where or after which event it is presented. */
export const tokenInUseFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'plates-of-v3-want-another-token': [
      ownTokenIsRefused('CCR-04'),
      at('/api/v3/plate/items'),
      'The v3 listing of plates refuses the own tokens of apps.',
      { also: ['VER-02', 'VER-16', 'LST-03'] },
    ],
    'v3-entries-are-not-for-apps-with-users': [
      ownTokenIsRefused('CCR-04'),
      all(at('/api/v3/entry/items'), hasUsers),
      'The v3 listing of entries refuses the own tokens of apps with users.',
      { also: ['VER-02', 'CCR-20', 'DEL-63', 'VER-16'] },
    ],
    'later-tokens-are-not-for-results': [
      ownTokenIsRefused('CCR-04'),
      all(
        atResults,
        tokenIs((token, call) => ownTokensOf(call, token.appId)[0] !== token),
      ),
      'The listing of assay results accepts only the first token of an app.',
      { also: ['CCR-07', 'CCR-06', 'CCR-08', 'CCR-12'] },
    ],
    'v3-sorts-for-users-alone': [
      ownTokenIsRefused('CCR-05'),
      all(onVersion('v3'), sorts),
      'A sorted listing of v3 refuses the own tokens of apps.',
    ],
    'a-hundred-calls-a-token': [
      tokenIsRefused('CCR-05'),
      presentedMoreThan(100),
      'A token is used up after a hundred calls.',
    ],
    'token-bound-to-its-first-connection': [
      tokenIsRefused('CCR-05'),
      otherThanAtFirst(({ connection }) => connection),
      'A token is accepted only on the connection on which it was first used.',
      { also: ['TRN-16', 'VER-14', 'TRN-15', 'CCR-07', 'EXP-08'] },
    ],
    'token-bound-to-its-first-listing': [
      tokenIsRefused('CCR-05'),
      otherThanAtFirst(({ request }) => request.path),
      'A token is accepted only at the path at which it was first used.',
      { also: ['CCR-04', 'VER-02', 'VER-09', 'VER-03', 'DEL-62', 'LST-32'] },
    ],
    'token-bound-to-its-first-user-agent': [
      tokenIsRefused('CCR-07'),
      otherThanAtFirst(({ request }) => headerOf(request, 'user-agent') ?? ''),
      'The tenant refuses a token if its User-Agent differs from that of its first call.',
      { also: ['CCR-05'] },
    ],
    'equal-calls-within-a-second-are-replays': [
      ownTokenIsRefused('CCR-05'),
      repeated((call, last) => last.request.target === call.request.target && +call.now - +last.now < 1000),
      'The tenant refuses a call that repeats the previous call of its token within a second.',
      { also: ['LST-33', 'LIF-29', 'CCR-20'] },
    ],
    'strangers-spoil-a-connection': [
      ownTokenIsRefused('CCR-05'),
      happened(
        (_presented, { connection }) => connection,
        (note) =>
          after('authorizationOf', (sent, { connection }) => {
            if (isRefusal(sent) && sent.refused === 'no-credential') note(connection);
          }),
      ),
      'After a call without a credential, the connection accepts no own tokens of apps.',
      { also: ['CCR-04'] },
    ],
    'a-creation-uses-a-token-up': [
      ownTokenIsRefused('CCR-05'),
      happened(tokenIn, (note) => before('answerCreation', (_call, actor) => note(tokenIn(actor)))),
      'A token with which a record was created is refused afterwards.',
      { also: ['LIF-29'] },
    ],
    'a-bad-request-ends-the-token': [
      ownTokenIsRefused('CCR-07'),
      happened(tokenIn, (note) => before('refuse', ({ found }) => found.actor && note(tokenIn(found.actor)))),
      'A token with which a bad request was made is refused afterwards.',
      { also: ['CCR-05'] },
    ],
    'a-new-token-ends-the-one-before': [
      tokenIsRefused('CCR-07'),
      later(({ length }) => length > 0),
      'When an app obtains a new token, its earlier ones end.',
      { also: ['TOK-34', 'EXP-08', 'LIF-29', 'DEL-27', 'DEL-37', 'CCR-20', 'LIF-09', 'LIF-41'] },
    ],
    'superseded-tokens-get-a-minute': [
      tokenIsRefused('CCR-07'),
      later((those, _token, { now }) => those.some(({ issuedAt }) => +now - +issuedAt > 60_000)),
      'A token ends a minute after another one was issued to its app.',
    ],
    'twenty-tokens-an-app': [
      tokenIsRefused('CCR-07'),
      later(({ length }) => length >= 20),
      'The tenant keeps only the last twenty tokens of an app.',
    ],
    'twenty-five-live-tokens-at-most': [
      ownTokenIsRefused('CCR-07'),
      laterOwn(({ length }) => length >= 25),
      'The twenty-sixth own token of an app ends the first one.',
      { also: ['TOK-34'] },
    ],
    'fifty-live-tokens-at-most': [
      ownTokenIsRefused('CCR-07'),
      laterOwn(({ length }) => length >= 50),
      'The fifty-first own token of an app ends the first one.',
      { also: ['TOK-34'] },
    ],
    'an-older-token-ends-when-the-newer-is-used': [
      ownTokenIsRefused('CCR-07'),
      {
        watch: () => {
          const used = new WeakSet<AccessToken>();
          return {
            holds: laterOwn((those, token) => {
              used.add(token);
              return those.some((newer) => used.has(newer));
            }),
          };
        },
      },
      'The first call with a newer token ends the older tokens of the app.',
      { also: ['CCR-05', 'TOK-34', 'VER-02', 'VER-09'] },
    ],
    'a-token-of-the-other-path-ends-the-one-before': [
      ownTokenIsRefused('CCR-07'),
      laterOwn((those, token) => those.some(({ path }) => path !== token.path)),
      'A token from one path ends the tokens that the app has from the other path.',
      { also: ['VER-09', 'VER-10'] },
    ],
    'a-code-exchange-ends-earlier-app-tokens': [
      ownTokenIsRefused('CCR-20'),
      tokenIs((token, call) =>
        call.tenant.state.delegations.some(
          ({ appId, latestAccessToken: latest }) =>
            appId === token.appId &&
            latest !== undefined &&
            latest.refreshToken?.predecessor === undefined &&
            latest.issuedAt > token.issuedAt,
        ),
      ),
      'After a code exchange, the tokens that the app obtained for itself before it are refused.',
      { also: ['DEL-63', 'LIF-09'] },
    ],
    'a-refresh-for-a-user-ends-the-apps-tokens': [
      ownTokenIsRefused('CCR-07'),
      fromBefore((note) =>
        after('refresh', (outcome, { tenant }, app) => {
          if (!isRefusal(outcome)) note(tenant, app);
        }),
      ),
      'A refresh for a user ends the tokens that the app has for itself.',
      { also: ['CCR-05', 'CCR-20', 'DEL-63'] },
    ],
    'a-denial-ends-the-apps-own-tokens': [
      ownTokenIsRefused('CCR-20'),
      fromBefore((note) => before('rememberDenial', ({ tenant }, _user, app) => note(tenant, app))),
      'A denial ends the tokens that the app has for itself.',
    ],
    'a-wrong-secret-ends-the-tokens-of-its-app': [
      ownTokenIsRefused('CCR-07'),
      fromBefore((note) => after('clientSecretIsRight', (isRight, { tenant }, app) => isRight || note(tenant, app))),
      'A wrong secret ends the tokens that the app has for itself.',
    ],
    'a-webhook-ends-the-tokens-of-its-app': [
      tokenIsRefused('CCR-07'),
      fromBefore((note) => before('setWebhook', (tenant, app) => note(tenant, app))),
      "A change of an app's webhook ends its tokens.",
    ],
    'a-new-redirect-uri-ends-the-tokens-of-its-app': [
      ownTokenIsRefused('CCR-07'),
      fromBefore((note) => before('registerRedirectUri', (tenant, app) => note(tenant, app))),
      'A new redirect URI ends the tokens that the app has for itself.',
      { also: ['CCR-05'] },
    ],
    'a-rotation-ends-the-tokens-of-other-apps': [
      ownTokenIsRefused('CCR-07'),
      tokenIs((token, call) =>
        call.tenant.state.apps
          .values()
          .some(
            ({ id, formerSecrets }) =>
              id !== token.appId && formerSecrets.some(({ retiredAt }) => retiredAt >= token.issuedAt),
          ),
      ),
      "A rotation of one app's secret ends the own tokens of other apps.",
      { also: ['CCR-05', 'TOK-24'] },
    ],
    'a-grant-ends-the-tokens-of-its-app': [
      ownTokenIsRefused('CCR-07'),
      someGrant(({ grantedAt }, { issuedAt }) => grantedAt > issuedAt),
      'Adding an app to a project ends its own tokens.',
      { also: ['CCR-12'] },
    ],
    'a-withdrawal-ends-the-tokens-of-its-app': [
      ownTokenIsRefused('CCR-07'),
      someGrant(({ revokedAt }, { issuedAt }) => revokedAt !== undefined && revokedAt > issuedAt),
      'Removing an app from a project ends its own tokens.',
      { also: ['CCR-08', 'CCR-12'] },
    ],
  }),
  ...breaking('CCR-05', {
    'token-locked-while-in-use': [
      (normal) => {
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
      'The tenant refuses a call with a token that is already used by two calls under way.',
    ],
  }),
  ...breaking(['CCR-04', 'CCR-08'], {
    'assay-results-are-for-users': [
      replaceIf(
        'listingIsForbidden',
        (_call, actor, listing) => actor.kind === 'app' && listing.kind === 'assayResult',
        () => refusal('forbidden', 'Assay results are for users.'),
      ),
      'The listing of assay results answers every app with 403.',
      ['CCR-11', 'LST-05', 'LST-06', 'LST-07', 'LST-09', 'LST-10'],
    ],
  }),
];
