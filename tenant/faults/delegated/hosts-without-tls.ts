import type { Fault } from '../fault.ts';

/** Hosts that are taken for local and are not. */
export const hostWithoutTlsFaults: readonly Fault[] = [
  {
    id: 'delegated/private-networks-may-lack-tls',
    breaks: ['DEL-25'],
    summary: 'Redirect URIs without TLS can be registered on addresses of private networks.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) ||
        /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(url.hostname),
    }),
  },
  {
    id: 'delegated/hosts-for-trying-out-may-lack-tls',
    breaks: ['DEL-25'],
    summary: 'Redirect URIs without TLS can be registered on hosts whose name begins with dev, test or staging.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) || /^(dev|test|staging)\./.test(url.hostname),
    }),
  },
];
