import type { BesideApp, BesideUser } from '../../generators/beside-event.ts';
import type { Misuse } from '../../generators/history.ts';
import type { OneForm, TokenPathName } from '../../generators/presentation.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import type { Version } from '../../drivers/world/listing.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';

/** The kinds of credential that can be presented to the tenant. */
export type CredentialKind =
  | 'apiKey'
  | 'clientSecret'
  | 'appToken'
  | 'accessToken'
  | 'refreshToken'
  | 'code'
  | 'idToken';

/** A value for some kinds of credential. */
export type ByKind<T = RequirementId> = Readonly<Partial<Record<CredentialKind, T>>>;

/**
 * The holder of a credential, or the subject of an event: a user, an app, or both if a user has consented to an app.
 */
export interface Holder {
  /** The user for whom a credential acts. Undefined for an app's own credentials. */
  readonly user?: number | undefined;
  /** The app that holds the credential. Undefined for a user's own credentials. */
  readonly app?: number | undefined;
}

export function isOfSame(one: Holder, other: Holder): boolean {
  return one.user === other.user && one.app === other.app;
}

/** A user, and an app that the user may authorize. */
export interface UserAndApp {
  readonly user: number;
  readonly app: number;
}

/** A credential, without its value: users and apps are numbers, counted from 0. */
export interface Credential extends Holder {
  readonly id: number;
  readonly kind: CredentialKind;
  /** The authorization to which the token belongs. */
  readonly family?: number | undefined;
  /** Whether the legacy token path issued it. */
  readonly legacy?: boolean;
  /** The number of refreshes, or rotations, before this credential was issued. */
  readonly place: number;
  /** The time of issue. For a key, the stated time of creation. */
  readonly born: Moment;
  /** For a personal key: whether it expires at all. That depends on the day of its creation (FRE-94). */
  readonly expires?: Expiry | undefined;
}

export type Expiry = 'yes' | 'no' | 'unspecified';

/** The kinds of credential with which calls are made. */
export type Bearer = Extract<CredentialKind, 'apiKey' | 'appToken' | 'accessToken' | 'idToken'>;

/** Reports whether calls are made with a credential. Presenting such a credential changes nothing. */
export function isReusable<Presented extends Pick<Credential, 'kind'>>(
  credential: Presented,
): credential is Presented & { readonly kind: Bearer } {
  const { kind } = credential;
  return kind === 'apiKey' || kind === 'appToken' || kind === 'accessToken' || kind === 'idToken';
}

/** The outcome of a presentation. `unclear`: the call was rate-limited, or did not arrive. */
export type Outcome = 'served' | 'refused' | 'unclear';

/** The outcome of a presentation, and the form of a refusal if the suite looked at that. */
export interface Reception {
  readonly outcome: Outcome;
  /** The time by the tenant's clock. */
  readonly at: Moment;
  /** Whether a refusal names the error `invalid_grant`, and whether its status is 401. */
  readonly invalidGrant?: boolean;
  readonly unauthorized?: boolean;
  /** The versions of the API, and the forms of call or the token paths, that were tried with this outcome. */
  readonly versions?: readonly Version[];
  readonly forms?: readonly (OneForm | TokenPathName)[];
  /** The presentation that was treated correctly, if this one was wrongly refused or wrongly served. */
  readonly contrast?: Contrast | undefined;
}

/** A presentation that has taken place. */
export interface Presented extends Reception {
  readonly kind: 'presented';
  readonly credential: number;
  /** Whether the answer of the legacy token path decided the outcome. */
  readonly atLegacyPath?: boolean;
}

/** A visit of a user to the authorization endpoint. */
export interface Visited extends UserAndApp {
  readonly kind: 'visited';
  readonly consent: 'grant' | 'deny';
  readonly outcome: Outcome;
  /** Whether the user was asked to consent. */
  readonly asked?: boolean | undefined;
}

/** A change of state of a user or an app. */
export type Change =
  | { readonly kind: 'suspended' | 'unsuspended' | 'suspendedAtProvider'; readonly user: number }
  | { readonly kind: 'archived' | 'unarchived' | 'uninstalled' | 'installed'; readonly app: number };

/** One event. The model knows nothing but a list of these. */
export type LoggedEvent =
  | Change
  | { readonly kind: 'issued'; readonly credential: Credential }
  /** The credential was replaced by rotation. */
  | { readonly kind: 'replaced'; readonly credential: number }
  /** The credential was exchanged for others. */
  | { readonly kind: 'spent'; readonly credential: number; readonly atLegacyPath?: boolean }
  | Visited
  | Presented
  | { readonly kind: 'elapsed'; readonly seconds: number; readonly until?: string | undefined }
  /** A refresh token was presented in a way that yields no tokens, whether it is live or not. */
  | { readonly kind: 'misused'; readonly credential: number; readonly how: Misuse }
  | Beside;

/** An event that, as far as the specification says, does not affect credentials. */
export type Beside =
  | { readonly kind: 'besideUser'; readonly user: number; readonly what: BesideUser }
  | { readonly kind: 'besideApp'; readonly app: number; readonly what: BesideApp };

/**
 * The thing that is treated correctly although a credential is not: tokens that one token path both issues and accepts,
 * for the same user and app; or the credential itself on the other version of the API, or in a plain call.
 */
export type Contrast = 'other token path' | 'other version' | 'other form';

export type EventLog = readonly LoggedEvent[];

/** A test for events. */
export type Fits<T = LoggedEvent> = (one: T) => boolean;

/** The specification's answer for a credential at a moment, or for a user's visit to the authorization endpoint. */
export type Answer =
  | {
      readonly word: 'accepted';
      readonly requirement: RequirementId;
      /**
       * The freedom that leaves the answer open if the requirement is inferred. Then only a check of that requirement
       * judges it.
       */
      readonly open?: FreedomId | undefined;
      /** A further requirement that is broken, for checks that judge it and not `requirement`. */
      readonly also?: RequirementId | undefined;
    }
  | {
      readonly word: 'refused';
      readonly requirement: RequirementId;
      readonly also?: RequirementId | undefined;
      /** The requirement that the refusal has the error `invalid_grant`, if there is one. */
      readonly invalidGrant?: RequirementId | undefined;
      /** The requirement that the refusal has the status 401, if there is one. */
      readonly unauthorized?: RequirementId | undefined;
      /** Whether issued tokens count as a refusal if calls with them are refused. */
      readonly unusableIsEnough?: boolean;
      /** Whether the refusal is required from the moment of its cause, without propagation delay. */
      readonly atOnce: boolean;
    }
  | { readonly word: 'unspecified'; readonly freedom: FreedomId };

type AnswerOf<Word extends Answer['word']> = Extract<Answer, { readonly word: Word }>;

export function accepted(requirement: RequirementId, open?: FreedomId): AnswerOf<'accepted'> {
  return { word: 'accepted', requirement, open };
}

export function unspecified(freedom: FreedomId): AnswerOf<'unspecified'> {
  return { word: 'unspecified', freedom };
}

/** Returns a refusal that may take time to propagate. */
export function refused(requirement: RequirementId): AnswerOf<'refused'> {
  return { word: 'refused', requirement, atOnce: false };
}

/** Seconds of validity ("Limits"). The suite's own provider sets that of ID tokens. */
export const lifetimes = {
  appToken: 900,
  accessToken: 900,
  refreshToken: 2_592_000,
  apiKey: 2_592_000,
  idToken: 1800,
} as const;
