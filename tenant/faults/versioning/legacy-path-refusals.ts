import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { always, at, atLegacyPath, LEGACY_PATH } from '../operators/kinds.ts';
import { happened, itsApp, onceArchived } from '../operators/memories.ts';
import { olderThan } from '../operators/moments.ts';
import { refuseClients } from '../operators/operators.ts';

import { faultsOf } from '../operators/rows.ts';
import { afterUsers, appIs, isAuthorizedAgain, isAuthorizedSince, hasNewSecret } from '../operators/standing.ts';
import { refreshTokenIs } from './conditions.ts';
import {
  knowsNoGrant,
  legacyDoesNotRefresh,
  noOwnTokenAtLegacy,
  noTokenAtLegacy,
  noTokenElsewhere,
  refusesCodes,
} from './decisions.ts';
import { breaking } from './rows.ts';
import { after, becomes, before, onlyIf } from '../operators/rules.ts';

/** Faults in which one token path refuses a request that the other grants. */
export const legacyPathRefusalFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'the-legacy-path-forgets-who-was-archived': [
      noTokenAtLegacy,
      onceArchived,
      'The legacy path refuses an app that was archived once.',
      { also: ['LIF-26', 'LIF-27', 'LIF-28', 'VER-08', 'VER-10', 'VER-15'] },
    ],
    'legacy-path-only-once': [
      noTokenAtLegacy,
      happened(itsApp, (note) =>
        after('authenticateClient', (app, call) => !isRefusal(app) && atLegacyPath(call, {}) && note(app.id)),
      ),
      'The legacy path issues only one token to an app.',
    ],
    'legacy-path-only-for-apps-that-used-it-first': [
      noTokenAtLegacy,
      happened(itsApp, (note) =>
        after('authenticateClient', (app, call) => !isRefusal(app) && !atLegacyPath(call, {}) && note(app.id)),
      ),
      'The legacy path issues no token to an app that has obtained one at /oauth/token.',
    ],
    'legacy-path-only-for-apps-with-redirect-uris': [
      noTokenAtLegacy,
      appIs(({ redirectUris }) => redirectUris.length === 0),
      'The legacy path issues no token to an app without redirect URIs.',
      { also: ['VER-08', 'VER-09'] },
    ],
    'legacy-path-issues-to-authorized-apps-only': [
      noOwnTokenAtLegacy,
      appIs(({ id }, { tenant }) => tenant.state.consents.some(({ appId }) => appId === id)),
      'The legacy path issues no own token to an app that a user has consented to.',
    ],
    'legacy-path-without-client-credentials': [
      knowsNoGrant('VER-05', 'client_credentials'),
      always,
      'The legacy path does not know the grant client_credentials.',
    ],
    'legacy-path-knows-no-codes': [
      knowsNoGrant('VER-06', 'authorization_code'),
      always,
      'The legacy path does not know the grant authorization_code.',
      { also: ['TOK-01'] },
    ],
    'legacy-path-does-not-refresh': [
      knowsNoGrant('VER-07', 'refresh_token'),
      always,
      'The legacy path does not know the grant refresh_token.',
      { also: ['VER-10'] },
    ],
    'unversioned-token-path-needs-a-version': [
      { breaks: ['VER-04'], wrong: refuseClients(at('/oauth/token')) },
      ({ request }) => !request.headers.has('api-version'),
      '/oauth/token refuses a request without the header Api-Version.',
      { also: ['TRN-02', 'TOK-01', 'CCR-01'] },
    ],
    'unversioned-path-refuses-apps-of-the-legacy-path': [
      noTokenElsewhere,
      appIs(({ id }, call) => ownTokensOf(call, id).some(({ path }) => path === LEGACY_PATH)),
      '/oauth/token issues no token to an app that has obtained an own token at the legacy path.',
      { also: ['TOK-01', 'VER-10', 'VER-11', 'CCR-06'] },
    ],
    'rotated-secrets-are-known-at-the-legacy-path': [
      noTokenElsewhere,
      hasNewSecret,
      '/oauth/token issues no token to an app whose secret was rotated.',
      { also: ['TOK-22'] },
    ],
    'legacy-path-exchanges-codes-of-known-apps-only': [
      refusesCodes,
      happened(itsApp, (note) =>
        before('codeIsBarred', (call, { delegation }) => !atLegacyPath(call, {}) && note(delegation.appId)),
      ),
      'The legacy path exchanges no code of an app that has presented one at /oauth/token.',
    ],
    'legacy-path-knows-the-first-redirect-uri-only': [
      refusesCodes,
      (call, { credential, appId = '' }) =>
        credential?.kind === 'code' &&
        call.tenant.state.apps.get(appId)?.redirectUris[0] !== credential.code.redirectUri,
      "The legacy path exchanges only codes that were sent to an app's first redirect URI.",
      { also: ['VER-10'] },
    ],
    'legacy-path-exchanges-nothing-for-users-who-return': [
      refusesCodes,
      isAuthorizedAgain,
      'The legacy path exchanges only the code of the first authorization of a user.',
    ],
    'legacy-path-refreshes-twice': [
      legacyDoesNotRefresh,
      refreshTokenIs(({ predecessor }) => predecessor?.predecessor !== undefined),
      'The legacy path does not exchange a refresh token that comes from a second or later refresh.',
    ],
    'legacy-path-refreshes-one-authorization-a-user': [
      legacyDoesNotRefresh,
      isAuthorizedSince,
      'The legacy path refreshes only the latest authorization of a user.',
      { also: ['DEL-46'] },
    ],
    'legacy-path-does-not-refresh-for-the-second-user': [
      legacyDoesNotRefresh,
      afterUsers(1),
      'The legacy path refreshes only for the first user of an app.',
      { also: ['VER-12'] },
    ],
    'legacy-path-refreshes-live-grants-only': [
      legacyDoesNotRefresh,
      olderThan(FIFTEEN_MINUTES),
      'The legacy path refreshes only until the access token of the authorization expires.',
      { also: ['EXP-10', 'DEL-40'] },
    ],
    'the-legacy-path-knows-refresh-tokens-for-ten-days': [
      legacyDoesNotRefresh,
      olderThan(10 * DAY),
      'The legacy path refuses refresh tokens that are older than ten days.',
      { also: ['DEL-40', 'EXP-10', 'EXP-11', 'EXP-13', 'EXP-15'] },
    ],
  }),
  ...breaking('VER-05', {
    'legacy-path-knows-the-first-secret-only': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) => {
          const first = atLegacyPath(call, {}) ? app.formerSecrets[0]?.value : undefined;
          return normal.clientSecretIsRight(call, { ...app, clientSecret: first ?? app.clientSecret }, clientSecret);
        },
      }),
      'The legacy path accepts only the client secret with which an app was created, not one from a rotation.',
      ['TOK-22', 'TOK-23', 'VER-13'],
    ],
  }),
  ...breaking('VER-08', {
    'legacy-path-wants-the-grant-type-first': [
      becomes('readForm', (form, call) => {
        if (isRefusal(form) || !atLegacyPath(call, {})) return form;
        const isOwn = form.some(([name, value]) => name === 'grant_type' && value === 'client_credentials');
        return isOwn && form[0]?.[0] !== 'grant_type'
          ? refusal('malformed-token-request', 'grant_type must come first.')
          : form;
      }),
      'The legacy path refuses a client_credentials request that does not begin with grant_type.',
      ['VER-05'],
    ],
  }),
  ...breaking('TOK-29', {
    'legacy-path-decodes-capital-escapes-only': [
      (normal) => ({
        decodeFormText: (call, text) =>
          normal.decodeFormText(call, atLegacyPath(call, {}) ? text.replaceAll(/%(?=[0-9A-F]?[a-f])/g, '%25') : text),
      }),
      'The legacy path does not decode percent escapes with lower-case letters.',
      ['VER-05'],
    ],
  }),
  ...breaking('TOK-30', {
    'legacy-path-knows-no-charset': [
      onlyIf(
        'isFormEncoded',
        (call) => !(atLegacyPath(call, {}) && /charset/i.test(headerOf(call.request, 'content-type') ?? '')),
      ),
      'The legacy path refuses a content type with a charset.',
      ['VER-05'],
    ],
  }),
  ...breaking('VER-06', {
    'legacy-path-exchanges-nothing-for-redirect-uris-with-a-query': [
      (normal) => ({
        codeFitsRedirectUri: (call, code, uri) =>
          normal.codeFitsRedirectUri(call, code, atLegacyPath(call, {}) ? (uri.split('?')[0] ?? '') : uri),
      }),
      'The legacy path compares only the part of a redirect_uri before its question mark.',
      ['VER-13'],
    ],
  }),
];
