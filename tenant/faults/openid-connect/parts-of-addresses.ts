import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { onlyIf } from '../operators/rules.ts';

/** Faults that cut off addresses, or read one address as several. */
export const partOfAddressFaults: readonly Fault[] = [
  ...breaking('OIC-15', {
    'addresses-end-at-a-semicolon': [
      () => ({ emailMatches: (_call, user, email) => user.email === email.split(';')[0] }),
      'If the email claim has several addresses with semicolons between them, the first counts.',
    ],
    'addresses-end-at-a-blank': [
      () => ({ emailMatches: (_call, user, email) => user.email === email.split(' ')[0] }),
      'An e-mail address ends at its first blank.',
    ],
    'a-second-at-sign-ends-the-address': [
      () => ({
        emailMatches: (_call, user, email) => user.email === email.split('@').slice(0, 2).join('@'),
      }),
      'An e-mail address is split at its at signs, and the first two parts are looked up.',
    ],
  }),
  ...breaking('OIC-02', {
    'long-local-parts-are-unknown': [
      onlyIf('emailMatches', (_call, _user, email) => email.indexOf('@') <= 40),
      'A user with more than forty characters before the @ of the address is not found.',
      ['OIC-01'],
    ],
  }),
];
