import type { Fault } from '../fault.ts';

/** Deliveries go to an address that is made of the configured one. */
const goesTo =
  (change: (url: string) => string): Fault['behaviour'] =>
  (normal) => ({ deliveryUrl: (tenant, delivery) => change(normal.deliveryUrl(tenant, delivery)) });

/** Mistakes about signs that an address may have as they are. */
export const addressAsWrittenFaults: readonly Fault[] = [
  {
    id: 'webhooks/parameters-of-paths-are-dropped',
    breaks: ['WHK-01'],
    summary: 'What stands behind a semicolon in the path of the address is dropped.',
    behaviour: goesTo((url) => url.replace(/;[^/?]*/, '')),
  },
  {
    id: 'webhooks/at-signs-are-escaped',
    breaks: ['WHK-01'],
    summary: 'An at sign in the path or the query of the address is sent as %40.',
    behaviour: goesTo((url) => url.replaceAll(/(?<=[^/]\/.*)@/g, '%40')),
  },
  {
    id: 'webhooks/empty-parameters-are-left-out',
    breaks: ['WHK-01'],
    summary: 'Of two ampersands in a row in the query of the address one is left out.',
    behaviour: goesTo((url) => url.replaceAll('&&', '&')),
  },
  {
    id: 'webhooks/slashes-in-queries-are-escaped',
    breaks: ['WHK-01'],
    summary: 'A slash in the query of the address is sent as %2F.',
    behaviour: goesTo((url) => {
      const at = url.indexOf('?');
      return at < 0 ? url : url.slice(0, at) + url.slice(at).replaceAll('/', '%2F');
    }),
  },
];
