import { createHash } from 'node:crypto';
import type { Fault } from '../fault.ts';

/** Mistakes about client credentials that are given in another form, or with something behind them. */
export const additionAndFormFaults: readonly Fault[] = [
  {
    id: 'token-issuance/hashes-of-secrets-do',
    breaks: ['TOK-18'],
    summary: 'The SHA-256 of a client secret, as which it is kept, does in its place.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) ||
        secret === createHash('sha256').update(app.clientSecret).digest('hex'),
    }),
  },
  {
    id: 'token-issuance/secrets-in-base64-do',
    breaks: ['TOK-18'],
    summary: 'A client secret that is wrong as it stands is read as base64 and compared again.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) ||
        normal.clientSecretIsRight(call, app, Buffer.from(secret, 'base64').toString('utf8')),
    }),
  },
  {
    id: 'token-issuance/quotes-around-a-secret-are-dropped',
    breaks: ['TOK-18'],
    summary: 'Quotes around a client secret are taken away before it is compared.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret.replace(/^(["'])(.*)\1$/, '$2')),
    }),
  },
  {
    id: 'token-issuance/an-at-sign-ends-a-client-id',
    breaks: ['TOK-20'],
    summary: 'A client_id is read up to its first at sign, behind which a tenant may be named.',
    behaviour: (normal) => ({
      findClient: (call, clientId) =>
        normal.findClient(call, clientId) ?? normal.findClient(call, clientId.split('@')[0] ?? ''),
    }),
  },
  {
    id: 'token-issuance/answers-begin-with-a-byte-order-mark',
    breaks: ['TOK-27'],
    summary: 'The JSON of a token answer begins with a byte order mark.',
    behaviour: (normal) => ({
      answer: async (answer, call) => {
        const sent = await normal.answer(answer, call);
        if (sent === 'disconnect' || sent.body === undefined || call.found.route?.part !== 'token') return sent;
        return { ...sent, body: `\uFEFF${sent.body}` };
      },
    }),
  },
];
