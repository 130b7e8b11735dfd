import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

/** Faults that accept redirect URIs without TLS on hosts that are not local. */
export const hostWithoutTlsFaults: readonly Fault[] = breaking('DEL-25', {
  'private-networks-may-lack-tls': [
    alsoIf('mayLackTls', (_tenant, _redirectUri, url) =>
      /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(url.hostname),
    ),
    'Redirect URIs without TLS can be registered on addresses of private networks.',
  ],
  'hosts-for-trying-out-may-lack-tls': [
    alsoIf('mayLackTls', (_tenant, _redirectUri, url) => /^(dev|test|staging)\./.test(url.hostname)),
    'Redirect URIs without TLS can be registered on hosts whose name begins with dev, test or staging.',
  ],
});
