import type { BesideApp, BesideUser } from '../../generators/beside-event.ts';
import type { Misuse } from '../../generators/history.ts';
import type { OneForm, TokenPathName } from '../../generators/presentation.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import type { Version } from '../../drivers/world/listing.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';

/** What can be presented to the tenant. */
export type CredentialKind =
  | 'apiKey'
  | 'clientSecret'
  | 'appToken'
  | 'accessToken'
  | 'refreshToken'
  | 'code'
  | 'idToken';

/** Something of some kinds of credential. */
export type ByKind<T = RequirementId> = Readonly<Partial<Record<CredentialKind, T>>>;

/** Whose a credential is, or whom something is about: a user, an app, or both, where a user has consented to an app. */
export interface Holder {
  /** In whose name a credential acts; an app's own credentials have none. */
  readonly user?: number | undefined;
  /** By which app it is held; a user's own have none. */
  readonly app?: number | undefined;
}

export function isOfSame(one: Holder, other: Holder): boolean {
  return one.user === other.user && one.app === other.app;
}

/** A user and an app that they may authorize. */
export interface UserAndApp {
  readonly user: number;
  readonly app: number;
}

/** A credential, without its value: users and apps are numbers, counted from 0. */
export interface Credential extends Holder {
  readonly id: number;
  readonly kind: CredentialKind;
  /** Of which authorization it is one of the tokens. */
  readonly family?: number | undefined;
  /** Whether the legacy token path issued it. */
  readonly legacy?: boolean;
  /** How many refreshes, or rotations, came before it. */
  readonly place: number;
  /** When it was issued; for a key, when it is said to have been created. */
  readonly born: Moment;
  /** For a personal key: whether it expires at all, which depends on the day of its creation (FRE-94). */
  readonly expires?: Expiry | undefined;
}

export type Expiry = 'yes' | 'no' | 'unspecified';

/** The kinds of credential with which calls are made. */
export type Bearer = Extract<CredentialKind, 'apiKey' | 'appToken' | 'accessToken' | 'idToken'>;

/** Whether calls are made with a credential: presenting it changes nothing. */
export function isReusable<Presented extends Pick<Credential, 'kind'>>(
  credential: Presented,
): credential is Presented & { readonly kind: Bearer } {
  const { kind } = credential;
  return kind === 'apiKey' || kind === 'appToken' || kind === 'accessToken' || kind === 'idToken';
}

/** What became of a presentation. `unclear`: the call was limited, or never arrived. */
export type Outcome = 'served' | 'refused' | 'unclear';

/** What became of a presentation, and how it was refused, as far as that was looked at. */
export interface Reception {
  readonly outcome: Outcome;
  /** When, by the tenant's clock. */
  readonly at: Moment;
  /** Whether a refusal names the error `invalid_grant`, and whether its status is 401. */
  readonly invalidGrant?: boolean;
  readonly unauthorized?: boolean;
  /** The versions of the API, and the forms of call or the token paths, that were tried with this outcome. */
  readonly versions?: readonly Version[];
  readonly forms?: readonly (OneForm | TokenPathName)[];
  /** Where it should have been served and was not, or the other way round: what was treated rightly. */
  readonly contrast?: Contrast | undefined;
}

/** A presentation that has taken place. */
export interface Presented extends Reception {
  readonly kind: 'presented';
  readonly credential: number;
  /** What decided was the answer of the legacy token path. */
  readonly atLegacyPath?: boolean;
}

/** A user was sent to the authorization endpoint. */
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

/** One thing that has happened. All that the model knows is a list of these. */
export type LoggedEvent =
  | Change
  | { readonly kind: 'issued'; readonly credential: Credential }
  /** Another one took its place by rotation. */
  | { readonly kind: 'replaced'; readonly credential: number }
  /** It was exchanged for others. */
  | { readonly kind: 'spent'; readonly credential: number; readonly atLegacyPath?: boolean }
  | Visited
  | Presented
  | { readonly kind: 'elapsed'; readonly seconds: number; readonly until?: string | undefined }
  /** A refresh token was presented in a way in which it yields nothing, live or not. */
  | { readonly kind: 'misused'; readonly credential: number; readonly how: Misuse }
  | Beside;

/** Something that is not said to change what credentials are worth. */
export type Beside =
  | { readonly kind: 'besideUser'; readonly user: number; readonly what: BesideUser }
  | { readonly kind: 'besideApp'; readonly app: number; readonly what: BesideApp };

/**
 * What is treated rightly where a credential is not: tokens that one token path both issues and takes, held by the same user
 * and app; or the credential itself on the other version of the API, or in a plain call.
 */
export type Contrast = 'other token path' | 'other version' | 'other form';

export type EventLog = readonly LoggedEvent[];

/** A test for events. */
export type Fits<T = LoggedEvent> = (one: T) => boolean;

/** What the specification says of a credential at a moment, or of a user's visit to the authorization endpoint. */
export type Answer =
  | {
      readonly word: 'accepted';
      readonly requirement: RequirementId;
      /** The freedom that leaves it open, where it is inference: then it is judged only by who asks for just that. */
      readonly open?: FreedomId | undefined;
      /** What is broken as well, for who judges that and not the other. */
      readonly also?: RequirementId | undefined;
    }
  | {
      readonly word: 'refused';
      readonly requirement: RequirementId;
      readonly also?: RequirementId | undefined;
      /** The requirement that the refusal be the error `invalid_grant`, where that is said. */
      readonly invalidGrant?: RequirementId | undefined;
      /** The requirement that the refusal have the status 401, where that is said. */
      readonly unauthorized?: RequirementId | undefined;
      /** Whether tokens that are refused on calls are as good as a refusal. */
      readonly unusableIsEnough?: boolean;
      /** Whether it holds from the very moment of what causes it. */
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

/** A refusal that may take time to be seen. */
export function refused(requirement: RequirementId): AnswerOf<'refused'> {
  return { word: 'refused', requirement, atOnce: false };
}

/** Seconds of validity ("Limits"), and those for which the suite's provider makes an ID token good. */
export const lifetimes = {
  appToken: 900,
  accessToken: 900,
  refreshToken: 2_592_000,
  apiKey: 2_592_000,
  idToken: 1800,
} as const;
