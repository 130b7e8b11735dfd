import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Returns a deviation that compares the redirect URIs of a code and its exchange after simplifying both. */
const alikeBut =
  (simplify: (address: string) => string): Fault['behaviour'] =>
  () => ({ codeFitsRedirectUri: (_call, code, redirectUri) => simplify(code.redirectUri) === simplify(redirectUri) });

/** Faults that compare redirect URIs loosely when a code is exchanged. */
export const exchangeAddressFaults: readonly Fault[] = breaking('DEL-29', {
  'exchange-ignores-letter-case': [
    alikeBut((address) => address.toLowerCase()),
    'A code is exchanged with its redirect URI in any letter case.',
  ],
  'exchange-ignores-the-scheme': [
    alikeBut((address) => address.replace(/^[a-z]+:/, '')),
    'A code is exchanged with its redirect URI under another scheme.',
  ],
  'exchange-ignores-the-port': [
    alikeBut((address) => address.replace(/^([a-z]+:\/\/[^/:]+):\d+/, '$1')),
    'A code is exchanged with its redirect URI on another port.',
  ],
});
