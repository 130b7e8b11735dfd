import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH, atLegacyPath } from './legacy-path.ts';

/** What one token path refuses and the other grants, and what it answers otherwise. */
export const legacyPathRefusalFaults: readonly Fault[] = [
  {
    id: 'versioning/legacy-path-only-for-apps-with-redirect-uris',
    breaks: ['VER-05'],
    also: ['VER-08', 'VER-09'],
    summary: 'The legacy path issues no token to an app without redirect URIs.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        if (isRefusal(decision) || !atLegacyPath(call)) return decision;
        const uris = call.tenant.state.apps.get(decision.appId)?.redirectUris ?? [];
        return uris.length === 0 ? refusal('unsupported-grant-type', 'This app is not for users.') : decision;
      },
    }),
  },
  {
    id: 'versioning/legacy-path-issues-to-authorized-apps-only',
    breaks: ['VER-05'],
    summary: 'The legacy path issues an app no token of its own once a user has consented to it.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        return atLegacyPath(call) &&
          !isRefusal(decision) &&
          decision.delegation === undefined &&
          call.tenant.state.consents.some(({ appId }) => appId === decision.appId)
          ? refusal('unsupported-grant-type', 'This app acts for users.')
          : decision;
      },
    }),
  },
  {
    id: 'versioning/legacy-path-knows-the-first-secret-only',
    breaks: ['VER-05'],
    also: ['TOK-22', 'TOK-23', 'VER-13'],
    summary: 'The legacy path knows the client secret that an app was made with, and none of a rotation.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        atLegacyPath(call)
          ? normal.clientSecretIsRight(
              call,
              { ...app, clientSecret: app.formerSecrets[0]?.value ?? app.clientSecret },
              clientSecret,
            )
          : normal.clientSecretIsRight(call, app, clientSecret),
    }),
  },
  {
    id: 'versioning/legacy-path-wants-the-grant-type-first',
    breaks: ['VER-08'],
    also: ['VER-05'],
    summary: 'The legacy path refuses a request of client credentials that does not begin with grant_type.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const form = normal.readForm(call);
        if (isRefusal(form) || !atLegacyPath(call)) return form;
        const isOwn = form.some(([name, value]) => name === 'grant_type' && value === 'client_credentials');
        return isOwn && form[0]?.[0] !== 'grant_type'
          ? refusal('malformed-token-request', 'grant_type must come first.')
          : form;
      },
    }),
  },
  {
    id: 'versioning/legacy-path-decodes-capital-escapes-only',
    breaks: ['TOK-29'],
    also: ['VER-05'],
    summary: 'At the legacy path escapes in lower case stay as they are.',
    behaviour: (normal) => ({
      decodeFormText: (call, text) =>
        call.request.path === '/api/v2/token'
          ? normal.decodeFormText(call, text.replaceAll(/%(?=[0-9A-F]?[a-f])/g, '%25'))
          : normal.decodeFormText(call, text),
    }),
  },
  {
    id: 'versioning/legacy-path-knows-no-charset',
    breaks: ['TOK-30'],
    also: ['VER-05'],
    summary: 'At the legacy path the content type must name no charset.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        normal.isFormEncoded(call) &&
        !(
          call.request.path === '/api/v2/token' && /charset/i.test(call.request.headers.get('content-type')?.[0] ?? '')
        ),
    }),
  },
  {
    id: 'versioning/legacy-path-knows-the-first-redirect-uri-only',
    breaks: ['VER-06'],
    also: ['VER-10'],
    summary: 'The legacy path exchanges codes of the first redirect URI of an app only.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, redirectUri) &&
        !(atLegacyPath(call) && call.tenant.state.apps.get(code.delegation.appId)?.redirectUris[0] !== redirectUri),
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-nothing-for-redirect-uris-with-a-query',
    breaks: ['VER-06'],
    also: ['VER-13'],
    summary: 'The legacy path reads a redirect_uri up to its question mark, and then does not find it.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, atLegacyPath(call) ? (redirectUri.split('?')[0] ?? '') : redirectUri),
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-nothing-for-users-who-return',
    breaks: ['VER-06'],
    summary: 'The legacy path exchanges only the code of the first authorization of a user.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) => {
        const { appId, userId, id } = code.delegation;
        const first = call.tenant.state.delegations.find((each) => each.appId === appId && each.userId === userId);
        return atLegacyPath(call) && first?.id !== id
          ? refusal('ended-grant', 'There is an authorization already.')
          : normal.codeIsBarred(call, code);
      },
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-one-authorization-a-user',
    breaks: ['VER-07'],
    also: ['DEL-46', 'VER-10'],
    summary: 'The legacy path refreshes the latest authorization of a user and app and refuses the earlier ones.',
    behaviour: (normal) => ({
      refreshProblem: (call, app, token) => {
        const { userId, appId } = token.delegation;
        const latest = call.tenant.state.delegations.findLast(
          (each) => each.userId === userId && each.appId === appId && each.latestRefreshToken !== undefined,
        );
        return (
          normal.refreshProblem(call, app, token) ??
          (atLegacyPath(call) && latest !== token.delegation
            ? refusal('ended-grant', 'There is a later authorization.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'versioning/legacy-path-does-not-refresh-for-the-second-user',
    breaks: ['VER-07'],
    also: ['VER-10', 'VER-12'],
    summary: 'The legacy path refreshes for the first user of an app alone.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { appId, userId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.appId === appId);
        return atLegacyPath(call) && first?.userId !== userId
          ? refusal('ended-grant', 'The authorization is not known here.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-live-grants-only',
    breaks: ['VER-07'],
    also: ['EXP-10', 'DEL-40', 'VER-10'],
    summary: 'The legacy path refreshes only while the access token is good.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        atLegacyPath(call) && call.now.getTime() - token.issuedAt.getTime() >= 900_000
          ? refusal('ended-grant', 'The authorization has ended.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'versioning/legacy-refreshes-announce-days',
    breaks: ['VER-08'],
    also: ['TOK-09', 'EXP-20'],
    summary: 'The legacy path answers refreshes with the lifetime of the refresh token in days.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) =>
        atLegacyPath(call) && token.predecessor !== undefined ? 30 : normal.announcedRefreshLifetime(call, token),
    }),
  },
  {
    id: 'versioning/unversioned-path-refuses-apps-of-the-legacy-path',
    breaks: ['VER-04'],
    also: ['TOK-01', 'VER-10', 'VER-11', 'CCR-06'],
    summary: 'An app that has had a token of its own at the legacy path gets none at /oauth/token any more.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        return !atLegacyPath(call) &&
          !isRefusal(decision) &&
          call.tenant.state.accessTokens
            .values()
            .some((one) => one.appId === decision.appId && one.path === LEGACY_PATH && one.subject.kind === 'app')
          ? refusal('unsupported-grant-type', 'This app uses the legacy path.')
          : decision;
      },
    }),
  },
  {
    id: 'versioning/rotated-secrets-are-known-at-the-legacy-path',
    breaks: ['VER-04'],
    also: ['TOK-22'],
    summary: 'After a rotation the unversioned path issues no token with the new secret; the legacy path does.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) && (atLegacyPath(call) || app.formerSecrets.length === 0),
    }),
  },
];
