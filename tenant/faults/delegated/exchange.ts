import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { App, Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { silentCodes } from './silent-codes.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes } from '../operators/rules.ts';

/** Returns a deviation that also exchanges a code with redirect URIs for which `fits` holds. */
function alsoFits(fits: (call: Call, code: AuthorizationCode, redirectUri: string) => boolean) {
  return alsoIf('codeFitsRedirectUri', (call, code, redirectUri) => fits(call, code, redirectUri));
}

/** Returns a deviation that gives a delegation without a refresh token the user of the delegation from `who`. */
function actsFor(who: (call: Call, delegation: Delegation) => Delegation | undefined) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    userOfDelegation: (call, delegation) => {
      if (delegation.latestRefreshToken !== undefined) return normal.userOfDelegation(call, delegation);
      return who(call, delegation)?.userId ?? normal.userOfDelegation(call, delegation);
    },
  });
}

const appOf = (call: Call, code: AuthorizationCode): App | undefined =>
  call.tenant.state.apps.get(code.delegation.appId);

/** Reports whether two apps have registered the same redirect URI. */
export const shareUri = (call: Call, one: string, other: App): boolean =>
  call.tenant.state.apps.get(one)?.redirectUris.some((uri) => other.redirectUris.includes(uri)) === true;

/** Faults in the exchange of codes. */
export const exchangeFaults: readonly Fault[] = [
  ...breaking('DEL-27', {
    'second-visits-bring-no-refresh-token': [
      becomes('exchangeCode', (token, call) => {
        if ('refused' in token || token.delegation === undefined) return token;
        const own = token.delegation;
        const earlier = call.tenant.state.delegations.some(
          (one) => one !== own && one.userId === own.userId && one.appId === own.appId,
        );
        if (earlier) delete token.refreshToken;
        return token;
      }),
      'When a user authorizes an app again, the exchange of the code brings no refresh token.',
      ['TOK-06', 'VER-08'],
    ],
    'only-the-first-redirect-uri-can-be-exchanged-for': [
      (normal) => ({
        codeIsBarred: (call, code) =>
          appOf(call, code)?.redirectUris[0] === code.redirectUri
            ? normal.codeIsBarred(call, code)
            : refusal('misdirected-code', 'The redirect_uri is wrong.'),
      }),
      'A code is exchanged only if it was sent to the redirect URI that was registered first.',
    ],
    'codes-need-the-connection-of-the-last-exchange': [
      (normal) => {
        const connections = new Map<string, Call['connection']>();
        return {
          codeIsBarred: (call, code) => {
            const { appId } = code.delegation;
            const known = connections.get(appId) ?? call.connection;
            connections.set(appId, known);
            return known === call.connection
              ? normal.codeIsBarred(call, code)
              : refusal('unknown-code', 'The code is not known here.');
          },
        };
      },
      'Once an app has exchanged a code over a connection, its later codes must come over the same connection.',
      ['TOK-01', 'LIF-20'],
    ],
  }),
  ...breaking('DEL-29', {
    'any-registered-redirect-uri-fits-a-code': [
      alsoFits((call, code, sent) => appOf(call, code)?.redirectUris.includes(sent) === true),
      'A code is exchanged with any redirect URI that the app has registered.',
    ],
    'redirect-uris-of-an-exchange-may-go-on': [
      alsoFits((_call, code, sent) => sent.startsWith(code.redirectUri)),
      'A code is exchanged with a redirect URI that begins with the one of the authorization request.',
    ],
    'redirect-uris-of-an-exchange-share-a-host': [
      alsoFits((_call, code, sent) => URL.canParse(sent) && new URL(sent).host === new URL(code.redirectUri).host),
      'A code is exchanged with any redirect URI of the same host.',
    ],
    'local-redirect-uris-fit-any-code': [
      alsoFits((_call, _code, sent) => sent.startsWith('http://localhost:')),
      'A code is exchanged with any redirect URI on localhost.',
    ],
    'misdirected-codes-at-the-legacy-path': [
      alsoIf('codeFitsRedirectUri', (call) => call.request.path === '/api/v2/token'),
      'The legacy path exchanges a code with any redirect URI.',
      ['VER-15'],
    ],
    'codes-of-the-silent-way-fit-any-redirect-uri': [
      (normal) => {
        const { silent, remembering } = silentCodes(normal);
        return {
          ...remembering,
          codeFitsRedirectUri: (call, code, redirectUri) =>
            normal.codeFitsRedirectUri(call, code, redirectUri) ||
            (silent.has(code) &&
              call.tenant.state.apps.get(code.delegation.appId)?.redirectUris.includes(redirectUri) === true),
        };
      },
      'A code that was given without a prompt is exchanged with any redirect URI of the app.',
    ],
    'redirect-uris-of-earlier-visits-fit-a-code': [
      alsoIf('codeFitsRedirectUri', (call, code, redirectUri) =>
        call.tenant.state.codes
          .values()
          .some(
            (each) =>
              each.redirectUri === redirectUri &&
              each.delegation.userId === code.delegation.userId &&
              each.delegation.appId === code.delegation.appId,
          ),
      ),
      'A code is exchanged with the redirect URI of any earlier authorization of its user and app.',
    ],
  }),
  ...breaking('DEL-30', {
    'codes-fit-any-app': [() => ({ codeFitsApp: () => true }), 'A code is exchanged for any app that presents it.'],
    'codes-fit-apps-that-the-user-knows': [
      alsoIf('codeFitsApp', (call, code, app) =>
        call.tenant.state.consents.some((one) => one.appId === app.id && one.userId === code.delegation.userId),
      ),
      'A code is exchanged for any app that the user has consented to.',
    ],
    'exchanged-codes-fit-any-app': [
      (normal) => ({
        codeFitsApp: (call, code, app) => code.usedAt !== undefined || normal.codeFitsApp(call, code, app),
        codeIsUsed: () => false,
      }),
      'A code that its own app has exchanged can be exchanged again by another app.',
    ],
    'codes-fit-apps-of-the-same-redirect-uri': [
      alsoIf('codeFitsApp', (call, code, app) => shareUri(call, code.delegation.appId, app)),
      'A code can be exchanged by any app that shares a registered redirect URI with the app of the code.',
    ],
    'foreign-codes-at-the-legacy-path': [
      alsoIf('codeFitsApp', (call) => call.request.path === '/api/v2/token'),
      'The legacy path exchanges a code for any app that presents it.',
      ['VER-15'],
    ],
  }),
  ...breaking('DEL-60', {
    'codes-act-for-who-authorized-last': [
      actsFor((call, { appId }) => call.tenant.state.delegations.findLast((one) => one.appId === appId)),
      'A code gives a token for the user who authorized the app last.',
      ['DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-36', 'DEL-54'],
    ],
    'codes-act-for-who-signed-in-last': [
      (normal) => ({
        userOfDelegation: (call, delegation) =>
          [...call.tenant.state.sessions.values()].at(-1)?.userId ?? normal.userOfDelegation(call, delegation),
      }),
      'A code gives a token for the user who signed in to the tenant last.',
      ['DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-36', 'DEL-54', 'CCR-20', 'LIF-02', 'LIF-19'],
    ],
    'codes-are-exchanged-in-the-order-in-which-they-were-had': [
      actsFor((call, { appId }) =>
        call.tenant.state.delegations.find((one) => one.appId === appId && one.latestRefreshToken === undefined),
      ),
      'The codes of an app yield tokens for its users in the order of their authorizations, whichever code is exchanged.',
    ],
  }),
];
