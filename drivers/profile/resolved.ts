import type {
  AppFixture,
  CommandControl,
  ControlSetting,
  SchemaFieldsEncoding,
  TargetProfile,
  UserFixture,
  WriteProbe,
} from '../../schemas/types/profile.ts';
import type { ConfiguredSecret } from './secret-keys.ts';

export type { AppFixture, UserFixture, WriteProbe } from '../../schemas/types/profile.ts';

/** What the suite keeps to and allows for, at one tenant. */
export interface Limits {
  /** Requests a second at most; undefined is no limit. */
  readonly requestsPerSecond: number | undefined;
  /** Seconds from the sending within which a whole answer has to be there. */
  readonly timeoutSeconds: number;
  /** Real seconds that a change other than archiving may take to be seen. */
  readonly propagationSeconds: number;
  /** Seconds that a webhook delivery is waited for. */
  readonly deliverySeconds: number;
  /** Seconds by which the tenant's clock may differ from this machine's. */
  readonly clockSkewSeconds: number;
}

/** How operations are carried out; an executable also where it is run, which is where its path counts from. */
export type LoadedControl = Exclude<ControlSetting, CommandControl> | (CommandControl & { readonly folder: string });

/** How one tenant is reached. */
export interface LoadedTenant {
  /** Its origin, without a slash at the end. */
  readonly baseUrl: string;
  /** Certificates of a private authority, PEM. */
  readonly caPem?: string;
  readonly control: LoadedControl;
  readonly limits: Limits;
}

/** Where the suite listens for a tenant. */
export interface ListeningPlace {
  /** Host and port; port 0 lets the system choose. */
  readonly listen: string;
  /** Address at which the tenant reaches it, without a slash at the end; undefined where that is `listen` itself. */
  readonly publicUrl?: string;
}

/** What the specification leaves open about addresses and shapes, as it is at this tenant. */
export interface LoadedApi {
  readonly assayResultsPath?: string;
  readonly schemaFieldsEncoding?: SchemaFieldsEncoding;
  readonly schemaParameter?: string;
  /** The member that holds the items of a listing, by its path. */
  readonly itemsKeys: Readonly<Record<string, string>>;
  /** JSON pointer to an item's identifier, for all listings or by path. */
  readonly itemId: string | Readonly<Record<string, string>>;
}

/** What is done at a page of the tenant; selectors are Playwright's. */
export type LoadedStep =
  | { readonly fill: string; readonly with: string }
  | { readonly click: string }
  | { readonly waitFor: string };

/** How Chromium gets through the tenant's own pages. */
export interface LoadedBrowser {
  /** Path of the browser, found. */
  readonly executable?: string;
  /** Of users who have none of their own. */
  readonly password?: string;
  /** Further origins that count as the tenant. */
  readonly inside: readonly string[];
  readonly signIn: { readonly when: string; readonly steps: readonly LoadedStep[] };
  readonly consent: {
    readonly when: string;
    readonly grant: readonly LoadedStep[];
    readonly deny: readonly LoadedStep[];
  };
}

/** A target profile, read, checked and with its defaults: nothing of the file or the environment needs to be asked again. */
export interface LoadedProfile extends LoadedTenant {
  readonly name: string;
  /** The groups of requirements that the tenant is said to keep whole. */
  readonly claims?: NonNullable<TargetProfile['claims']>;
  /** For control.browser chromium. */
  readonly browser?: LoadedBrowser;
  readonly receiver?: ListeningPlace;
  readonly identityProvider?: ListeningPlace;
  readonly api: LoadedApi;
  readonly writeProbe?: WriteProbe;
  readonly otherTenant?: LoadedTenant;
  readonly fixtures: { readonly app?: AppFixture; readonly users: readonly UserFixture[] };
  /** Every secret that the profile gives, each once. */
  readonly secrets: readonly ConfiguredSecret[];
}

/** Requests a second at a tenant that is not on this machine, where the profile says nothing. */
const politeRate = 20;

/**
 * The most that `clockSkewSeconds` counts for: servers of one tenant are set by each other. It lengthens waits, and an
 * offset between the tenant's clock and this machine's is not waited for but measured (`drivers/world/clock-offset.ts`).
 */
export const mostClockSkew = 5;

/** The limits of a profile with their defaults. */
export function limitsOf(given: TargetProfile['limits'], loopback: boolean): Limits {
  return {
    requestsPerSecond: given?.requestsPerSecond ?? (loopback ? undefined : politeRate),
    timeoutSeconds: given?.timeoutSeconds ?? 30,
    propagationSeconds: given?.propagationSeconds ?? 5,
    deliverySeconds: given?.deliverySeconds ?? 5,
    clockSkewSeconds: Math.min(given?.clockSkewSeconds ?? 0, mostClockSkew),
  };
}

/** Where the suite listens, with the default: any free port of this machine. */
export function listeningPlace(given: { readonly listen?: string; readonly publicUrl?: string }): ListeningPlace {
  return {
    listen: given.listen ?? '127.0.0.1:0',
    ...(given.publicUrl === undefined ? {} : { publicUrl: given.publicUrl.replace(/\/+$/, '') }),
  };
}

/** What is open about the API, with the default: an item is identified by its `id`. */
export function apiOf(given: TargetProfile['api']): LoadedApi {
  return { ...given, itemsKeys: given?.itemsKeys ?? {}, itemId: given?.itemId ?? '/id' };
}

/**
 * How operations are carried out, with the default: not at all.
 *
 * @param folder of the profile
 */
export function controlOf(given: ControlSetting = { type: 'none' }, folder: string): LoadedControl {
  switch (given.type) {
    case 'http':
      return { ...given, url: given.url.replace(/\/+$/, '') };
    case 'command':
      return { ...given, folder };
    case 'manual':
    case 'none':
      return given;
  }
}

/** The same value, which nobody can change any more. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) frozen(item as unknown);
  }
  return value;
}
