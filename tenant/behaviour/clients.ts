import type { Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import { sameSecret } from '../secrets.ts';
import type { App } from '../state/model.ts';
import type { TokenFields } from './token-requests.ts';

/** How an app authenticates at the token endpoint ("POST /oauth/token", rule 1). */
export interface ClientBehaviour {
  /** Returns the client credentials as they were sent. */
  readonly clientCredentialsOf: (call: Call, fields: TokenFields) => ClientCredentials;
  readonly findClient: (call: Call, clientId: string) => App | undefined;
  readonly clientSecretIsRight: (call: Call, app: App, clientSecret: string) => boolean;
  /** Returns a refusal if the token endpoint does not serve an app whose client credentials are right. */
  readonly clientIsBarred: (call: Call, app: App) => Refusal | undefined;
  readonly authenticateClient: (call: Call, fields: TokenFields) => App | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends ClientBehaviour {}
}

export interface ClientCredentials {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

export const specifiedClients: ClientBehaviour = {
  clientCredentialsOf: (_call, fields) => ({
    clientId: fields.get('client_id'),
    clientSecret: fields.get('client_secret'),
  }),

  findClient: (call, clientId) => call.tenant.state.apps.by(clientId),

  clientSecretIsRight: (_call, app, clientSecret) => sameSecret(app.clientSecret, clientSecret),

  clientIsBarred: (call, app) =>
    call.tenant.behaviour.appIsArchived(call, app.id) ? refusal('archived-client', 'The app is archived.') : undefined,

  authenticateClient: (call, fields) => {
    const { behaviour } = call.tenant;
    const { clientId, clientSecret } = behaviour.clientCredentialsOf(call, fields);
    if (clientId === undefined) return refusal('wrong-client', 'The field client_id is missing.');
    if (clientSecret === undefined) return refusal('wrong-client', 'The field client_secret is missing.');
    const app = behaviour.findClient(call, clientId);
    if (app === undefined || !behaviour.clientSecretIsRight(call, app, clientSecret)) {
      return refusal('wrong-client', 'The client credentials are wrong.');
    }
    return behaviour.clientIsBarred(call, app) ?? app;
  },
};
