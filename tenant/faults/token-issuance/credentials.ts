import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { RefusalReason } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Compares client secrets otherwise. */
function comparing(right: (secret: string, sent: string, app: App) => boolean) {
  return (): Partial<Behaviour> => ({
    clientSecretIsRight: (_call, app, sent) => right(app.clientSecret, sent, app),
  });
}

/** Finds an app by another reading of the client id, where no app has the very id. */
function findingBy(same: (clientId: string, sent: string) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    findClient: (call, sent) =>
      normal.findClient(call, sent) ??
      [...call.tenant.state.apps.values()].find(({ clientId }) => same(clientId, sent)),
  });
}

/** Answers one kind of refusal with another status. */
function answering(reason: RefusalReason, status: number) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refusalStatus: (call, refusal) => (refusal.refused === reason ? status : normal.refusalStatus(call, refusal)),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Client ids and secrets. */
export const credentialFaults: readonly Fault[] = [
  {
    id: 'token-issuance/start-of-the-secret-suffices',
    breaks: ['TOK-18'],
    summary: 'Only the first eight characters of a client secret are compared.',
    behaviour: comparing((secret, sent) => sameSecret(secret.slice(0, 8), sent.slice(0, 8))),
  },
  {
    id: 'token-issuance/secret-cut-at-its-stored-length',
    breaks: ['TOK-18'],
    summary: 'What follows a right client secret is not looked at.',
    behaviour: comparing((secret, sent) => sent.startsWith(secret)),
  },
  {
    id: 'token-issuance/secret-as-long-as-what-is-sent',
    breaks: ['TOK-18'],
    summary: 'A client secret is compared only as far as the one that was sent goes.',
    behaviour: comparing((secret, sent) => sent.length >= 16 && secret.startsWith(sent)),
  },
  {
    id: 'token-issuance/secret-in-any-case',
    breaks: ['TOK-18'],
    summary: 'Client secrets are compared without regard to case.',
    behaviour: comparing((secret, sent) => sameSecret(secret.toLowerCase(), sent.toLowerCase())),
  },
  {
    id: 'token-issuance/secret-ends-at-nul',
    breaks: ['TOK-18'],
    summary: 'A client secret is read up to the first NUL.',
    behaviour: comparing((secret, sent) => sameSecret(secret, sent.split('\0')[0] ?? '')),
  },
  {
    id: 'token-issuance/secret-decoded-twice',
    breaks: ['TOK-18'],
    summary: 'A client secret that is wrong as it stands is percent-decoded once more and compared again.',
    behaviour: comparing((secret, sent) => sameSecret(secret, sent) || sameSecret(secret, decoded(sent))),
  },
  {
    id: 'token-issuance/last-character-of-the-secret-is-free',
    breaks: ['TOK-18'],
    summary: 'The last character of a client secret is not compared.',
    behaviour: comparing(
      (secret, sent) => secret.length === sent.length && sameSecret(secret.slice(0, -1), sent.slice(0, -1)),
    ),
  },
  {
    id: 'token-issuance/client-id-is-a-secret-too',
    breaks: ['TOK-18'],
    summary: 'The client_id is accepted in place of the client_secret.',
    behaviour: comparing((secret, sent, app) => sameSecret(secret, sent) || sameSecret(app.clientId, sent)),
  },
  {
    id: 'token-issuance/an-empty-secret-fits',
    breaks: ['TOK-18'],
    summary: 'An empty client_secret is compared as far as it goes; a missing one is refused.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        const isEmpty = form.some(([name, value]) => name === 'client_secret' && value === '');
        return fields instanceof Map && isEmpty ? new Map([...fields, ['client_secret', '']]) : fields;
      },
      clientSecretIsRight: (call, app, sent) => sent === '' || normal.clientSecretIsRight(call, app, sent),
    }),
  },
  {
    id: 'token-issuance/secret-checked-once',
    breaks: ['TOK-18'],
    also: ['TOK-21', 'TOK-23', 'LIF-11'],
    summary: 'Once an app has got a token, its secret is not looked at for the next minute.',
    behaviour: (normal) => {
      const since = new Map<string, number>();
      return {
        clientSecretIsRight: (call, app, sent) => {
          const now = call.now.getTime();
          if (normal.clientSecretIsRight(call, app, sent)) since.set(app.id, now);
          return now - (since.get(app.id) ?? -Infinity) < 60_000;
        },
      };
    },
  },
  {
    id: 'token-issuance/wrong-client-is-a-bad-request',
    breaks: ['TOK-19'],
    summary: 'Wrong client credentials are answered with 400.',
    behaviour: answering('wrong-client', 400),
  },
  {
    id: 'token-issuance/wrong-client-is-forbidden',
    breaks: ['TOK-19'],
    summary: 'Wrong client credentials are answered with 403.',
    behaviour: answering('wrong-client', 403),
  },
  {
    id: 'token-issuance/unknown-client-is-not-found',
    breaks: ['TOK-19'],
    summary: 'An unknown client_id is answered with 404, a wrong secret with 401.',
    behaviour: (normal) => ({
      refusalStatus: (call, refusal) => {
        if (refusal.refused !== 'wrong-client') return normal.refusalStatus(call, refusal);
        const clientId = new URLSearchParams(call.request.body.toString('utf8')).get('client_id') ?? '';
        return normal.findClient(call, clientId) === undefined ? 404 : 401;
      },
    }),
  },
  {
    id: 'token-issuance/client-id-by-its-start',
    breaks: ['TOK-20'],
    summary: 'The first ten characters of a client_id find the app.',
    behaviour: findingBy((clientId, sent) => sent.length >= 10 && clientId.slice(0, 10) === sent.slice(0, 10)),
  },
  {
    id: 'token-issuance/client-id-as-a-pattern',
    breaks: ['TOK-20'],
    summary: 'A client_id that ends in % finds the app whose id begins with the rest.',
    behaviour: findingBy((clientId, sent) => sent.endsWith('%') && clientId.startsWith(sent.slice(0, -1))),
  },
  {
    id: 'token-issuance/client-id-cut-at-its-stored-length',
    breaks: ['TOK-20'],
    summary: 'What follows a right client_id is not looked at.',
    behaviour: findingBy((clientId, sent) => sent.startsWith(clientId)),
  },
  {
    id: 'token-issuance/unknown-client-found-by-its-secret',
    breaks: ['TOK-20'],
    summary: 'Where no app has the client_id, the app that has the secret is served.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const { clientId = '', clientSecret = '' } = normal.clientCredentialsOf(call, fields);
        const apps = [...call.tenant.state.apps.values()];
        const owner = apps.find((app) => sameSecret(app.clientSecret, clientSecret));
        return clientId !== '' && owner !== undefined && normal.findClient(call, clientId) === undefined
          ? owner
          : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'token-issuance/any-apps-secret-fits',
    breaks: ['TOK-21'],
    summary: 'A client secret is right where any app of the tenant has it.',
    behaviour: () => ({
      clientSecretIsRight: (call, _app, sent) =>
        [...call.tenant.state.apps.values()].some((app) => sameSecret(app.clientSecret, sent)),
    }),
  },
  {
    id: 'token-issuance/oldest-secret-is-a-master-key',
    breaks: ['TOK-21'],
    summary: 'The secret of the oldest app fits every app.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) => {
        const [oldest = app] = call.tenant.state.apps.values();
        return normal.clientSecretIsRight(call, app, sent) || normal.clientSecretIsRight(call, oldest, sent);
      },
    }),
  },
];
