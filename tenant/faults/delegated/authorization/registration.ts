import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { alsoWhere, becomes, insteadWhere, onlyWhere } from '../../operators/rules.ts';

/** Lets addresses lack TLS that must not, beside those that may. */
function clear(mayLackTls: (url: URL, redirectUri: string) => boolean) {
  return alsoWhere('mayLackTls', (_tenant, redirectUri, url) => mayLackTls(url, redirectUri));
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
  ...breaking('DEL-23', {
    'localhost-takes-usual-ports-only': [
      barring((url) => url.hostname === 'localhost' && Number(url.port) >= 10_000),
      'http://localhost can be registered with a port below 10000 only.',
      ['DEL-66'],
    ],
    'localhost-is-registered-and-never-used': [
      onlyWhere('redirectUriIsRegistered', (_call, _app, named) => !named.startsWith('http:')),
      'http://localhost with a port can be registered, and is refused when it is named.',
      ['DEL-12', 'DEL-66'],
    ],
    'localhost-needs-a-path': [
      insteadWhere(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^http:\/\/localhost:\d+$/.test(redirectUri),
        () => 'A redirect URI needs a path.',
      ),
      'http://localhost with a port can be registered with a path only.',
    ],
  }),
  ...breaking('DEL-66', {
    'localhost-takes-short-paths-only': [
      barring((url) => url.hostname === 'localhost' && url.pathname.split('/').length > 2),
      'http://localhost with a port can be registered with a path of one segment at most.',
    ],
    'localhost-with-a-low-port-is-barred': [
      onlyWhere('mayLackTls', (_tenant, _redirectUri, url) => Number(url.port || 80) >= 1024),
      'http://localhost cannot be registered with a port below 1024.',
    ],
    'a-second-localhost-is-barred': [
      (normal) => ({
        registerRedirectUri: (tenant, app, redirectUri) => {
          const isLocal = (uri: string): boolean => uri.startsWith('http://localhost:');
          return isLocal(redirectUri) && app.redirectUris.some((uri) => isLocal(uri) && uri !== redirectUri)
            ? 'The app has an address for development already.'
            : normal.registerRedirectUri(tenant, app, redirectUri);
        },
      }),
      'An app that has an address on localhost gets no other one there.',
    ],
  }),
  ...breaking('DEL-64', {
    'redirect-uris-of-four-segments-are-barred': [
      barring((url) => url.pathname.split('/').length > 4),
      'A redirect URI with four path segments cannot be registered.',
      ['DEL-66'],
    ],
    'https-redirect-uris-have-no-port': [
      barring((url) => url.protocol === 'https:' && url.port !== ''),
      'An HTTPS redirect URI with a port cannot be registered.',
    ],
    'redirect-uris-lose-their-port': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) =>
          normal.addressWith(call, redirectUri.replace(/^(https:\/\/[^/]*?):\d+/, '$1'), parameters),
      }),
      'The code for an HTTPS redirect URI with a port goes to the same host without it.',
      ['DEL-12'],
    ],
    'hosts-with-hyphens-cannot-be-registered': [
      insteadWhere(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^https:\/\/[^/]*-/.test(redirectUri),
        () => 'A host has letters and digits.',
      ),
      'An HTTPS redirect URI on a host with a hyphen in its name cannot be registered.',
    ],
  }),
  ...breaking(['DEL-25', 'DEL-26'], {
    'any-host-may-lack-tls': [clear(() => true), 'Redirect URIs without TLS can be registered on every host.'],
    'any-host-with-a-port-may-lack-tls': [
      clear((url) => url.port !== ''),
      'Redirect URIs without TLS can be registered on every host, if they name a port.',
    ],
  }),
  ...breaking('DEL-25', {
    'hosts-without-a-domain-may-lack-tls': [
      clear((url) => !url.hostname.includes('.') && !url.hostname.includes(':')),
      'Redirect URIs without TLS can be registered on hosts without a dot in their name.',
      ['DEL-26'],
    ],
    'addresses-in-digits-may-lack-tls': [
      clear((url) => /^\[|^[\d.]+$/.test(url.hostname)),
      'Redirect URIs without TLS can be registered on hosts that are given as an address.',
    ],
    'http-is-recognised-in-lower-case-only': [
      insteadWhere(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^http:/i.test(redirectUri) && !redirectUri.startsWith('http:'),
        () => undefined,
      ),
      'A redirect URI without TLS is recognised by the letters http in lower case.',
      ['DEL-26'],
    ],
    'port-443-is-tls': [
      alsoWhere('mayLackTls', (_tenant, _redirectUri, url) => url.port === '443'),
      'A redirect URI without TLS can be registered where it names the port of https.',
    ],
    'https-anywhere-is-tls': [
      alsoWhere('mayLackTls', (_tenant, redirectUri) => redirectUri.includes('https')),
      'A redirect URI without TLS can be registered where https stands anywhere in it.',
    ],
    'clear-text-beside-the-same-host-with-tls': [
      becomes('registerRedirectUri', (problem, _tenant, app, redirectUri) => {
        const host = URL.parse(redirectUri)?.hostname;
        const known = app.redirectUris.some((each) => each.startsWith('https:') && new URL(each).hostname === host);
        if (problem === undefined || !known) return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      }),
      'A redirect URI without TLS can be registered on a host where the app has one with TLS.',
    ],
    'clear-text-is-registered-at-the-second-attempt': [
      (normal) => {
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
      'A redirect URI without TLS that was refused once is registered when it is offered again.',
      ['DEL-26'],
    ],
    'refused-redirect-uris-are-kept': [
      becomes('registerRedirectUri', (problem, _tenant, app, redirectUri) => {
        if (problem !== undefined) app.redirectUris.push(redirectUri);
        return problem;
      }),
      'A redirect URI that cannot be registered is said to be refused, and is good all the same.',
      ['DEL-26', 'DEL-09'],
    ],
    'the-twin-without-tls-can-be-registered': [
      becomes('registerRedirectUri', (problem, _tenant, app, redirectUri) => {
        if (problem === undefined || !app.redirectUris.includes(redirectUri.replace(/^http:/, 'https:')))
          return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      }),
      'An address without TLS can be registered on an app that has the same with it.',
    ],
  }),
  ...breaking('DEL-26', {
    'localhost-by-the-beginning-of-the-address': [
      clear((_url, redirectUri) => redirectUri.startsWith('http://localhost')),
      'What begins with http://localhost is local.',
    ],
    'localhost-by-the-beginning-of-the-host': [
      clear((url) => url.hostname.split('.')[0] === 'localhost'),
      'A host whose first label is localhost is local.',
    ],
    'localhost-by-the-end-of-the-host': [
      clear((url) => url.hostname.endsWith('localhost')),
      'A host that ends in localhost is local.',
    ],
    'localhost-anywhere-in-the-address': [
      clear((_url, redirectUri) => /localhost:\d/.test(redirectUri)),
      'An address that has localhost with a port anywhere is local.',
    ],
    'localhost-as-a-user-name': [
      insteadWhere(
        'redirectUriProblem',
        (_tenant, redirectUri) => redirectUri.startsWith('http://localhost:'),
        () => undefined,
      ),
      'What begins with http://localhost: is local, even where that is a user name and a password.',
    ],
  }),
];
