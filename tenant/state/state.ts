import { SecretStore } from '../secrets.ts';
import type { AuthorizationCode, Consent, Session } from './delegated.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { Indexed } from './indexed.ts';
import type { AccessToken, ApiKey, App, Delegation, RefreshToken, Schema, User } from './model.ts';
import { Projects } from './projects.ts';
import { Records } from './records.ts';

/** All data of a tenant: plain data, no rules. */
export interface State {
  /** Also found by e-mail address. */
  readonly users: Indexed<User>;
  readonly apiKeys: SecretStore<ApiKey>;
  /** Also found by client id. */
  readonly apps: Indexed<App>;
  readonly accessTokens: SecretStore<AccessToken>;
  readonly refreshTokens: SecretStore<RefreshToken>;
  readonly codes: SecretStore<AuthorizationCode>;
  /** Every delegation that there ever was, including the ended ones. */
  readonly delegations: Delegation[];
  /** Every consent that there ever was, including those to former installations. */
  readonly consents: Consent[];
  readonly sessions: SecretStore<Session>;
  /** The trusted providers, by issuer. */
  readonly identityProviders: Map<string, IdentityProvider>;
  /** Also found by the actors to whom they were granted. */
  readonly projects: Projects;
  /** Also found by their kind and by their project. */
  readonly records: Records;
  readonly schemas: Map<string, Schema>;
  /** The types of each custom field, by its name, from schemas and from records without one. */
  readonly fieldTypes: Map<string, Set<string>>;
}

export function emptyState(): State {
  return {
    users: new Indexed(({ email }) => email),
    apiKeys: new SecretStore(),
    apps: new Indexed(({ clientId }) => clientId),
    accessTokens: new SecretStore(),
    refreshTokens: new SecretStore(),
    codes: new SecretStore(),
    delegations: [],
    consents: [],
    sessions: new SecretStore(),
    identityProviders: new Map(),
    projects: new Projects(),
    records: new Records(),
    schemas: new Map(),
    fieldTypes: new Map(),
  };
}
