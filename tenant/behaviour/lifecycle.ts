import type { ActorReference, ApiKey, App, Project, User } from '../state/model.ts';
import { sameActor } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** The effects of the operator's actions ("States and transitions"). Setting a state again changes nothing. */
export interface LifecycleBehaviour {
  /** Returns, in a sentence, why a user cannot be created. */
  readonly userProblem: (
    tenant: Tenant,
    draft: { readonly email: string; readonly name: string },
  ) => string | undefined;
  /** Returns the e-mail address as it is stored. */
  readonly storedEmail: (tenant: Tenant, email: string) => string;
  /** Returns, in a sentence, why an app cannot be created. */
  readonly appProblem: (tenant: Tenant, draft: { readonly name: string }) => string | undefined;
  readonly setUserActive: (tenant: Tenant, user: User, active: boolean) => void;
  readonly setArchived: (tenant: Tenant, app: App, archived: boolean) => void;
  readonly setInstalled: (tenant: Tenant, app: App, installed: boolean) => void;
  /** Replaces the app's client secret. */
  readonly rotateClientSecret: (tenant: Tenant, app: App) => string;
  /** Creates a further key. Whether the user's earlier keys remain valid is free. */
  readonly createApiKey: (tenant: Tenant, user: User, createdAt: Date) => ApiKey;
  /** Creates a key that replaces the user's keys. */
  readonly rotateApiKey: (tenant: Tenant, user: User) => ApiKey;
  readonly grantAccess: (tenant: Tenant, project: Project, actor: ActorReference) => void;
  readonly revokeAccess: (tenant: Tenant, project: Project, actor: ActorReference) => void;
}

declare module './behaviour.ts' {
  interface Behaviour extends LifecycleBehaviour {}
}

function replaceApiKeys(tenant: Tenant, user: User, createdAt: Date): ApiKey {
  for (const key of tenant.state.apiKeys.values()) {
    if (key.userId === user.id) key.retiredAt ??= tenant.clock.now();
  }
  const value = tenant.behaviour.makeApiKey(tenant);
  const key: ApiKey = { value, userId: user.id, createdAt, retiredAt: undefined };
  tenant.state.apiKeys.add(key);
  return key;
}

export const specifiedLifecycle: LifecycleBehaviour = {
  userProblem: () => undefined,

  storedEmail: (_tenant, email) => email,

  appProblem: () => undefined,

  setUserActive: (tenant, user, active) => {
    if (user.active === active) return;
    user.active = active;
    user.activeChangedAt = tenant.clock.now();
  },

  setArchived: (tenant, app, archived) => {
    if (app.archived === archived) return;
    app.archived = archived;
    app.archivedChangedAt = tenant.clock.now();
  },

  setInstalled: (tenant, app, installed) => {
    if (app.installed === installed) return;
    app.installed = installed;
    if (installed) app.installation += 1;
    app.installedChangedAt = tenant.clock.now();
  },

  rotateClientSecret: (tenant, app) => {
    app.formerSecrets.push({ value: app.clientSecret, retiredAt: tenant.clock.now() });
    app.clientSecret = tenant.behaviour.makeClientSecret(tenant);
    return app.clientSecret;
  },

  createApiKey: replaceApiKeys,

  rotateApiKey: (tenant, user) => replaceApiKeys(tenant, user, tenant.clock.now()),

  grantAccess: (tenant, project, actor) => {
    const held = project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined);
    if (!held) tenant.state.projects.grant(project, actor, tenant.clock.now());
  },

  revokeAccess: (tenant, project, actor) => {
    for (const grant of project.grants) {
      if (sameActor(grant.actor, actor)) grant.revokedAt ??= tenant.clock.now();
    }
  },
};
