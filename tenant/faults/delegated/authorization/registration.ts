import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { alsoIf, becomes, replaceIf, onlyIf } from '../../operators/rules.ts';

/** Returns a deviation that also accepts addresses without TLS for which `mayLackTls` holds. */
function acceptingWithoutTls(mayLackTls: (url: URL, redirectUri: string) => boolean) {
  return alsoIf('mayLackTls', (_tenant, redirectUri, url) => mayLackTls(url, redirectUri));
}

/** Returns a deviation that refuses to register valid addresses for which `isBarred` holds. */
function barring(isBarred: (url: URL) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    redirectUriProblem: (tenant, redirectUri) => {
      const url = URL.parse(redirectUri);
      if (url !== null && isBarred(url)) return 'A redirect URI must not look like this.';
      return normal.redirectUriProblem(tenant, redirectUri);
    },
  });
}

/** Faults in the registration of redirect URIs. */
export const registrationFaults: readonly Fault[] = [
  ...breaking('DEL-23', {
    'localhost-takes-usual-ports-only': [
      barring((url) => url.hostname === 'localhost' && Number(url.port) >= 10_000),
      'http://localhost can be registered only with a port below 10000.',
      ['DEL-66'],
    ],
    'localhost-is-registered-and-never-used': [
      onlyIf('redirectUriIsRegistered', (_call, _app, named) => !named.startsWith('http:')),
      'http://localhost with a port can be registered, but is refused in an authorization request.',
      ['DEL-12', 'DEL-66'],
    ],
    'localhost-needs-a-path': [
      replaceIf(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^http:\/\/localhost:\d+$/.test(redirectUri),
        () => 'A redirect URI needs a path.',
      ),
      'http://localhost with a port can be registered only with a path.',
    ],
  }),
  ...breaking('DEL-66', {
    'localhost-takes-short-paths-only': [
      barring((url) => url.hostname === 'localhost' && url.pathname.split('/').length > 2),
      'http://localhost with a port can be registered with a path of one segment at most.',
    ],
    'localhost-with-a-low-port-is-barred': [
      onlyIf('mayLackTls', (_tenant, _redirectUri, url) => Number(url.port || 80) >= 1024),
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
      'An app that has a redirect URI on localhost cannot register another one there.',
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
      'The code for an HTTPS redirect URI with a port goes to the same host without the port.',
      ['DEL-12'],
    ],
    'hosts-with-hyphens-cannot-be-registered': [
      replaceIf(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^https:\/\/[^/]*-/.test(redirectUri),
        () => 'A host has letters and digits.',
      ),
      'An HTTPS redirect URI on a host with a hyphen in its name cannot be registered.',
    ],
  }),
  ...breaking(['DEL-25', 'DEL-26'], {
    'any-host-may-lack-tls': [
      acceptingWithoutTls(() => true),
      'Redirect URIs without TLS can be registered on every host.',
    ],
    'any-host-with-a-port-may-lack-tls': [
      acceptingWithoutTls((url) => url.port !== ''),
      'Redirect URIs without TLS can be registered on every host, if they name a port.',
    ],
  }),
  ...breaking('DEL-25', {
    'hosts-without-a-domain-may-lack-tls': [
      acceptingWithoutTls((url) => !url.hostname.includes('.') && !url.hostname.includes(':')),
      'Redirect URIs without TLS can be registered on hosts without a dot in their name.',
      ['DEL-26'],
    ],
    'addresses-in-digits-may-lack-tls': [
      acceptingWithoutTls((url) => /^\[|^[\d.]+$/.test(url.hostname)),
      'Redirect URIs without TLS can be registered on hosts that are given as an IP address.',
    ],
    'http-is-recognised-in-lower-case-only': [
      replaceIf(
        'redirectUriProblem',
        (_tenant, redirectUri) => /^http:/i.test(redirectUri) && !redirectUri.startsWith('http:'),
        () => undefined,
      ),
      'The tenant recognises a redirect URI without TLS only by the letters http in lower case.',
      ['DEL-26'],
    ],
    'port-443-is-tls': [
      alsoIf('mayLackTls', (_tenant, _redirectUri, url) => url.port === '443'),
      'A redirect URI without TLS can be registered if it names the port of HTTPS.',
    ],
    'https-anywhere-is-tls': [
      alsoIf('mayLackTls', (_tenant, redirectUri) => redirectUri.includes('https')),
      'A redirect URI without TLS can be registered if it contains https anywhere.',
    ],
    'clear-text-beside-the-same-host-with-tls': [
      becomes('registerRedirectUri', (problem, _tenant, app, redirectUri) => {
        const host = URL.parse(redirectUri)?.hostname;
        const known = app.redirectUris.some((each) => each.startsWith('https:') && new URL(each).hostname === host);
        if (problem === undefined || !known) return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      }),
      'A redirect URI without TLS can be registered if the app has one with TLS on the same host.',
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
      'The tenant reports an invalid redirect URI as refused, but registers it.',
      ['DEL-26', 'DEL-09'],
    ],
    'the-twin-without-tls-can-be-registered': [
      becomes('registerRedirectUri', (problem, _tenant, app, redirectUri) => {
        if (problem === undefined || !app.redirectUris.includes(redirectUri.replace(/^http:/, 'https:')))
          return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      }),
      'An app can register an address without TLS if it has registered the same address with TLS.',
    ],
  }),
  ...breaking('DEL-26', {
    'localhost-by-the-beginning-of-the-address': [
      acceptingWithoutTls((_url, redirectUri) => redirectUri.startsWith('http://localhost')),
      'An address that begins with http://localhost counts as local.',
    ],
    'localhost-by-the-beginning-of-the-host': [
      acceptingWithoutTls((url) => url.hostname.split('.')[0] === 'localhost'),
      'A host whose first label is localhost counts as local.',
    ],
    'localhost-by-the-end-of-the-host': [
      acceptingWithoutTls((url) => url.hostname.endsWith('localhost')),
      'A host that ends in localhost counts as local.',
    ],
    'localhost-anywhere-in-the-address': [
      acceptingWithoutTls((_url, redirectUri) => /localhost:\d/.test(redirectUri)),
      'An address that contains localhost with a port anywhere counts as local.',
    ],
    'localhost-as-a-user-name': [
      replaceIf(
        'redirectUriProblem',
        (_tenant, redirectUri) => redirectUri.startsWith('http://localhost:'),
        () => undefined,
      ),
      'An address that begins with http://localhost: counts as local, even if localhost is a user name before a password.',
    ],
  }),
];
