import { setTimeout } from 'node:timers/promises';
import { isRefusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { bearerOf, isExchange, isRefresh } from './token-requests.ts';

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** What is left of a text where only the low byte of each character is kept. */
const lowBytes = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** Wrong client secrets and client ids that are taken for right ones. */
export const wrongCredentialFaults: readonly Fault[] = [
  {
    id: 'token-issuance/a-stretch-of-the-secret-is-not-compared',
    breaks: ['TOK-18'],
    also: ['VER-13'],
    summary: 'Of a client secret the eight characters behind the first sixteen are not compared.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const without = (secret: string): string => `${secret.slice(0, 16)}${secret.slice(24)}`;
        const isAsLong = clientSecret.length === app.clientSecret.length;
        return (
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (isAsLong && without(clientSecret) === without(app.clientSecret))
        );
      },
    }),
  },
  {
    id: 'token-issuance/secrets-are-compared-by-low-bytes',
    breaks: ['TOK-18'],
    summary: 'Of each character of a client secret only the low byte is compared.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => normal.clientSecretIsRight(call, app, lowBytes(clientSecret)),
    }),
  },
  {
    id: 'token-issuance/accents-in-secrets-do-not-count',
    breaks: ['TOK-18'],
    summary: 'A client secret with accents on its letters is as good as the one without.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, withoutMarks(clientSecret)),
    }),
  },
  {
    id: 'token-issuance/accents-in-client-ids-do-not-count',
    breaks: ['TOK-20'],
    summary: 'A client_id with accents on its letters is as good as the one without.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => normal.findClient(call, withoutMarks(clientId)),
    }),
  },
  {
    id: 'token-issuance/what-cannot-be-seen-in-secrets-does-not-count',
    breaks: ['TOK-18'],
    summary: 'Soft hyphens and spaces of no width are taken out of a client secret before it is compared.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret.replaceAll(/[\u00AD\u200B]/g, '')),
    }),
  },
  {
    id: 'token-issuance/controls-in-client-ids-do-not-count',
    breaks: ['TOK-20'],
    summary: 'Control characters are taken out of a client_id before the app is looked up.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => normal.findClient(call, clientId.replaceAll(/\p{Cc}/gu, '')),
    }),
  },
  {
    id: 'token-issuance/look-alikes-in-secrets-are-the-same',
    breaks: ['TOK-18'],
    summary: 'In a client secret 0 is read as O, and 1 as l.',
    behaviour: (normal) => {
      const plain = (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l');
      return {
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) ||
          sameSecret(plain(app.clientSecret), plain(clientSecret)),
      };
    },
  },
  {
    id: 'token-issuance/plus-and-blank-in-secrets-are-the-same',
    breaks: ['TOK-18'],
    summary: 'A blank in a client secret is as good as the plus sign in its place.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        sameSecret(app.clientSecret.replaceAll('+', ' '), clientSecret.replaceAll('+', ' ')),
    }),
  },
  {
    id: 'token-issuance/only-letters-and-digits-of-secrets-count',
    breaks: ['TOK-18'],
    summary: 'Client secrets are stripped of all that is neither letter nor digit before they are compared.',
    behaviour: () => ({
      clientSecretIsRight: (_call, app, clientSecret) =>
        app.clientSecret.replaceAll(/[^a-z0-9]/gi, '') === clientSecret.replaceAll(/[^a-z0-9]/gi, ''),
    }),
  },
  {
    id: 'token-issuance/secrets-of-full-width',
    breaks: ['TOK-18'],
    summary:
      'Client secrets are brought to a normal form before they are compared, in which full-width letters are usual ones.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret.normalize('NFKC')),
    }),
  },
  {
    id: 'token-issuance/app-ids-are-client-ids',
    breaks: ['TOK-20'],
    summary: "The app's id is accepted in place of its client_id.",
    behaviour: (normal) => ({
      findClient: (call, clientId) => normal.findClient(call, clientId) ?? call.tenant.state.apps.get(clientId),
    }),
  },
  {
    id: 'token-issuance/apps-of-one-name-share-their-secrets',
    breaks: ['TOK-21'],
    summary: 'The secret of another app of the same name is right.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        call.tenant.state.apps
          .values()
          .some((one) => one.name === app.name && normal.clientSecretIsRight(call, one, secret)),
    }),
  },
  {
    id: 'token-issuance/archived-apps-lend-their-secrets',
    breaks: ['TOK-21'],
    summary: 'The secret of an archived app is taken for that of any app.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        call.tenant.state.apps
          .values()
          .some((other) => other.archived && normal.clientSecretIsRight(call, other, clientSecret)),
    }),
  },
  {
    id: 'token-issuance/refreshes-take-the-secret-of-any-app',
    breaks: ['TOK-21'],
    also: ['DEL-49', 'TOK-18', 'VER-13'],
    summary: 'At a refresh the client_secret is right where any app of the tenant has it.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (isRefresh(call) &&
          call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
    }),
  },
  {
    id: 'token-issuance/exchanges-take-the-secret-of-any-app',
    breaks: ['TOK-21'],
    also: ['TOK-18', 'VER-13'],
    summary: 'At a code exchange the client_secret is right where any app of the tenant has it.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (isExchange(call) &&
          call.tenant.state.apps.values().some((other) => normal.clientSecretIsRight(call, other, clientSecret))),
    }),
  },
  {
    id: 'token-issuance/wrong-secrets-beside-right-ones',
    breaks: ['TOK-18'],
    summary: 'A wrong secret is taken while another request of the app, with the right one, is being answered.',
    behaviour: (normal) => {
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
  },
  {
    id: 'token-issuance/the-third-wrong-secret-is-accepted',
    breaks: ['TOK-18'],
    also: ['TOK-12', 'TOK-19', 'TOK-21', 'TOK-25', 'DEL-49', 'KEY-13', 'OIC-27', 'VER-13', 'TOK-23'],
    summary: 'The third wrong secret in a row is accepted.',
    behaviour: (normal) => {
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
  },
  {
    id: 'token-issuance/a-token-of-the-app-opens-its-door',
    breaks: ['TOK-18'],
    also: ['TOK-12', 'TOK-19', 'VER-13'],
    summary: 'A wrong secret is not looked at where the Authorization header carries a live access token of the app.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const own = call.tenant.state.apps.get(bearerOf(call)?.appId ?? '');
        return isRefusal(app) && own !== undefined && own.clientId === fields.get('client_id') ? own : app;
      },
    }),
  },
];
