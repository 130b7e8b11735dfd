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
import { after, becomes, before, onlyWhere } from '../operators/rules.ts';

/** What one token path refuses and the other grants. */
export const legacyPathRefusalFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'the-legacy-path-forgets-who-was-archived': [
      noTokenAtLegacy,
      onceArchived,
      'An app that was archived once stays refused at the legacy path.',
      { also: ['LIF-26', 'LIF-27', 'LIF-28', 'VER-08', 'VER-10', 'VER-15'] },
    ],
    'legacy-path-only-once': [
      noTokenAtLegacy,
      happened(itsApp, (note) =>
        after('authenticateClient', (app, call) => !isRefusal(app) && atLegacyPath(call, {}) && note(app.id)),
      ),
      'The legacy path issues an app one token.',
    ],
    'legacy-path-only-for-apps-that-used-it-first': [
      noTokenAtLegacy,
      happened(itsApp, (note) =>
        after('authenticateClient', (app, call) => !isRefusal(app) && !atLegacyPath(call, {}) && note(app.id)),
      ),
      'The legacy path issues no token to an app that has asked /oauth/token.',
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
      'The legacy path issues no own token to an app with a consent.',
    ],
    'legacy-path-without-client-credentials': [
      knowsNoGrant('VER-05', 'client_credentials'),
      always,
      'The legacy path knows only the grants of users.',
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
      '/oauth/token refuses a request without a header Api-Version.',
      { also: ['TRN-02', 'TOK-01', 'CCR-01'] },
    ],
    'unversioned-path-refuses-apps-of-the-legacy-path': [
      noTokenElsewhere,
      appIs(({ id }, call) => ownTokensOf(call, id).some(({ path }) => path === LEGACY_PATH)),
      '/oauth/token issues no token to an app that has had an own one at the legacy path.',
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
      'The legacy path exchanges no code of an app that has exchanged one at /oauth/token.',
    ],
    'legacy-path-knows-the-first-redirect-uri-only': [
      refusesCodes,
      (call, { credential, appId = '' }) =>
        credential?.kind === 'code' &&
        call.tenant.state.apps.get(appId)?.redirectUris[0] !== credential.code.redirectUri,
      'The legacy path exchanges codes of the first redirect URI of an app only.',
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
      'The legacy path does not exchange a refresh token with two refreshes before it.',
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
      'The legacy path refreshes for the first user of an app alone.',
      { also: ['VER-12'] },
    ],
    'legacy-path-refreshes-live-grants-only': [
      legacyDoesNotRefresh,
      olderThan(FIFTEEN_MINUTES),
      'The legacy path refreshes only while the access token is good.',
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
      'The legacy path knows the client secret that an app was made with, and none of a rotation.',
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
      'The legacy path refuses a request of client credentials that does not begin with grant_type.',
      ['VER-05'],
    ],
  }),
  ...breaking('TOK-29', {
    'legacy-path-decodes-capital-escapes-only': [
      (normal) => ({
        decodeFormText: (call, text) =>
          normal.decodeFormText(call, atLegacyPath(call, {}) ? text.replaceAll(/%(?=[0-9A-F]?[a-f])/g, '%25') : text),
      }),
      'At the legacy path escapes in lower case stay as they are.',
      ['VER-05'],
    ],
  }),
  ...breaking('TOK-30', {
    'legacy-path-knows-no-charset': [
      onlyWhere(
        'isFormEncoded',
        (call) => !(atLegacyPath(call, {}) && /charset/i.test(headerOf(call.request, 'content-type') ?? '')),
      ),
      'At the legacy path the content type must name no charset.',
      ['VER-05'],
    ],
  }),
  ...breaking('VER-06', {
    'legacy-path-exchanges-nothing-for-redirect-uris-with-a-query': [
      (normal) => ({
        codeFitsRedirectUri: (call, code, uri) =>
          normal.codeFitsRedirectUri(call, code, atLegacyPath(call, {}) ? (uri.split('?')[0] ?? '') : uri),
      }),
      'The legacy path reads a redirect_uri up to its question mark, and then does not find it.',
      ['VER-13'],
    ],
  }),
];
