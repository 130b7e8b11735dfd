import type { Chance } from './chance.ts';
import type { TenantClock } from './clock.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The secret with which the user signs in. */
  readonly passphrase: string;
  suspended: boolean;
  /** The number of suspensions. Consents from before the last suspension are void. */
  suspensions: number;
}

export interface App {
  readonly id: string;
  readonly definitionId: string;
  readonly versionNumber: string;
  readonly name: string;
  readonly clientId: string;
  clientSecret: string;
  readonly redirectUris: string[];
  archived: boolean;
  installed: boolean;
  /** The number of uninstallations. Users' consents from before the last uninstallation are void. */
  uninstallations: number;
}

/**
 * A user's agreement that an app acts on the user's behalf. A suspension of the user and an uninstallation of the app
 * each end it permanently, and with it every consent, code and token that depends on it (States and transitions).
 */
export interface Bond {
  readonly userId: string;
  readonly appId: string;
  readonly suspensions: number;
  readonly uninstallations: number;
}

export interface ApiKey {
  readonly value: string;
  readonly userId: string;
  readonly createdAt: number;
}

/** The actor of a call. A delegated token acts as a user, through an app. */
export type Actor =
  | { readonly kind: 'app'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string; readonly through?: Bond };

export type RecordKind = 'entry' | 'plate' | 'assayResult';

export interface LabRecord {
  readonly id: string;
  readonly kind: RecordKind;
  readonly projectId: string;
  readonly name: string;
  /** RFC 3339, in the form that was given. */
  readonly modifiedAt: string;
  /** The same in nanoseconds since the epoch. */
  readonly modifiedInstant: bigint;
  readonly schemaId: string | null;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** A custom field of a record: a value, several in a list, or null. */
export interface FieldValue {
  readonly type: string;
  readonly value: unknown;
}

/** A schema that assay results can have. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

export interface Project {
  readonly id: string;
  readonly name: string;
  /** Ids of the users and apps that may read and write the project. */
  readonly members: Set<string>;
}

/** The whole state of the tenant, except its tokens. */
export interface Registry {
  readonly tenantId: string;
  readonly clock: TenantClock;
  readonly chance: Chance;
  readonly users: Map<string, User>;
  readonly apps: Map<string, App>;
  readonly keys: Map<string, ApiKey>;
  readonly projects: Map<string, Project>;
  readonly schemas: Map<string, Schema>;
  readonly records: LabRecord[];
  /** Returns a fresh identifier: a decimal number, written as text. */
  newId(): string;
}

const DIGITS = '0123456789';

export function emptyRegistry(clock: TenantClock, chance: Chance): Registry {
  let last = 7_000_000;
  return {
    tenantId: `lab-${chance.text(DIGITS, 9)}`,
    clock,
    chance,
    users: new Map(),
    apps: new Map(),
    keys: new Map(),
    projects: new Map(),
    schemas: new Map(),
    records: [],
    newId() {
      last += 1 + (chance.bytes(1)[0] ?? 0);
      return String(last);
    },
  };
}

/** Returns the projects that this actor was added to. A user has the same projects with every credential. */
export function projectsOf(registry: Registry, actor: Actor): Set<string> {
  const own = registry.projects.values().filter((project) => project.members.has(actor.id));
  return new Set(own.map((project) => project.id));
}

export function bondOf(user: User, app: App): Bond {
  return {
    userId: user.id,
    appId: app.id,
    suspensions: user.suspensions,
    uninstallations: app.uninstallations,
  };
}

/** Reports whether the bond has not ended. An archived app keeps its bonds, but cannot call. */
export function holds(registry: Registry, bond: Bond): boolean {
  const user = registry.users.get(bond.userId);
  const app = registry.apps.get(bond.appId);
  return (
    user !== undefined &&
    app !== undefined &&
    !user.suspended &&
    app.installed &&
    user.suspensions === bond.suspensions &&
    app.uninstallations === bond.uninstallations
  );
}

/**
 * Reports whether the tenant lets this actor call at all. The specification leaves the form of the refusal open
 * (Errors, fourth condition). This tenant has authenticated the caller, and answers 403.
 */
export function mayCall(registry: Registry, actor: Actor): boolean {
  if (actor.kind === 'app') return isAvailable(registry, actor.id);
  if (registry.users.get(actor.id)?.suspended !== false) return false;
  return actor.through === undefined || (holds(registry, actor.through) && isAvailable(registry, actor.through.appId));
}

function isAvailable(registry: Registry, appId: string): boolean {
  const app = registry.apps.get(appId);
  return app !== undefined && app.installed && !app.archived;
}
