import { setTimeout } from 'node:timers/promises';
import { isRefusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { withoutMarks } from '../texts.ts';
import { bearerOf, isExchange, isRefresh } from './token-requests.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes } from '../operators/rules.ts';

/** Returns a text with only the low byte of each character. */
const lowBytes = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** Faults that accept wrong client secrets and client ids. */
export const wrongCredentialFaults: readonly Fault[] = [
  ...breaking('TOK-18', {
    'a-stretch-of-the-secret-is-not-compared': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) => {
          const without = (secret: string): string => `${secret.slice(0, 16)}${secret.slice(24)}`;
          const isAsLong = clientSecret.length === app.clientSecret.length;
          return (
            normal.clientSecretIsRight(call, app, clientSecret) ||
            (isAsLong && without(clientSecret) === without(app.clientSecret))
          );
        },
      }),
      'The eight characters after the first sixteen of a client secret are not compared.',
      ['VER-13'],
    ],
    'secrets-are-compared-by-low-bytes': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) => normal.clientSecretIsRight(call, app, lowBytes(clientSecret)),
      }),
      'Only the low byte of each character of a client secret is compared.',
    ],
    'accents-in-secrets-do-not-count': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, withoutMarks(clientSecret)),
      }),
      'A client secret with accents on its letters is taken for the one without accents.',
    ],
    'what-cannot-be-seen-in-secrets-does-not-count': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret.replaceAll(/[\u00AD\u200B]/g, '')),
      }),
      'Soft hyphens and zero-width spaces are removed from a client secret before it is compared.',
    ],
    'look-alikes-in-secrets-are-the-same': [
      (normal) => {
        const plain = (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l');
        return {
          clientSecretIsRight: (call, app, clientSecret) =>
            normal.clientSecretIsRight(call, app, clientSecret) ||
            sameSecret(plain(app.clientSecret), plain(clientSecret)),
        };
      },
      'In a client secret, 0 is read as O, and 1 as l.',
    ],
    'plus-and-blank-in-secrets-are-the-same': [
      alsoIf('clientSecretIsRight', (_call, app, clientSecret) =>
        sameSecret(app.clientSecret.replaceAll('+', ' '), clientSecret.replaceAll('+', ' ')),
      ),
      'A blank and a plus sign in a client secret are taken for the same character.',
    ],
    'only-letters-and-digits-of-secrets-count': [
      () => ({
        clientSecretIsRight: (_call, app, clientSecret) =>
          app.clientSecret.replaceAll(/[^a-z0-9]/gi, '') === clientSecret.replaceAll(/[^a-z0-9]/gi, ''),
      }),
      'All characters but letters and digits are removed from client secrets before they are compared.',
    ],
    'secrets-of-full-width': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret.normalize('NFKC')),
      }),
      'Client secrets are normalised before they are compared, so that full-width letters count as usual letters.',
    ],
    'wrong-secrets-beside-right-ones': [
      (normal) => {
        const underWay = new Map<string, number>();
        return {
          prepareTokenRequest: (call) => {
            const form = formOf(call);
            const clientId = form.get('client_id') ?? '';
            const app = normal.findClient(call, clientId);
            const right = app?.clientSecret === form.get('client_secret');
            if (right) underWay.set(clientId, (underWay.get(clientId) ?? 0) + 1);
            return setTimeout(right ? 3 : 1).then(() => {
              if (right) underWay.set(clientId, (underWay.get(clientId) ?? 1) - 1);
            });
          },
          clientSecretIsRight: (call, app, clientSecret) =>
            normal.clientSecretIsRight(call, app, clientSecret) || (underWay.get(app.clientId) ?? 0) > 0,
        };
      },
      'A wrong secret is accepted while another request of the app, with the right one, is being answered.',
    ],
    'the-third-wrong-secret-is-accepted': [
      (normal) => {
        const wrong = new Map<string, number>();
        return {
          clientSecretIsRight: (call, app, clientSecret) => {
            const right = normal.clientSecretIsRight(call, app, clientSecret);
            const times = right ? 0 : (wrong.get(app.id) ?? 0) + 1;
            wrong.set(app.id, times);
            return right || times >= 3;
          },
        };
      },
      'The third wrong secret in a row is accepted.',
      ['TOK-12', 'TOK-19', 'TOK-21', 'TOK-25', 'DEL-49', 'KEY-13', 'OIC-27', 'VER-13', 'TOK-23'],
    ],
    'a-token-of-the-app-opens-its-door': [
      becomes('authenticateClient', (app, call, fields) => {
        const own = call.tenant.state.apps.get(bearerOf(call)?.appId ?? '');
        return isRefusal(app) && own !== undefined && own.clientId === fields.get('client_id') ? own : app;
      }),
      'A wrong secret is accepted if the Authorization header carries a live access token of the app.',
      ['TOK-12', 'TOK-19', 'VER-13'],
    ],
  }),
  ...breaking('TOK-20', {
    'accents-in-client-ids-do-not-count': [
      (normal) => ({
        findClient: (call, clientId) => normal.findClient(call, withoutMarks(clientId)),
      }),
      'A client_id with accents on its letters is taken for the one without accents.',
    ],
    'controls-in-client-ids-do-not-count': [
      (normal) => ({
        findClient: (call, clientId) => normal.findClient(call, clientId.replaceAll(/\p{Cc}/gu, '')),
      }),
      'Control characters are removed from a client_id before the app is looked up.',
    ],
    'app-ids-are-client-ids': [
      becomes('findClient', (right, call, clientId) => right ?? call.tenant.state.apps.get(clientId)),
      "The app's id is accepted as its client_id.",
    ],
  }),
  ...breaking('TOK-21', {
    'apps-of-one-name-share-their-secrets': [
      (normal) => ({
        clientSecretIsRight: (call, app, secret) =>
          call.tenant.state.apps
            .values()
            .some((one) => one.name === app.name && normal.clientSecretIsRight(call, one, secret)),
      }),
      'The secret of another app of the same name is accepted.',
    ],
    'archived-apps-lend-their-secrets': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) ||
          call.tenant.state.apps
            .values()
            .some((other) => other.archived && normal.clientSecretIsRight(call, other, clientSecret)),
      }),
      'The secret of an archived app is taken for that of any app.',
    ],
    'refreshes-take-the-secret-of-any-app': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (isRefresh(call) &&
            call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
      }),
      'A refresh is granted with the client_secret of any app of the tenant.',
      ['DEL-49', 'TOK-18', 'VER-13'],
    ],
    'exchanges-take-the-secret-of-any-app': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (isExchange(call) &&
            call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
      }),
      'A code exchange is granted with the client_secret of any app of the tenant.',
      ['TOK-18', 'VER-13'],
    ],
  }),
];
