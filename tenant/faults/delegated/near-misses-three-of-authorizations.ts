import { isRefusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const directoryOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

const sharesProject = (call: Call, userId: string, appId: string): boolean =>
  call.tenant.state.projects
    .values()
    .some(({ grants }) =>
      [{ kind: 'user', id: userId } as const, { kind: 'app', id: appId } as const].every((actor) =>
        grants.some((grant) => grant.revokedAt === undefined && sameActor(grant.actor, actor)),
      ),
    );

/** Authorization requests, states and consents that go wrong in one browser, for one spelling or for a namesake. */
export const nearMissesOfAuthorizations: readonly Fault[] = [
  {
    id: 'delegated/states-end-at-a-character-of-four-octets',
    breaks: ['DEL-02'],
    summary: 'A state is kept in a column for characters of three octets, which ends at the first longer one.',
    behaviour: (normal) => ({
      returnedState: (call, request) =>
        normal.returnedState(call, request)?.replace(/[\u{10000}-\u{10ffff}][^]*$/u, ''),
    }),
  },
  {
    id: 'delegated/line-breaks-of-states-change-in-a-form',
    breaks: ['DEL-02'],
    summary: 'A state travels through the field of a form, which writes line breaks as CR LF.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return call.request.method === 'POST' ? state?.replace(/\r\n|\r|\n/g, '\r\n') : state;
      },
    }),
  },
  {
    id: 'delegated/long-states-are-lost-when-a-page-is-shown',
    breaks: ['DEL-03'],
    also: ['DEL-02'],
    summary: 'A state waits in a cookie while the user answers a page, and does not fit where it has 1200 characters.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return call.request.method === 'POST' && (state?.length ?? 0) >= 1200 ? undefined : state;
      },
    }),
  },
  {
    id: 'delegated/consent-goes-by-the-name-of-the-user',
    breaks: ['DEL-20'],
    also: ['DEL-16'],
    summary: 'A consent counts for all users of the same name.',
    behaviour: (normal) => ({
      consentIsOf: (call, consent, user) =>
        normal.consentIsOf(call, consent, user) || call.tenant.state.users.get(consent.userId)?.name === user.name,
    }),
  },
  {
    id: 'delegated/consent-goes-by-the-name-of-the-app',
    breaks: ['DEL-21'],
    also: ['DEL-16'],
    summary: 'A consent counts for all apps of the same name.',
    behaviour: (normal) => ({
      consentIsFor: (call, consent, app) => call.tenant.state.apps.get(consent.appId)?.name === app.name,
      consentIsToThisInstallation: (call, consent, app) =>
        consent.appId === app.id ? normal.consentIsToThisInstallation(call, consent, app) : app.installed,
    }),
  },
  {
    id: 'delegated/apps-in-service-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-18', 'DEL-19', 'DEL-20', 'DEL-21', 'LIF-37', 'LIF-39', 'LIF-44'],
    summary: 'Users are not asked for an app that has obtained a token of its own.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) ||
        call.tenant.state.accessTokens
          .values()
          .some(({ appId, subject }) => appId === app.id && subject.kind === 'app'),
    }),
  },
  {
    id: 'delegated/apps-of-a-common-project-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-18', 'DEL-19', 'DEL-20', 'DEL-21', 'LIF-37', 'LIF-39', 'LIF-44'],
    summary: 'Users are not asked for an app that was added to one of their projects.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => normal.hasConsented(call, user, app) || sharesProject(call, user.id, app.id),
    }),
  },
  {
    id: 'delegated/redirect-uri-compared-by-its-first-hundred-characters',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'Redirect URIs are compared as far as a column of a hundred characters goes.',
    behaviour: () => ({
      redirectUriMatches: (_call, registered, named) => registered.slice(0, 100) === named.slice(0, 100),
    }),
  },
  {
    id: 'delegated/redirect-uri-in-the-same-directory',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'A redirect URI that differs from the registered one behind the last slash is taken for it.',
    behaviour: () => ({
      redirectUriMatches: (_call, registered, named) =>
        registered === named || (directoryOf(named).length > 9 && directoryOf(registered) === directoryOf(named)),
    }),
  },
  {
    id: 'delegated/codes-go-to-the-first-redirect-uri-of-the-host',
    breaks: ['DEL-12'],
    also: ['DEL-01', 'DEL-22', 'DEL-24', 'DEL-23'],
    summary: 'Of the redirect URIs that an app has on one host the code goes to the first.',
    behaviour: (normal) => ({
      readAuthorizationRequest: (call) => {
        const request = normal.readAuthorizationRequest(call);
        if (isRefusal(request)) return request;
        const { host } = new URL(request.redirectUri);
        const first = request.app.redirectUris.find((each) => new URL(each).host === host);
        return { ...request, redirectUri: first ?? request.redirectUri };
      },
    }),
  },
  {
    id: 'delegated/one-pending-code-a-user',
    breaks: ['DEL-60'],
    also: ['DEL-27', 'DEL-46', 'DEL-59', 'DEL-21', 'DEL-30'],
    summary: 'A code for one app ends the code that the user has pending for another.',
    behaviour: (normal) => {
      const latest = new Map<string, AuthorizationCode>();
      return {
        issueCode: (call, request, user) => {
          const code = normal.issueCode(call, request, user);
          latest.set(user.id, code);
          return code;
        },
        findCode: (call, value) => {
          const code = normal.findCode(call, value);
          const other = code === undefined ? undefined : latest.get(code.delegation.userId);
          const superseded =
            code?.usedAt === undefined && other !== undefined && other.delegation.appId !== code?.delegation.appId;
          return superseded ? undefined : code;
        },
      };
    },
  },
  {
    id: 'delegated/redirect-uris-of-earlier-visits-fit-a-code',
    breaks: ['DEL-29'],
    summary: 'A code is exchanged with the redirect URI of any earlier authorization of its user and app.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, redirectUri) ||
        call.tenant.state.codes
          .values()
          .some(
            (each) =>
              each.redirectUri === redirectUri &&
              each.delegation.userId === code.delegation.userId &&
              each.delegation.appId === code.delegation.appId,
          ),
    }),
  },
];
