import { createHash } from 'node:crypto';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoWhere } from '../operators/rules.ts';

/** Mistakes about client credentials that are given in another form, or with something behind them. */
export const additionAndFormFaults: readonly Fault[] = [
  ...breaking('TOK-18', {
    'hashes-of-secrets-do': [
      alsoWhere(
        'clientSecretIsRight',
        (_call, app, secret) => secret === createHash('sha256').update(app.clientSecret).digest('hex'),
      ),
      'The SHA-256 of a client secret, as which it is kept, does in its place.',
    ],
    'secrets-in-base64-do': [
      (normal) => ({
        clientSecretIsRight: (call, app, secret) =>
          normal.clientSecretIsRight(call, app, secret) ||
          normal.clientSecretIsRight(call, app, Buffer.from(secret, 'base64').toString('utf8')),
      }),
      'A client secret that is wrong as it stands is read as base64 and compared again.',
    ],
    'quotes-around-a-secret-are-dropped': [
      (normal) => ({
        clientSecretIsRight: (call, app, secret) =>
          normal.clientSecretIsRight(call, app, secret.replace(/^(["'])(.*)\1$/, '$2')),
      }),
      'Quotes around a client secret are taken away before it is compared.',
    ],
  }),
  ...breaking('TOK-20', {
    'an-at-sign-ends-a-client-id': [
      (normal) => ({
        findClient: (call, clientId) =>
          normal.findClient(call, clientId) ?? normal.findClient(call, clientId.split('@')[0] ?? ''),
      }),
      'A client_id is read up to its first at sign, behind which a tenant may be named.',
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
