import { SecretStore } from '../secrets.ts';
import type { AuthorizationCode, Consent, Session } from './delegated.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { Indexed } from './indexed.ts';
import type { AccessToken, ApiKey, App, Delegation, RefreshToken, Schema, User } from './model.ts';
import { Projects } from './projects.ts';
import { Records } from './records.ts';

/** All that a tenant remembers: plain data, no rules. */
export interface State {
  /** Also by e-mail address. */
  readonly users: Indexed<User>;
  readonly apiKeys: SecretStore<ApiKey>;
  /** Also by client id. */
  readonly apps: Indexed<App>;
  readonly accessTokens: SecretStore<AccessToken>;
  readonly refreshTokens: SecretStore<RefreshToken>;
  readonly codes: SecretStore<AuthorizationCode>;
  /** Every delegation there ever was, the ended ones too. */
  readonly delegations: Delegation[];
  /** Every consent there ever was, those to former installations too. */
  readonly consents: Consent[];
  readonly sessions: SecretStore<Session>;
  /** Those that were trusted, by issuer. */
  readonly identityProviders: Map<string, IdentityProvider>;
  /** Also by whom they were granted to. */
  readonly projects: Projects;
  /** Also by their kind and by their project. */
  readonly records: Records;
  readonly schemas: Map<string, Schema>;
  /** The types under which a custom field is known, by its name, from schemas and from records without one. */
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
