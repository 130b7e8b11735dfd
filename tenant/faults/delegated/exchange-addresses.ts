import type { Fault } from '../fault.ts';

/** What two addresses are alike but for. */
const alikeBut =
  (simplify: (address: string) => string): Fault['behaviour'] =>
  () => ({ codeFitsRedirectUri: (_call, code, redirectUri) => simplify(code.redirectUri) === simplify(redirectUri) });

/** Redirect URIs that are compared loosely when a code is exchanged. */
export const exchangeAddressFaults: readonly Fault[] = [
  {
    id: 'delegated/exchange-ignores-letter-case',
    breaks: ['DEL-29'],
    summary: 'A code is exchanged with its redirect URI in whatever letter case.',
    behaviour: alikeBut((address) => address.toLowerCase()),
  },
  {
    id: 'delegated/exchange-ignores-the-scheme',
    breaks: ['DEL-29'],
    summary: 'A code is exchanged with its redirect URI under another scheme.',
    behaviour: alikeBut((address) => address.replace(/^[a-z]+:/, '')),
  },
  {
    id: 'delegated/exchange-ignores-the-port',
    breaks: ['DEL-29'],
    summary: 'A code is exchanged with its redirect URI on another port.',
    behaviour: alikeBut((address) => address.replace(/^([a-z]+:\/\/[^/:]+):\d+/, '$1')),
  },
];
