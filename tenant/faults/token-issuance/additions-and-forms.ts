import { createHash } from 'node:crypto';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

/** Faults that accept client credentials in another form or with additions, or that answer in another form. */
export const additionAndFormFaults: readonly Fault[] = [
  ...breaking('TOK-18', {
    'hashes-of-secrets-do': [
      alsoIf(
        'clientSecretIsRight',
        (_call, app, secret) => secret === createHash('sha256').update(app.clientSecret).digest('hex'),
      ),
      'The SHA-256 of a client secret, which the tenant stores, is accepted as the secret.',
    ],
    'secrets-in-base64-do': [
      (normal) => ({
        clientSecretIsRight: (call, app, secret) =>
          normal.clientSecretIsRight(call, app, secret) ||
          normal.clientSecretIsRight(call, app, Buffer.from(secret, 'base64').toString('utf8')),
      }),
      'A wrong client secret is decoded from base64 and compared again.',
    ],
    'quotes-around-a-secret-are-dropped': [
      (normal) => ({
        clientSecretIsRight: (call, app, secret) =>
          normal.clientSecretIsRight(call, app, secret.replace(/^(["'])(.*)\1$/, '$2')),
      }),
      'Quotes around a client secret are removed before it is compared.',
    ],
  }),
  ...breaking('TOK-20', {
    'an-at-sign-ends-a-client-id': [
      (normal) => ({
        findClient: (call, clientId) =>
          normal.findClient(call, clientId) ?? normal.findClient(call, clientId.split('@')[0] ?? ''),
      }),
      'A client_id is read only up to its first at sign, after which the name of a tenant may follow.',
    ],
  }),
  ...breaking('TOK-27', {
    'answers-begin-with-a-byte-order-mark': [
      (normal) => ({
        answer: async (answer, call) => {
          const sent = await normal.answer(answer, call);
          if (sent === 'disconnect' || sent.body === undefined || call.found.route?.part !== 'token') return sent;
          return { ...sent, body: `\uFEFF${sent.body}` };
        },
      }),
      'The JSON of a token answer begins with a byte order mark.',
    ],
  }),
];
