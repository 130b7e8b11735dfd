import type { Variant } from '../variant.ts';

/** Variants of the e-mail addresses of users. */
export const addressVariants: readonly Variant[] = [
  {
    id: 'openid-connect/addresses-of-eighty-characters',
    freedoms: ['FRE-103'],
    summary: 'An e-mail address has at most eighty characters.',
    behaviour: () => ({
      userProblem: (_tenant, { email }) => (email.length > 80 ? 'The e-mail address is too long.' : undefined),
    }),
  },
  {
    id: 'openid-connect/addresses-are-kept-in-small-letters',
    freedoms: ['FRE-103'],
    summary: 'The addresses of users are kept and compared in lower case.',
    behaviour: () => ({
      storedEmail: (_tenant, email) => email.toLowerCase(),
      emailMatches: (_call, user, email) => user.email === email.toLowerCase(),
    }),
  },
  {
    id: 'openid-connect/addresses-in-another-notation',
    freedoms: ['FRE-103'],
    summary: 'An email claim may have mailto: before the address, or a name before the address in angle brackets.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => {
        const [, address] = /^[^<>]*<([^<>]*)>$/.exec(email) ?? [];
        return normal.emailMatches(call, user, address ?? email.replace(/^mailto:/, ''));
      },
    }),
  },
];
