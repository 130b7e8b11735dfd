import type { Call } from '../call.ts';
import type { App } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** Which redirect URIs an app may register, and which of them an authorization request names ("Delegated auth", 1). */
export interface RedirectUriBehaviour {
  /** Whether this address may be used without TLS. */
  readonly mayLackTls: (tenant: Tenant, redirectUri: string, url: URL) => boolean;
  /** What keeps a redirect URI from being registered, in a sentence. */
  readonly redirectUriProblem: (tenant: Tenant, redirectUri: string) => string | undefined;
  /** Registers a redirect URI on an app; answers what keeps it from being registered, if anything does. */
  readonly registerRedirectUri: (tenant: Tenant, app: App, redirectUri: string) => string | undefined;
  readonly redirectUriMatches: (call: Call, registered: string, named: string) => boolean;
  /** Whether this redirect URI is one of the app's. */
  readonly redirectUriIsRegistered: (call: Call, app: App, named: string) => boolean;
}

declare module './behaviour.ts' {
  interface Behaviour extends RedirectUriBehaviour {}
}

/** What a URI may consist of: anything else (a backslash, say) is read as something else by some browser. */
const URI = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;
/** The address as it is written, before a parser takes a default port or a user name away. */
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
