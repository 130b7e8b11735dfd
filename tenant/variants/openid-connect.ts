import type { Variant } from './variant.ts';

export const openidConnectVariants: readonly Variant[] = [
  {
    id: 'openid-connect/letter-case-of-e-mail-ignored',
    freedoms: ['FRE-103'],
    summary: 'E-mail addresses are compared without regard to letter case.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email.toLowerCase() === email.toLowerCase() }),
  },
  {
    id: 'openid-connect/no-leeway',
    freedoms: ['FRE-101'],
    summary: 'An ID token holds to the second.',
    behaviour: () => ({ idTokenLeeway: () => 0 }),
  },
];
