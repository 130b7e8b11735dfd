import type { Call } from '../call.ts';
import type { App } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** The redirect URIs that an app may register, and their comparison with those of requests ("Delegated auth", 1). */
export interface RedirectUriBehaviour {
  /** Reports whether this address may be used without TLS. */
  readonly mayLackTls: (tenant: Tenant, redirectUri: string, url: URL) => boolean;
  /** Returns, in a sentence, why a redirect URI cannot be registered. */
  readonly redirectUriProblem: (tenant: Tenant, redirectUri: string) => string | undefined;
  /** Registers a redirect URI on an app. Returns why it cannot be registered, if so. */
  readonly registerRedirectUri: (tenant: Tenant, app: App, redirectUri: string) => string | undefined;
  readonly redirectUriMatches: (call: Call, registered: string, named: string) => boolean;
  /** Reports whether the app has registered this redirect URI. */
  readonly redirectUriIsRegistered: (call: Call, app: App, named: string) => boolean;
}

declare module './behaviour.ts' {
  interface Behaviour extends RedirectUriBehaviour {}
}

/** The characters that a URI may consist of. Some browser reads any other (such as a backslash) as something else. */
const URI = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;
/** The address as it is written, before a parser removes a default port or a user name. */
const LOCALHOST_WITH_PORT = /^http:\/\/localhost:[0-9]{1,5}(?:[/?]|$)/;
const AUTHORITY = /^[a-z]+:\/\/([^/?#]*)/;

export const specifiedRedirectUris: RedirectUriBehaviour = {
  mayLackTls: (_tenant, redirectUri, url) => LOCALHOST_WITH_PORT.test(redirectUri) && url.hostname === 'localhost',

  redirectUriProblem: (tenant, redirectUri) => {
    const url = URI.test(redirectUri) && URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
    const authority = AUTHORITY.exec(redirectUri)?.[1] ?? '';
    if (url === undefined || authority === '') return 'A redirect URI must be an absolute address.';
    if (redirectUri.includes('#')) return 'A redirect URI must not have a fragment.';
    if (authority.includes('@')) return 'A redirect URI must not name a user.';
    if (url.protocol === 'https:') return undefined;
    return url.protocol === 'http:' && tenant.behaviour.mayLackTls(tenant, redirectUri, url)
      ? undefined
      : 'A redirect URI must use https, or be http://localhost with a port.';
  },

  registerRedirectUri: (tenant, app, redirectUri) => {
    const problem = tenant.behaviour.redirectUriProblem(tenant, redirectUri);
    if (problem === undefined && !app.redirectUris.includes(redirectUri)) app.redirectUris.push(redirectUri);
    return problem;
  },

  redirectUriMatches: (_call, registered, named) => registered === named,

  redirectUriIsRegistered: (call, app, named) =>
    app.redirectUris.some((registered) => call.tenant.behaviour.redirectUriMatches(call, registered, named)),
};
