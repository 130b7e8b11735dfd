import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** What is left of a text where only the low byte of each character is kept. */
const lowBytes = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** Mistakes about secrets, moments and paths of the token endpoint. */
export const evaluatedFourFaults: readonly Fault[] = [
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
    id: 'token-issuance/both-paths-at-once-are-one-too-many',
    breaks: ['TOK-34'],
    summary: 'While one token path serves an app a request of the app at the other one is refused.',
    behaviour: (normal) => {
      const served = new Map<string, { path: string; count: number }>();
      const late = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          const client = formOf(call).get('client_id') ?? '';
          const present = served.get(client);
          if (present !== undefined && present.count > 0 && present.path !== call.request.path) {
            late.add(call);
            return normal.prepareTokenRequest(call);
          }
          const here = present?.path === call.request.path ? present : { path: call.request.path, count: 0 };
          here.count += 1;
          served.set(client, here);
          return setTimeout(3).then(() => void (here.count -= 1));
        },
        clientIsBarred: (call, app) =>
          late.has(call) ? refusal('wrong-client', 'The app is being served.') : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'token-issuance/a-reinstallation-brings-the-first-secret-back',
    breaks: ['TOK-23'],
    summary: 'When an app is installed again, the secret that it was made with works too.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const [first] = app.formerSecrets;
        const isBack = app.installation > 1 && first !== undefined && sameSecret(first.value, clientSecret);
        return isBack || normal.clientSecretIsRight(call, app, clientSecret);
      },
    }),
  },
  {
    id: 'token-issuance/a-rotation-ends-the-secrets-of-apps-of-the-same-name',
    breaks: ['TOK-24'],
    also: ['CCR-01', 'CCR-06', 'LIF-38'],
    summary: 'Rotating the secret of an app ends the secrets of the apps of the same name.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        for (const other of tenant.state.apps.values()) {
          if (other !== app && other.name === app.name) normal.rotateClientSecret(tenant, other);
        }
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },
  {
    id: 'token-issuance/one-token-for-both-paths',
    breaks: ['TOK-32'],
    summary: 'Within a second of a token of one path, the other path gives the same one to the app.',
    behaviour: (normal) => {
      const latest = new Map<string, AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const known = latest.get(app.id);
          const isSame =
            subject.kind === 'app' &&
            known !== undefined &&
            known.path !== call.request.path &&
            call.now.getTime() - known.issuedAt.getTime() < 1000;
          if (isSame) return known;
          const token = normal.issueAccessToken(call, subject, app);
          if (subject.kind === 'app') latest.set(app.id, token);
          return token;
        },
      };
    },
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
    id: 'token-issuance/an-app-of-one-user-refreshes-for-one-at-a-time',
    breaks: ['TOK-34'],
    also: ['DEL-54', 'DEL-37'],
    summary: 'A refresh that arrives while the app asks for a token of its own is refused.',
    behaviour: (normal) => {
      const own = new Map<string, number>();
      const late = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          const form = formOf(call);
          const client = form.get('client_id') ?? '';
          if (form.get('grant_type') === 'refresh_token' && (own.get(client) ?? 0) > 0) late.add(call);
          if (form.get('grant_type') !== 'client_credentials') return normal.prepareTokenRequest(call);
          own.set(client, (own.get(client) ?? 0) + 1);
          return setTimeout(3).then(() => void own.set(client, (own.get(client) ?? 1) - 1));
        },
        refreshIsBarred: (call, token) =>
          late.has(call) ? refusal('ended-grant', 'The app is being served.') : normal.refreshIsBarred(call, token),
      };
    },
  },
  {
    id: 'token-issuance/a-grant-type-beside-json-is-form',
    breaks: ['TOK-35'],
    summary: 'A body that begins with a brace makes the token endpoint fail, whatever its content type.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const text = call.request.body.toString('utf8');
        if (text.startsWith('{') || text.startsWith('[')) JSON.parse(`${text}!`);
        return normal.decideTokenRequest(call);
      },
    }),
  },
  {
    id: 'token-issuance/a-redirect-uri-that-is-no-address-breaks-the-service',
    breaks: ['TOK-35'],
    summary: 'A redirect_uri that cannot be read as an address makes an exchange of a code fail with 500.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const address = fields.get('redirect_uri');
        const outcome = normal.exchangeCode(call, app, fields);
        if (isRefusal(outcome) && address !== undefined) call.found.grantType = new URL(address).protocol;
        return outcome;
      },
    }),
  },
  {
    id: 'token-issuance/surrogates-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A field with a character beyond the basic plane, which the database cannot keep, is answered with 500.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const odd = form.some(([, value]) => /[\u{10000}-\u{10FFFF}]/u.test(value));
        return odd ? refusal('internal-error', 'The value cannot be kept.') : normal.tokenFields(call, form);
      },
    }),
  },
];
