import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { RefusalReason } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation that compares client secrets with `right`. */
function comparing(right: (secret: string, sent: string, app: App) => boolean) {
  return (): Partial<Behaviour> => ({
    clientSecretIsRight: (_call, app, sent) => right(app.clientSecret, sent, app),
  });
}

/** Returns a deviation that finds an app by another comparison of client ids, if no app has exactly the id. */
function findingBy(same: (clientId: string, sent: string) => boolean) {
  return becomes(
    'findClient',
    (right, call, sent) => right ?? [...call.tenant.state.apps.values()].find(({ clientId }) => same(clientId, sent)),
  );
}

/** Returns a deviation that answers one kind of refusal with another status. */
function answering(reason: RefusalReason, status: number) {
  return replaceIf(
    'refusalStatus',
    (_call, refusal) => refusal.refused === reason,
    () => status,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Faults with client ids and secrets. */
export const credentialFaults: readonly Fault[] = [
  ...breaking('TOK-18', {
    'start-of-the-secret-suffices': [
      comparing((secret, sent) => sameSecret(secret.slice(0, 8), sent.slice(0, 8))),
      'Only the first eight characters of a client secret are compared.',
    ],
    'secret-cut-at-its-stored-length': [
      comparing((secret, sent) => sent.startsWith(secret)),
      'The tenant ignores characters that follow a right client secret.',
    ],
    'secret-as-long-as-what-is-sent': [
      comparing((secret, sent) => sent.length >= 16 && secret.startsWith(sent)),
      'A client secret is compared only up to the length of the secret that was sent.',
    ],
    'secret-in-any-case': [
      comparing((secret, sent) => sameSecret(secret.toLowerCase(), sent.toLowerCase())),
      'Client secrets are compared without regard to case.',
    ],
    'secret-ends-at-nul': [
      comparing((secret, sent) => sameSecret(secret, sent.split('\0')[0] ?? '')),
      'A client secret is read up to the first NUL.',
    ],
    'secret-decoded-twice': [
      comparing((secret, sent) => sameSecret(secret, sent) || sameSecret(secret, decoded(sent))),
      'A wrong client secret is percent-decoded once more and compared again.',
    ],
    'last-character-of-the-secret-is-free': [
      comparing((secret, sent) => secret.length === sent.length && sameSecret(secret.slice(0, -1), sent.slice(0, -1))),
      'The last character of a client secret is not compared.',
    ],
    'client-id-is-a-secret-too': [
      comparing((secret, sent, app) => sameSecret(secret, sent) || sameSecret(app.clientId, sent)),
      'The client_id is accepted as the client_secret.',
    ],
    'an-empty-secret-fits': [
      (normal) => ({
        tokenFields: (call, form) => {
          const fields = normal.tokenFields(call, form);
          const isEmpty = form.some(([name, value]) => name === 'client_secret' && value === '');
          return fields instanceof Map && isEmpty ? new Map([...fields, ['client_secret', '']]) : fields;
        },
        clientSecretIsRight: (call, app, sent) => sent === '' || normal.clientSecretIsRight(call, app, sent),
      }),
      'An empty client_secret is accepted, because it is compared up to its length; a missing one is refused.',
    ],
    'secret-checked-once': [
      (normal) => {
        const since = new Map<string, number>();
        return {
          clientSecretIsRight: (call, app, sent) => {
            const now = call.now.getTime();
            if (normal.clientSecretIsRight(call, app, sent)) since.set(app.id, now);
            return now - (since.get(app.id) ?? -Infinity) < 60_000;
          },
        };
      },
      'For a minute after an app has sent the right secret, the tenant accepts any secret from the app.',
      ['TOK-21', 'TOK-23', 'LIF-11'],
    ],
  }),
  ...breaking('TOK-19', {
    'wrong-client-is-a-bad-request': [
      answering('wrong-client', 400),
      'Wrong client credentials are answered with 400.',
    ],
    'wrong-client-is-forbidden': [answering('wrong-client', 403), 'Wrong client credentials are answered with 403.'],
    'unknown-client-is-not-found': [
      (normal) => ({
        refusalStatus: (call, refusal) => {
          if (refusal.refused !== 'wrong-client') return normal.refusalStatus(call, refusal);
          const clientId = formOf(call).get('client_id') ?? '';
          return normal.findClient(call, clientId) === undefined ? 404 : 401;
        },
      }),
      'An unknown client_id is answered with 404, a wrong secret with 401.',
    ],
  }),
  ...breaking('TOK-20', {
    'client-id-by-its-start': [
      findingBy((clientId, sent) => sent.length >= 10 && clientId.slice(0, 10) === sent.slice(0, 10)),
      'The app is found by the first ten characters of its client_id.',
    ],
    'client-id-as-a-pattern': [
      findingBy((clientId, sent) => sent.endsWith('%') && clientId.startsWith(sent.slice(0, -1))),
      'A client_id that ends in % finds the app whose id begins with the rest.',
    ],
    'client-id-cut-at-its-stored-length': [
      findingBy((clientId, sent) => sent.startsWith(clientId)),
      'The tenant ignores characters that follow a right client_id.',
    ],
    'unknown-client-found-by-its-secret': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const { clientId = '', clientSecret = '' } = normal.clientCredentialsOf(call, fields);
          const apps = [...call.tenant.state.apps.values()];
          const owner = apps.find((app) => sameSecret(app.clientSecret, clientSecret));
          return clientId !== '' && owner !== undefined && normal.findClient(call, clientId) === undefined
            ? owner
            : normal.authenticateClient(call, fields);
        },
      }),
      'If no app has the client_id, the app that has the secret is served.',
    ],
  }),
  ...breaking('TOK-21', {
    'any-apps-secret-fits': [
      () => ({
        clientSecretIsRight: (call, _app, sent) =>
          [...call.tenant.state.apps.values()].some((app) => sameSecret(app.clientSecret, sent)),
      }),
      'A client secret is accepted if any app of the tenant has it.',
    ],
    'oldest-secret-is-a-master-key': [
      (normal) => ({
        clientSecretIsRight: (call, app, sent) => {
          const [oldest = app] = call.tenant.state.apps.values();
          return normal.clientSecretIsRight(call, app, sent) || normal.clientSecretIsRight(call, oldest, sent);
        },
      }),
      'The secret of the oldest app is accepted for every app.',
    ],
  }),
];
