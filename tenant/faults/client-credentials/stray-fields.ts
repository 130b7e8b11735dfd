import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { App, Delegation } from '../../state/model.ts';
import { formOf, refreshTokenIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { ofClient } from '../operators/presented.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { consentedTo } from './apps-and-users.ts';
import { always, forItself } from '../operators/kinds.ts';
import { breaking } from './rows.ts';

/** Makes the token that an app asks for itself a token of a user, if `user` returns one. */
const isThatOf = (user: (call: Call, app: App) => string | undefined): Wrong => ({
  breaks: ['CCR-21'],
  wrong: (when) => (normal) => ({
    issueAccessToken: (call, subject, app) => {
      const asked = ofClient(app);
      const id = forItself(call, asked) && when(call, asked) ? user(call, app) : undefined;
      return normal.issueAccessToken(call, id === undefined ? subject : { kind: 'user', id }, app);
    },
  }),
});

const codeIn = (call: Call): AuthorizationCode | undefined =>
  call.tenant.state.codes.find(formOf(call).get('code') ?? '');

/** Returns the user of a code or refresh token for which `isSo` returns true. */
const userOf = <One extends { readonly delegation: Delegation }>(
  one: One | undefined,
  isSo: (one: One) => boolean,
): string | undefined => (one !== undefined && isSo(one) ? one.delegation.userId : undefined);

/** Faults in which fields of other grants in a client_credentials request make the token a user's, or are used up. */
export const strayFieldFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'a-subject-makes-a-user-token': [
      isThatOf((call) => {
        const email = formOf(call).get('subject');
        return call.tenant.state.users.values().find((one) => one.email === email)?.id;
      }),
      always,
      "A client_credentials request with a user's e-mail address as subject obtains a token of that user.",
      { also: ['CCR-09'] },
    ],
    'a-stray-used-code-makes-a-user-token': [
      isThatOf((call) => userOf(codeIn(call), ({ usedAt }) => usedAt !== undefined)),
      always,
      "A client_credentials request with a code that was exchanged before obtains a token of the code's user.",
    ],
    'a-stray-code-of-another-app-makes-a-user-token': [
      isThatOf((call, app) => userOf(codeIn(call), ({ delegation }) => delegation.appId !== app.id)),
      always,
      "A client_credentials request with a code of another app obtains a token of the code's user.",
    ],
    'a-stray-refresh-token-makes-a-user-token': [
      isThatOf((call) => userOf(refreshTokenIn(call), () => true)),
      always,
      "A client_credentials request with a refresh token obtains a token of that token's user.",
    ],
    'a-stray-refresh-token-of-another-app-makes-a-user-token': [
      isThatOf((call, app) =>
        userOf(refreshTokenIn(call), ({ delegation, spentAt }) => delegation.appId !== app.id && spentAt === undefined),
      ),
      always,
      "A client_credentials request with another app's live refresh token obtains a token of that token's user.",
    ],
    'a-stray-spent-refresh-token-makes-a-user-token': [
      isThatOf((call) => userOf(refreshTokenIn(call), ({ spentAt }) => spentAt !== undefined)),
      always,
      "A client_credentials request with a spent refresh token obtains a token of that token's user.",
      { also: ['CCR-15'] },
    ],
    'a-stray-redirect-uri-makes-a-user-token': [
      isThatOf((call, { id, redirectUris }) =>
        redirectUris.includes(formOf(call).get('redirect_uri') ?? '') ? consentedTo(call, id).at(-1) : undefined,
      ),
      always,
      'A client_credentials request with a redirect URI of the app obtains a token of the user who consented last.',
    ],
  }),
  ...breaking('CCR-21', {
    'a-stray-refresh-token-is-spent': [
      (normal) => ({
        issueAccessToken: (call, subject, app) => {
          const stray = forItself(call, {}) ? refreshTokenIn(call) : undefined;
          if (stray !== undefined) normal.spendRefreshToken(call, stray);
          return normal.issueAccessToken(call, subject, app);
        },
      }),
      'A client_credentials request with a live refresh token spends it.',
    ],
    'a-stray-refresh-token-comes-back': [
      (normal) => ({
        answerToken: (call, token) => {
          const stray = forItself(call, {}) ? refreshTokenIn(call) : undefined;
          const added = { refresh_token: stray?.value, refresh_token_expires_in: 2_592_000 };
          return withMembers(normal.answerToken(call, token), (members) => ({ ...members, ...(stray && added) }));
        },
      }),
      'The answer to a client_credentials request with a refresh token also carries a refresh token.',
      ['CCR-02', 'CCR-03'],
    ],
    'a-stray-code-is-exchanged': [
      (normal) => ({
        grantFor: (call, grantType) => {
          const grant = normal.grantFor(call, grantType);
          if (grantType !== 'client_credentials' || grant === undefined) return grant;
          return (request, app, fields) => {
            const exchanged = fields.has('code') ? normal.exchangeCode(request, app, fields) : undefined;
            return exchanged === undefined || isRefusal(exchanged) ? grant(request, app, fields) : exchanged;
          };
        },
      }),
      'The tenant treats a client_credentials request with a code and its redirect_uri as an exchange of the code.',
    ],
  }),
];
