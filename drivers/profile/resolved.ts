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

/** The limits of one tenant: how fast the suite may call it, and how long the suite waits for it. */
export interface Limits {
  /** The most requests a second; undefined means no limit. */
  readonly requestsPerSecond: number | undefined;
  /** Seconds after sending within which the whole answer has to arrive. */
  readonly timeoutSeconds: number;
  /** Real seconds until a change other than archiving is seen (the propagation delay). */
  readonly propagationSeconds: number;
  /** Seconds for which the suite waits for a webhook delivery. */
  readonly deliverySeconds: number;
  /** Seconds by which the tenant's clock may differ from this machine's. */
  readonly clockSkewSeconds: number;
}

/** How operations are carried out. For an executable, also the folder in which it runs and its path counts. */
export type LoadedControl = Exclude<ControlSetting, CommandControl> | (CommandControl & { readonly folder: string });

/** How the suite reaches one tenant. */
export interface LoadedTenant {
  /** Origin of the tenant, without a slash at the end. */
  readonly baseUrl: string;
  /** Certificates of a private authority, PEM. */
  readonly caPem?: string;
  readonly control: LoadedControl;
  readonly limits: Limits;
}

/** Where the suite listens for calls from a tenant. */
export interface ListeningPlace {
  /** Host and port; port 0 lets the system choose. */
  readonly listen: string;
  /** Address at which the tenant reaches the suite, without a slash at the end; undefined if it is `listen` itself. */
  readonly publicUrl?: string;
}

/** The addresses and shapes that the specification leaves open, as they are at this tenant. */
export interface LoadedApi {
  readonly assayResultsPath?: string;
  readonly schemaFieldsEncoding?: SchemaFieldsEncoding;
  readonly schemaParameter?: string;
  /** The member that holds the items of a listing, by its path. */
  readonly itemsKeys: Readonly<Record<string, string>>;
  /** JSON pointer to an item's identifier, for all listings or by path. */
  readonly itemId: string | Readonly<Record<string, string>>;
}

/** One step of the script for a page of the tenant; selectors are those of Playwright. */
export type LoadedStep =
  | { readonly fill: string; readonly with: string }
  | { readonly click: string }
  | { readonly waitFor: string };

/** The script by which Chromium passes the tenant's own pages. */
export interface LoadedBrowser {
  /** Path of the browser, if it was found. */
  readonly executable?: string;
  /** Password of users that have none of their own. */
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

/** A target profile that was read and checked, with its defaults. The file and the environment are not read again. */
export interface LoadedProfile extends LoadedTenant {
  readonly name: string;
  /** The claims: profiles that the tenant is said to keep whole. */
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

/** Requests a second at a tenant on another machine, if the profile says nothing. */
const politeRate = 20;

/**
 * The upper bound of `clockSkewSeconds`: the servers of one tenant are synchronised with each other. The setting
 * lengthens waits. For an offset between the tenant's clock and this machine's, the suite does not wait; it measures
 * the offset (`drivers/world/clock-offset.ts`).
 */
export const mostClockSkew = 5;

/** Returns the limits of a profile with their defaults. */
export function limitsOf(given: TargetProfile['limits'], loopback: boolean): Limits {
  return {
    requestsPerSecond: given?.requestsPerSecond ?? (loopback ? undefined : politeRate),
    timeoutSeconds: given?.timeoutSeconds ?? 30,
    propagationSeconds: given?.propagationSeconds ?? 5,
    deliverySeconds: given?.deliverySeconds ?? 5,
    clockSkewSeconds: Math.min(given?.clockSkewSeconds ?? 0, mostClockSkew),
  };
}

/** Returns where the suite listens. The default is any free port of this machine. */
export function listeningPlace(given: { readonly listen?: string; readonly publicUrl?: string }): ListeningPlace {
  return {
    listen: given.listen ?? '127.0.0.1:0',
    ...(given.publicUrl === undefined ? {} : { publicUrl: given.publicUrl.replace(/\/+$/, '') }),
  };
}

/** Returns the open points of the API. By default an item is identified by its `id`. */
export function apiOf(given: TargetProfile['api']): LoadedApi {
  return { ...given, itemsKeys: given?.itemsKeys ?? {}, itemId: given?.itemId ?? '/id' };
}

/**
 * Returns how operations are carried out. The default is no control.
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

/** Freezes a value and everything in it, and returns it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) frozen(item as unknown);
  }
  return value;
}
