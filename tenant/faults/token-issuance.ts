import { sameSecret } from '../secrets.ts';
import type { Fault } from './fault.ts';

export const tokenIssuanceFaults: readonly Fault[] = [
  {
    id: 'token-issuance/expires-in-as-text',
    breaks: ['TOK-04'],
    also: ['TOK-05'],
    summary: 'expires_in is the text "900".',
    behaviour: (normal) => ({ announcedLifetime: (call, token) => String(normal.announcedLifetime(call, token)) }),
  },
  {
    id: 'token-issuance/start-of-the-secret-suffices',
    breaks: ['TOK-18'],
    also: ['VER-13'],
    summary: 'Only the first eight characters of a client secret are compared.',
    behaviour: () => ({
      clientSecretIsRight: (_call, app, secret) => sameSecret(app.clientSecret.slice(0, 8), secret.slice(0, 8)),
    }),
  },
];
