import fc from 'fast-check';
import { objectOf } from './object.ts';

/** A change that makes another address from a registered redirect URI. It is drawn before the redirect URI is known. */
export interface Departure {
  readonly kind: DepartureKind;
  /** A part of a host or a path, so that the cases differ. */
  readonly word: string;
}

const letters = Array.from('abcdefghijkmnpqrstuvwxyz');

type Make = (registered: URL, word: string) => string | undefined;

const pathOf = (url: URL): string => (url.pathname === '/' ? '' : url.pathname);
/** Returns the address as apps write it, without a slash if there is no path. */
const plain = (url: URL): string => `${url.origin}${pathOf(url)}`;
const port = (url: URL): string => (url.port === '' ? '' : `:${url.port}`);
const onHost = (url: URL, host: string, path = url.pathname): string => `${url.protocol}//${host}${port(url)}${path}`;
const isLocal = (url: URL): boolean => url.hostname === 'localhost';

const makers = {
  'on another host': (url, word) => onHost(url, `${word}.elsewhere.example`),
  'on a host that begins with its host': (url, word) => onHost(url, `${url.hostname}.${word}.example`),
  'on a host that ends in its host': (url, word) => onHost(url, `${word}${url.hostname}`),
  'on a host that ends in a hyphen and its host': (url, word) => onHost(url, `${word}-${url.hostname}`),
  'on a host below its host': (url, word) => (isLocal(url) ? undefined : onHost(url, `${word}.${url.hostname}`)),
  'on the host above its host': (url) =>
    url.hostname.split('.').length < 3 ? undefined : onHost(url, url.hostname.split('.').slice(1).join('.')),
  'on a host with another letter for a dot': (url) =>
    url.hostname.includes('.') ? onHost(url, url.hostname.replace('.', 'x')) : undefined,
  'with a longer path': (url, word) => `${plain(url)}/${word}`,
  'with a longer last segment': (url, word) => (pathOf(url) === '' ? undefined : `${plain(url)}${word}`),
  'with one character more': (url) => (pathOf(url) === '' ? undefined : `${plain(url)}2`),
  'with a path one character shorter': (url) => (pathOf(url).length < 3 ? undefined : plain(url).slice(0, -1)),
  'with the parent path': (url) => (pathOf(url) === '' ? undefined : plain(url).replace(/[^/]*$/, '')),
  'with no path': (url) => (pathOf(url) === '' ? undefined : url.origin),
  'with another path': (url, word) => `${url.origin}/${word}`,
  'with another path before its path': (url, word) => `${url.origin}/${word}${url.pathname}`,
  'with its path in upper case': (url) => (pathOf(url) === '' ? undefined : url.origin + url.pathname.toUpperCase()),
  'with one letter of its path in upper case': (url) =>
    pathOf(url) === '' ? undefined : url.origin + url.pathname.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  'with a path that leads out of it': (url, word) => `${plain(url)}/../${word}`,
  'with an encoded path that leads out of it': (url, word) => `${plain(url)}/%2e%2e/${word}`,
  'with an encoded slash and more': (url, word) => `${plain(url)}%2F${word}`,
  'with a path parameter': (url, word) => (pathOf(url) === '' ? undefined : `${plain(url)};${word}=1`),
  'on another port': (url) => (isLocal(url) ? undefined : `${url.protocol}//${url.hostname}:9443${url.pathname}`),
  'without TLS': (url) => (url.protocol === 'https:' ? `http://${url.host}${url.pathname}` : undefined),
  'with a scheme of its own': (url, word) => `${word}://${url.host}${url.pathname}`,
  'with a user name': (url, word) => `${url.protocol}//${word}@${url.host}${url.pathname}`,
  'with its host as the user name of another': (url, word) =>
    `${url.protocol}//${url.host}@${word}.example${url.pathname}`,
  'with a backslash before its host': (url, word) => `${url.protocol}//${word}.example\\@${url.host}${url.pathname}`,
  'with another host and a backslash': (url, word) => `${url.protocol}//${word}.example\\${url.host}${url.pathname}`,
  'in the query of another': (url, word) => `https://${word}.example/?to=${plain(url)}`,
  'in the path of another': (url, word) => `https://${word}.example/${plain(url)}`,
  'in the fragment of another': (url, word) => `https://${word}.example/#${plain(url)}`,
  'followed by another': (url, word) => `${plain(url)} https://${word}.example/`,
  'followed by a comma and another': (url, word) => `${plain(url)},https://${word}.example/`,
  'without a scheme, on another host': (url, word) => `//${word}.elsewhere.example${url.pathname}`,
} as const satisfies Record<string, Make>;

const inLetterCase: ReadonlySet<string> = new Set<keyof typeof makers>([
  'with its path in upper case',
  'with one letter of its path in upper case',
]);

/** Reports whether the address differs only in the letter case of its path. */
export function isInLetterCase(kind: DepartureKind): boolean {
  return inLetterCase.has(kind);
}

/** Departures that are tried once, but not drawn: there they would displace the others in many cases. */
const rareMakers = {
  'on the host www below its host': (url) => (isLocal(url) ? undefined : onHost(url, `www.${url.hostname}`)),
  'with an encoded end of a text and more': (url, word) => `${plain(url)}%00${word}`,
  'with an encoded end of a line and another': (url, word) => `${plain(url)}%0Ahttps://${word}.example/`,
  'with an encoded question mark and more': (url, word) => `${plain(url)}%3F${word}`,
  'with an encoded number sign and more': (url, word) => `${plain(url)}%23${word}`,
  'with a point after its path': (url) => (pathOf(url) === '' ? undefined : `${plain(url)}.`),
  'with an ending of a file': (url) => (pathOf(url) === '' ? undefined : `${plain(url)}.html`),
  'with its path twice': (url) => (pathOf(url) === '' ? undefined : `${plain(url)}${pathOf(url)}`),
  'with a wildcard for its path': (url) => `${url.origin}/*`,
} as const satisfies Record<string, Make>;

export type DepartureKind = keyof typeof makers | keyof typeof rareMakers;

const frequentKinds = Object.keys(makers) as readonly DepartureKind[];

export const departureKinds: readonly DepartureKind[] = [
  ...frequentKinds,
  ...(Object.keys(rareMakers) as DepartureKind[]),
];

const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 8 });

export const departures: fc.Arbitrary<Departure> = objectOf({
  kind: fc.constantFrom(...frequentKinds),
  word,
});

/**
 * Returns the address. Undefined if this departure makes none from this redirect URI, or one that differs only in
 * details that are free: trailing slash, letter case of the host, default port, percent-encoding, query.
 */
export function departed(registered: string, { kind, word }: Departure): string | undefined {
  const make: Make = { ...makers, ...rareMakers }[kind];
  const address = make(new URL(registered), word);
  return address === undefined || equalExceptFreeDetails(registered, address) ? undefined : address;
}

export function equalExceptFreeDetails(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  if (a === null || b === null) return one === other;
  return a.origin === b.origin && a.username === b.username && decoded(a.pathname) === decoded(b.pathname);
}

function decoded(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed;
  }
}

const ports = fc
  .oneof(
    fc.constantFrom(3000, 5173, 8000, 8080, 8443, 65_535),
    fc.constantFrom(81, 443, 591, 1023),
    fc.integer({ min: 1024, max: 65_535 }),
  )
  .map(String);
const paths = fc.oneof(
  fc.constantFrom('/callback', '/cb', '/oauth/callback', '/a/b/c/d', '/Callback-1_2.php', '/~lab/callback'),
  fc.tuple(word, word).map(([one, other]) => `/${one}/${other}`),
);

/**
 * An address to be registered: a form in which `{port}` stands for the part of that name, and so on. The parts are
 * drawn separately, because each alternative of each part is worth a case, and a text that is drawn whole would hide
 * them.
 */
export interface AddressParts {
  readonly form: string;
  readonly parts: Readonly<Record<string, string>>;
}

export function addressOf({ form, parts }: AddressParts): string {
  return form.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
}

function addresses(
  form: string | fc.Arbitrary<string>,
  parts: Readonly<Record<string, fc.Arbitrary<string>>>,
): fc.Arbitrary<AddressParts> {
  const forms = typeof form === 'string' ? fc.constant(form) : form;
  return objectOf({ form: forms, parts: objectOf(parts) });
}

/** `http://localhost:{port}` with and without a path ("Delegated auth", 1). */
export const localRedirectUris = addresses('http://localhost:{port}{path}', {
  port: ports,
  path: fc.oneof(fc.constant(''), fc.constant(''), paths),
});

/**
 * Reports whether an address is exactly of the permitted form, without anything after the port, and with a port that
 * any user may listen at.
 */
export function isPlainLocal(uri: string): boolean {
  const port = /^http:\/\/localhost:(\d+)$/.exec(uri)?.[1];
  return port !== undefined && Number(port) >= 1024;
}

/** Reports whether an address has HTTPS, a host and a path, and nothing else. */
export function isPlainSecure(uri: string): boolean {
  return /^https:\/\/[a-z0-9.-]+(?:\/[^/?#]+)+$/.test(uri);
}

/** No path, a trailing slash, and a path that is longer than the maximum of some database columns. */
const morePaths = fc.constantFrom('', '/oauth/callback/', `/tenants/${'0123456789abcdef'.repeat(9)}/callback`);

/** HTTPS addresses of hosts that are not local. */
export const secureRedirectUris = addresses('https://{name}{more}.conformance.example{port}{path}', {
  name: word,
  more: fc.constantFrom('', '', '-lab', '2', '.eu.apps'),
  port: fc.constantFrom('', ':8443', ':3000'),
  path: fc.oneof(paths, morePaths),
});

/** Paths that may make an address without TLS look like one with TLS. */
const pathsWithHttps = ['/https', '/https/callback', '/https://client.conformance.example/callback'] as const;

/** Addresses without TLS on hosts that are not local and do not look local. */
export const unencryptedRedirectUris = addresses('{scheme}://{host}{port}{path}', {
  scheme: fc.constantFrom('http', 'http', 'http', 'http', 'http', 'HTTP', 'Http'),
  host: fc.oneof(
    { weight: 1, arbitrary: word.map((host) => `${host}.example`) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...['app.conformance.example', '192.0.2.7', '[2001:db8::7]', 'local', 'intranet', 'https.example'],
        // a host of a private network or of a test system is not local either
        ...['10.1.20.7', '192.168.0.7', 'lab.internal', 'dev.conformance.example', 'test.conformance.example'],
      ),
    },
    // a host at which the suite's apps have an address with TLS
    { weight: 1, arbitrary: fc.constant('client.conformance.example') },
  ),
  port: fc.constantFrom('', ':3000', ':80', ':443', ':7777'),
  path: fc.oneof({ weight: 2, arbitrary: paths }, { weight: 1, arbitrary: fc.constantFrom(...pathsWithHttps) }),
});

/** Addresses without TLS that contain the word localhost but lead to another host. */
export const seeminglyLocalRedirectUris = addresses(
  fc.constantFrom(
    'http://localhost.{name}.example{path}',
    'http://localhost.{name}.example:{port}{path}',
    'http://localhost-{name}.example:{port}{path}',
    'http://localhost{name}.example:{port}{path}',
    'http://{name}localhost.example:{port}{path}',
    'http://{name}-localhost:{port}{path}',
    'http://localhost:{port}@{name}.example{path}',
    'http://localhost@{name}.example:{port}{path}',
    'http://localhost:80@{name}.example{path}',
    'http://{name}.example/localhost:{port}{path}',
    'http://{name}.example/http://localhost:{port}{path}',
    'http://{name}.example:{port}/?to=localhost:{port}',
    'http://{name}.example?http://localhost:{port}',
    'http://{name}.example\\@localhost:{port}{path}',
    'http://localhost%2e{name}.example:{port}{path}',
    'http://LOCALHOST.{name}.example:{port}{path}',
    'HTTP://localhost.{name}.example:{port}{path}',
  ),
  { name: word, port: ports, path: paths },
);

/** Query strings of a redirect URI. The platform uses none of their names. */
export const ownQueries: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'x=1',
    'tenant=acme&next=%2Fhome%3Fa%3D1',
    'a=1&a=2',
    'flag=',
    'q=a%20b',
    'q=a+b',
    'q=100%25',
    'x=%26&y=%3D',
  ),
  fc
    .array(fc.tuple(word, fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019 &=%+/?')), maxLength: 8 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((pairs) => pairs.map(([name, value]) => `own_${name}=${encodeURIComponent(value)}`).join('&')),
);
