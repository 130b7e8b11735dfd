import type { Variant } from '../variant.ts';

/** What e-mail addresses users can have. */
export const addressVariants: readonly Variant[] = [
  {
    id: 'openid-connect/addresses-of-eighty-characters',
    freedoms: ['FRE-103'],
    summary: 'An e-mail address has eighty characters at most.',
    behaviour: () => ({
      userProblem: (_tenant, { email }) => (email.length > 80 ? 'The e-mail address is too long.' : undefined),
    }),
  },
  {
    id: 'openid-connect/addresses-are-kept-in-small-letters',
    freedoms: ['FRE-103'],
    summary: 'The addresses of users are kept in small letters, and compared in them.',
    behaviour: () => ({
      keptEmail: (_tenant, email) => email.toLowerCase(),
      emailMatches: (_call, user, email) => user.email === email.toLowerCase(),
    }),
  },
  {
    id: 'openid-connect/addresses-in-another-notation',
    freedoms: ['FRE-103'],
    summary: 'An email claim behind mailto: or in angle brackets behind a name is taken for the address in it.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => {
        const [, address] = /^[^<>]*<([^<>]*)>$/.exec(email) ?? [];
        return normal.emailMatches(call, user, address ?? email.replace(/^mailto:/, ''));
      },
    }),
  },
];
