import type { Chance } from './chance.ts';
import type { TenantClock } from './clock.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  suspended: boolean;
}

export interface App {
  readonly id: string;
  readonly definitionId: string;
  readonly versionNumber: string;
  readonly name: string;
  readonly clientId: string;
  clientSecret: string;
  readonly redirectUris: readonly string[];
  archived: boolean;
  installed: boolean;
}

export interface ApiKey {
  readonly value: string;
  readonly userId: string;
  readonly createdAt: number;
}

/** Who a call acts as. A later delegated token is a user's, through an app. */
export type Actor =
  | { readonly kind: 'app'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string; readonly throughApp?: string };

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
  readonly fields: Readonly<Record<string, unknown>>;
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
  readonly schemas: Map<string, { readonly id: string; readonly name: string; readonly fields: readonly unknown[] }>;
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
  const own = [...registry.projects.values()].filter((project) => project.members.has(actor.id));
  return new Set(own.map((project) => project.id));
}

/**
 * Whether the tenant lets this actor call at all. The specification leaves the form of the refusal open (Errors, fourth
 * condition); this tenant knows who calls, and answers 403.
 */
export function mayCall(registry: Registry, actor: Actor): boolean {
  const appId = actor.kind === 'app' ? actor.id : actor.throughApp;
  if (appId !== undefined) {
    const app = registry.apps.get(appId);
    if (app === undefined || app.archived || !app.installed) return false;
  }
  return actor.kind === 'app' || registry.users.get(actor.id)?.suspended === false;
}
