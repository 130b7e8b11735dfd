/** An address as the suite uses it, or the words that follow "expected" in a message and say what would be right. */
export type Address = { readonly address: string } | { readonly expected: string };

/**
 * Reads the base address of a tenant. Plain HTTP is accepted for loopback addresses only, where mocks listen: elsewhere
 * credentials would travel unencrypted.
 *
 * @returns the origin, without a slash at the end
 */
export function originOf(text: string): Address {
  const url = parsed(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return { expected: 'an https address such as https://acme.example' };
  }
  if (!isOverTls(url.origin) && !isLoopback(url.origin)) {
    return {
      expected:
        'https, e.g. https://acme.example, since credentials would travel unencrypted; plain http is for a tenant on this machine, e.g. http://127.0.0.1:4010',
    };
  }
  const extra = extraOf(url) ?? (url.pathname === '/' ? undefined : 'a path');
  if (extra !== undefined) return { expected: `an address without ${extra}, e.g. https://acme.example` };
  return { address: url.origin };
}

/**
 * Reads a base address for calls: of a control service, or an address at which a tenant reaches the suite.
 *
 * @param schemes the schemes that are accepted
 * @param example an address that would be right
 * @returns the address, without a slash at the end
 */
export function serviceAddress(text: string, schemes: readonly ('http' | 'https')[], example: string): Address {
  const url = parsed(text);
  if (url === undefined || !schemes.some((scheme) => url.protocol === `${scheme}:`)) {
    return { expected: `an ${schemes.join(' or ')} address such as ${example}` };
  }
  const extra = extraOf(url);
  if (extra !== undefined) return { expected: `an address without ${extra}, e.g. ${example}` };
  return { address: text.replace(/\/+$/, '') };
}

/** Reports whether an origin is reached over TLS. */
export function isOverTls(origin: string): boolean {
  return origin.startsWith('https:');
}

/** Reports whether an origin is this machine, where a fast caller disturbs no other user. */
export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname;
  return /^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/.test(host);
}

/** Reports whether a text is a host and a port to listen on, such as `127.0.0.1:0`. */
export function isListenAddress(text: string): boolean {
  const port = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(text)?.[1];
  return port !== undefined && Number(port) <= 65_535;
}

function parsed(text: string): URL | undefined {
  // the URL parser drops tabs and line breaks and turns backslashes into slashes: a text that needs this is not right
  if (/[\s\\]/.test(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

function extraOf(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.href.includes('?')) return 'a query';
  return url.href.includes('#') ? 'a fragment' : undefined;
}
