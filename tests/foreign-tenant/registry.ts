import type { Chance } from './chance.ts';
import type { TenantClock } from './clock.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** What the user signs in with. */
  readonly passphrase: string;
  suspended: boolean;
  /** How often the user was suspended: anything that was agreed to before the last time is void. */
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
  /** How often the app was uninstalled: anything that users agreed to before the last time is void. */
  uninstallations: number;
}

/**
 * What a user agreed to: that an app acts on the user's behalf. A suspension of the user and an uninstallation of the app
 * each end it for good, and with it every consent, code and token that rests on it (States and transitions).
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

/** Who a call acts as. A delegated token is a user's, through an app. */
export type Actor =
  | { readonly kind: 'app'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string; readonly through?: Bond };

export type RecordKind = 'entry' | 'plate' | 'assayResult';

export interface LabRecord {
  readonly id: string;
  readonly kind: RecordKind;
  readonly projectId: string;
  readonly name: string;
  /** RFC 3339, as it was given. */
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

/** What assay results may be of. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

export interface Project {
  readonly id: string;
  readonly name: string;
  /** Ids of the users and apps that may see and write it. */
  readonly members: Set<string>;
}

/** Everything that the tenant knows, apart from its tokens. */
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
  /** A fresh identifier; the tenant's are decimal numbers, written as text. */
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

/** The projects that this actor was added to. A user's projects are the user's whichever credential speaks for the user. */
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

/** Whether the bond was not ended since. An archived app keeps its bonds, and merely cannot call. */
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
 * Whether the tenant lets this actor call at all. The specification leaves the form of the refusal open (Errors, fourth
 * condition); this tenant knows who calls, and answers 403.
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
