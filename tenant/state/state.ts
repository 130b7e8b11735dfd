import { SecretStore } from '../secrets.ts';
import type { AuthorizationCode, Consent, Session } from './delegated.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { AccessToken, ApiKey, App, Delegation, LabRecord, Project, RefreshToken, Schema, User } from './model.ts';

/** All that a tenant remembers: plain data, no rules. */
export interface State {
  readonly users: Map<string, User>;
  readonly apiKeys: SecretStore<ApiKey>;
  readonly apps: Map<string, App>;
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
  readonly projects: Map<string, Project>;
  readonly records: Map<string, LabRecord>;
  readonly schemas: Map<string, Schema>;
}

export function emptyState(): State {
  return {
    users: new Map(),
    apiKeys: new SecretStore(),
    apps: new Map(),
    accessTokens: new SecretStore(),
    refreshTokens: new SecretStore(),
    codes: new SecretStore(),
    delegations: [],
    consents: [],
    sessions: new SecretStore(),
    identityProviders: new Map(),
    projects: new Map(),
    records: new Map(),
    schemas: new Map(),
  };
}
