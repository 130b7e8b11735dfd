import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Fault } from '../../fault.ts';

/** Lets addresses lack TLS that must not, beside those that may. */
function clear(mayLackTls: (url: URL, redirectUri: string) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    mayLackTls: (tenant, redirectUri, url) =>
      normal.mayLackTls(tenant, redirectUri, url) || mayLackTls(url, redirectUri),
  });
}

/** Keeps addresses from being registered that can be. */
function barring(isBarred: (url: URL) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    redirectUriProblem: (tenant, redirectUri) => {
      const url = URL.parse(redirectUri);
      if (url !== null && isBarred(url)) return 'A redirect URI must not look like this.';
      return normal.redirectUriProblem(tenant, redirectUri);
    },
  });
}

/** Which redirect URIs can be registered. */
export const registrationFaults: readonly Fault[] = [
  {
    id: 'delegated/localhost-takes-usual-ports-only',
    breaks: ['DEL-23'],
    also: ['DEL-66'],
    summary: 'http://localhost can be registered with a port below 10000 only.',
    behaviour: barring((url) => url.hostname === 'localhost' && Number(url.port) >= 10_000),
  },
  {
    id: 'delegated/localhost-takes-short-paths-only',
    breaks: ['DEL-66'],
    summary: 'http://localhost with a port can be registered with a path of one segment at most.',
    behaviour: barring((url) => url.hostname === 'localhost' && url.pathname.split('/').length > 2),
  },
  {
    id: 'delegated/localhost-is-registered-and-never-used',
    breaks: ['DEL-23'],
    also: ['DEL-12', 'DEL-66'],
    summary: 'http://localhost with a port can be registered, and is refused when it is named.',
    behaviour: (normal) => ({
      redirectUriIsRegistered: (call, app, named) =>
        !named.startsWith('http:') && normal.redirectUriIsRegistered(call, app, named),
    }),
  },
  {
    id: 'delegated/redirect-uris-of-four-segments-are-barred',
    breaks: ['DEL-64'],
    also: ['DEL-66'],
    summary: 'A redirect URI with four path segments cannot be registered.',
    behaviour: barring((url) => url.pathname.split('/').length > 4),
  },
  {
    id: 'delegated/https-redirect-uris-have-no-port',
    breaks: ['DEL-64'],
    summary: 'An HTTPS redirect URI with a port cannot be registered.',
    behaviour: barring((url) => url.protocol === 'https:' && url.port !== ''),
  },
  {
    id: 'delegated/redirect-uris-lose-their-port',
    breaks: ['DEL-64'],
    also: ['DEL-12'],
    summary: 'The code for an HTTPS redirect URI with a port goes to the same host without it.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, redirectUri.replace(/^(https:\/\/[^/]*?):\d+/, '$1'), parameters),
    }),
  },
  {
    id: 'delegated/any-host-may-lack-tls',
    breaks: ['DEL-25', 'DEL-26'],
    summary: 'Redirect URIs without TLS can be registered on every host.',
    behaviour: clear(() => true),
  },
  {
    id: 'delegated/hosts-without-a-domain-may-lack-tls',
    breaks: ['DEL-25'],
    also: ['DEL-26'],
    summary: 'Redirect URIs without TLS can be registered on hosts without a dot in their name.',
    behaviour: clear((url) => !url.hostname.includes('.') && !url.hostname.includes(':')),
  },
  {
    id: 'delegated/addresses-in-digits-may-lack-tls',
    breaks: ['DEL-25'],
    summary: 'Redirect URIs without TLS can be registered on hosts that are given as an address.',
    behaviour: clear((url) => /^\[|^[\d.]+$/.test(url.hostname)),
  },
  {
    id: 'delegated/any-host-with-a-port-may-lack-tls',
    breaks: ['DEL-25', 'DEL-26'],
    summary: 'Redirect URIs without TLS can be registered on every host, if they name a port.',
    behaviour: clear((url) => url.port !== ''),
  },
  {
    id: 'delegated/http-is-recognised-in-lower-case-only',
    breaks: ['DEL-25'],
    also: ['DEL-26'],
    summary: 'A redirect URI without TLS is recognised by the letters http in lower case.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        /^http:/i.test(redirectUri) && !redirectUri.startsWith('http:')
          ? undefined
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/localhost-by-the-beginning-of-the-address',
    breaks: ['DEL-26'],
    summary: 'What begins with http://localhost is local.',
    behaviour: clear((_url, redirectUri) => redirectUri.startsWith('http://localhost')),
  },
  {
    id: 'delegated/localhost-by-the-beginning-of-the-host',
    breaks: ['DEL-26'],
    summary: 'A host whose first label is localhost is local.',
    behaviour: clear((url) => url.hostname.split('.')[0] === 'localhost'),
  },
  {
    id: 'delegated/localhost-by-the-end-of-the-host',
    breaks: ['DEL-26'],
    summary: 'A host that ends in localhost is local.',
    behaviour: clear((url) => url.hostname.endsWith('localhost')),
  },
  {
    id: 'delegated/localhost-anywhere-in-the-address',
    breaks: ['DEL-26'],
    summary: 'An address that has localhost with a port anywhere is local.',
    behaviour: clear((_url, redirectUri) => /localhost:\d/.test(redirectUri)),
  },
  {
    id: 'delegated/localhost-as-a-user-name',
    breaks: ['DEL-26'],
    summary: 'What begins with http://localhost: is local, even where that is a user name and a password.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        redirectUri.startsWith('http://localhost:') ? undefined : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/port-443-is-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered where it names the port of https.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) => normal.mayLackTls(tenant, redirectUri, url) || url.port === '443',
    }),
  },
  {
    id: 'delegated/https-anywhere-is-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered where https stands anywhere in it.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) || redirectUri.includes('https'),
    }),
  },
  {
    id: 'delegated/clear-text-beside-the-same-host-with-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered on a host where the app has one with TLS.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        const host = URL.parse(redirectUri)?.hostname;
        const known = app.redirectUris.some((each) => each.startsWith('https:') && new URL(each).hostname === host);
        if (problem === undefined || !known) return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      },
    }),
  },
  {
    id: 'delegated/clear-text-is-registered-at-the-second-attempt',
    breaks: ['DEL-25'],
    also: ['DEL-26'],
    summary: 'A redirect URI without TLS that was refused once is registered when it is offered again.',
    behaviour: (normal) => {
      const refused = new Set<string>();
      return {
        registerRedirectUri: (tenant, app, redirectUri) => {
          const problem = normal.registerRedirectUri(tenant, app, redirectUri);
          const offer = `${app.id} ${redirectUri}`;
          if (problem === undefined || !redirectUri.startsWith('http://')) return problem;
          if (!refused.has(offer)) {
            refused.add(offer);
            return problem;
          }
          app.redirectUris.push(redirectUri);
          return undefined;
        },
      };
    },
  },
  {
    id: 'delegated/refused-redirect-uris-are-kept',
    breaks: ['DEL-25'],
    also: ['DEL-26', 'DEL-09'],
    summary: 'A redirect URI that cannot be registered is said to be refused, and is good all the same.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        if (problem !== undefined) app.redirectUris.push(redirectUri);
        return problem;
      },
    }),
  },
  {
    id: 'delegated/hosts-with-hyphens-cannot-be-registered',
    breaks: ['DEL-64'],
    summary: 'An HTTPS redirect URI on a host with a hyphen in its name cannot be registered.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        /^https:\/\/[^/]*-/.test(redirectUri)
          ? 'A host has letters and digits.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/localhost-needs-a-path',
    breaks: ['DEL-23'],
    summary: 'http://localhost with a port can be registered with a path only.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        /^http:\/\/localhost:\d+$/.test(redirectUri)
          ? 'A redirect URI needs a path.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/localhost-with-a-low-port-is-barred',
    breaks: ['DEL-66'],
    summary: 'http://localhost cannot be registered with a port below 1024.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) && Number(url.port || 80) >= 1024,
    }),
  },

  {
    id: 'delegated/a-second-localhost-is-barred',
    breaks: ['DEL-66'],
    summary: 'An app that has an address on localhost gets no other one there.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const isLocal = (uri: string): boolean => uri.startsWith('http://localhost:');
        return isLocal(redirectUri) && app.redirectUris.some((uri) => isLocal(uri) && uri !== redirectUri)
          ? 'The app has an address for development already.'
          : normal.registerRedirectUri(tenant, app, redirectUri);
      },
    }),
  },
  {
    id: 'delegated/the-twin-without-tls-can-be-registered',
    breaks: ['DEL-25'],
    summary: 'An address without TLS can be registered on an app that has the same with it.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        if (problem === undefined || !app.redirectUris.includes(redirectUri.replace(/^http:/, 'https:')))
          return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      },
    }),
  },
];
