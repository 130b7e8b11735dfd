import type { Fault } from '../fault.ts';

/** Addresses that are cut, or read as more than one. */
export const partOfAddressFaults: readonly Fault[] = [
  {
    id: 'openid-connect/addresses-end-at-a-semicolon',
    breaks: ['OIC-15'],
    summary: 'Of addresses with a semicolon between them, the first counts.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email === email.split(';')[0] }),
  },
  {
    id: 'openid-connect/addresses-end-at-a-blank',
    breaks: ['OIC-15'],
    summary: 'An e-mail address ends at its first blank.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email === email.split(' ')[0] }),
  },
  {
    id: 'openid-connect/long-local-parts-are-unknown',
    breaks: ['OIC-02'],
    also: ['OIC-01'],
    summary: 'A user with more than forty characters before the @ of the address is not found.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => email.indexOf('@') <= 40 && normal.emailMatches(call, user, email),
    }),
  },
  {
    id: 'openid-connect/a-second-at-sign-ends-the-address',
    breaks: ['OIC-15'],
    summary: 'An e-mail address is split at its at signs, and the first two parts are looked up.',
    behaviour: () => ({
      emailMatches: (_call, user, email) => user.email === email.split('@').slice(0, 2).join('@'),
    }),
  },
];
