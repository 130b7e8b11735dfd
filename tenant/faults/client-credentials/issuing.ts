import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { issuedTo, ownTokensOf } from '../operators/holdings.ts';
import { always, tokenIs } from '../operators/kinds.ts';
import { happened, itsApp, onceArchived } from '../operators/memories.ts';
import { ofToken } from '../operators/presented.ts';

import { faultsOf } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { appIs } from '../operators/standing.ts';
import { consentedTo } from './apps-and-users.ts';
import { hasRedirectUris, hasUsers, hasWebhook, isInLastMinute, isLive } from './conditions.ts';
import { noOwnToken, noToken, refreshTokenBeside, told, tokenIsRefused } from './decisions.ts';
import { breaking } from './rows.ts';

const both = { breaks: ['CCR-02', 'CCR-03'] };

/** Faults in which an app obtains no token although nothing stops it, or a response with more than the token. */
export const issuingFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'not-for-apps-with-redirect-uris': [
      noToken,
      hasRedirectUris(2),
      'An app with two or more redirect URIs obtains no token.',
    ],
    'not-without-a-redirect-uri': [
      noToken,
      appIs(({ redirectUris }) => redirectUris.length === 0),
      'An app without a redirect URI obtains no token.',
      { breaks: ['CCR-19', 'CCR-01'], also: ['TOK-01', 'VER-04', 'VER-05'] },
    ],
    'redirect-uri-is-asked-for': [
      noOwnToken,
      (call) => !formOf(call).has('redirect_uri'),
      'The tenant requires a redirect_uri in a client_credentials request.',
      { breaks: ['CCR-19', 'CCR-01'], also: ['TOK-01', 'VER-04', 'VER-05', 'DEL-48'] },
    ],
    'apps-with-webhooks-get-no-token': [noOwnToken, hasWebhook, 'An app that has a webhook address obtains no token.'],
    'apps-that-were-installed-later-get-no-token': [
      noOwnToken,
      happened(itsApp, (note) => {
        const uninstalled = new Set<string>();
        return before('setInstalled', (_tenant, { id, installed }, toBe) => {
          if (installed && !toBe) uninstalled.add(id);
          if (!installed && toBe && !uninstalled.has(id)) note(id);
        });
      }),
      'An app that was not installed when it was created obtains no token, even after it is installed.',
    ],
    'apps-with-redirect-uris-need-a-consent': [
      noOwnToken,
      appIs(({ id, redirectUris }, call) => redirectUris.length > 1 && consentedTo(call, id).length === 0),
      'An app with two or more redirect URIs obtains no token before a user consents.',
      { breaks: ['CCR-19'], also: ['CCR-01', 'TOK-01'] },
    ],
    'no-token-after-a-denial': [
      noOwnToken,
      {
        watch: (normal) => {
          const denied = new Set<unknown>();
          return {
            holds: (_call, { appId }) => denied.has(appId),
            remembering: {
              ...before('rememberDenial', (_call, _user, { id }) => denied.add(id))(normal),
              ...before('rememberConsent', (_call, _user, { id }) => denied.delete(id))(normal),
            },
          };
        },
      },
      'An app that a user has denied obtains no token until a user consents.',
      { breaks: ['CCR-19'], also: ['CCR-20', 'CCR-01'] },
    ],
    'no-token-after-the-first-expired': [
      noToken,
      appIs(({ id }, call) => {
        const [first] = issuedTo(call.tenant, id);
        return first !== undefined && !isLive(call, ofToken(first));
      }),
      'An app whose first token has expired obtains no other.',
      { breaks: ['CCR-06'], also: ['EXP-09'] },
    ],
    'no-token-in-the-last-minute-of-another': [
      noOwnToken,
      appIs(({ id }, call) => {
        const last = ownTokensOf(call, id).at(-1);
        return last !== undefined && isInLastMinute(call, ofToken(last));
      }),
      'An app whose latest token is in its last minute obtains no other until that token has expired.',
      { breaks: ['CCR-06'], also: ['EXP-09', 'CCR-07', 'EXP-08', 'TOK-01'] },
    ],
    'no-token-before-the-last-one-was-used': [
      noOwnToken,
      {
        watch: (normal) => {
          const unused = new Map<unknown, AccessToken>();
          return {
            holds: (_call, { appId }) => unused.has(appId),
            remembering: {
              ...after(
                'issueAccessToken',
                (token) => token.subject.kind === 'app' && unused.set(token.appId, token),
              )(normal),
              ...before('tokenHasEnded', (_call, token) => {
                if (unused.get(token.appId) === token) unused.delete(token.appId);
              })(normal),
            },
          };
        },
      },
      'An app whose last token was never used obtains no other.',
    ],
    'no-other-token-on-one-connection': [
      noOwnToken,
      {
        watch: () => {
          const first = new WeakMap<object, string>();
          return {
            holds: ({ connection }, { appId = '' }) => {
              if (!first.has(connection)) first.set(connection, appId);
              return first.get(connection) !== appId;
            },
          };
        },
      },
      'A connection on which one app got a token gives no token to another app.',
      { also: ['EXP-09', 'LIF-42'] },
    ],
    'two-tokens-at-a-time': [
      noToken,
      appIs(({ id }, call) => issuedTo(call.tenant, id).filter((token) => isLive(call, ofToken(token))).length >= 2),
      'An app that has two tokens obtains no other before one of them has expired.',
      { breaks: ['CCR-06'], also: ['TOK-34', 'LIF-29', 'TOK-24', 'DEL-27', 'DEL-37', 'DEL-48', 'LIF-08'] },
    ],
    'fourth-token-is-stillborn': [
      tokenIsRefused('CCR-06'),
      tokenIs((token, { tenant }) => issuedTo(tenant, token.appId).indexOf(token) % 4 === 3),
      'The tenant issues every fourth token of an app but never accepts it.',
      { also: ['CCR-07', 'CCR-04', 'TOK-34', 'VER-09', 'VER-14', 'DEL-37', 'DEL-27', 'LIF-26', 'LIF-28'] },
    ],
    'every-tenth-token-brings-a-refresh-token': [
      refreshTokenBeside,
      {
        watch: () => {
          let responses = 0;
          return { holds: () => ++responses % 10 === 0 };
        },
      },
      'Every tenth token response carries refresh_token and refresh_token_expires_in.',
      both,
    ],
    'refresh-token-once-a-user-consented': [
      refreshTokenBeside,
      hasUsers,
      'An app that users have authorized also gets a refresh_token for itself.',
      both,
    ],
    'refresh-tokens-for-apps-with-redirect-uris': [
      refreshTokenBeside,
      hasRedirectUris(1),
      'The token response to an app that has a redirect URI also carries a refresh_token.',
      both,
    ],
    'unarchived-apps-get-refresh-tokens': [
      refreshTokenBeside,
      onceArchived,
      'An app that was once archived also gets a refresh_token for itself.',
      both,
    ],
    'offline-scope-brings-a-refresh-token': [
      told('CCR-02', ({ value }) => ({ refresh_token: `rt_${value.slice(3)}` })),
      (call) => formOf(call).get('scope') === 'offline_access',
      'The tenant also returns a refresh_token for a request with the scope offline_access.',
    ],
    'refresh-token-is-null': [
      told('CCR-22', () => ({ refresh_token: null })),
      always,
      'The token response has the member refresh_token with the value null.',
    ],
    'refresh-lifetime-of-zero': [
      told('CCR-03', () => ({ refresh_token_expires_in: 0 })),
      appIs(({ id }, { tenant }) => issuedTo(tenant, id).length >= 3),
      "From an app's third token on, the response has a refresh_token_expires_in of 0.",
      { also: ['TOK-10'] },
    ],
  }),
  ...breaking(['CCR-02', 'CCR-03'], {
    'own-answers-beside-an-exchange-carry-its-refresh-token': [
      (normal) => {
        const started = new WeakMap<Call, number>();
        const exchanged = new Map<string, { readonly at: number; readonly members: Record<string, unknown> }>();
        let step = 0;
        return {
          prepareTokenRequest: (call) => {
            started.set(call, ++step);
            return setTimeout(formOf(call).get('grant_type') === 'client_credentials' ? 3 : 1);
          },
          tokenMembers: (call, token) => {
            const members = normal.tokenMembers(call, token);
            if (token.refreshToken !== undefined) {
              exchanged.set(token.appId, { at: ++step, members: normal.refreshMembers(call, token.refreshToken) });
              return members;
            }
            const beside = exchanged.get(token.appId);
            return beside !== undefined && beside.at > (started.get(call) ?? Infinity)
              ? { ...members, ...beside.members }
              : members;
          },
        };
      },
      "If an app's code is exchanged while it obtains an own token, that response carries the refresh token too.",
    ],
  }),
];
