import { SecretStore } from '../secrets.ts';
import type { AccessToken, ApiKey, App, LabRecord, Project, Schema, User } from './model.ts';

/** All that a tenant remembers: plain data, no rules. */
export interface State {
  readonly users: Map<string, User>;
  readonly apiKeys: SecretStore<ApiKey>;
  readonly apps: Map<string, App>;
  readonly accessTokens: SecretStore<AccessToken>;
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
    projects: new Map(),
    records: new Map(),
    schemas: new Map(),
  };
}
