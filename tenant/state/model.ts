/** One of the two kinds of actor to which every call is tied ("What the service does"). */
export interface ActorReference {
  readonly kind: 'user' | 'app';
  readonly id: string;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** With which the user signs in. Only the control and its browser know it. */
  readonly password: string;
  readonly createdAt: Date;
  active: boolean;
  /** When the user was last suspended or un-suspended; the creation, before that. */
  activeChangedAt: Date;
}

export interface ApiKey {
  readonly value: string;
  readonly userId: string;
  readonly createdAt: Date;

  /** When another key of the user took this one's place. */
  retiredAt: Date | undefined;
}

/** Where an app wants its webhook messages, and which. */
export interface Webhook {
  /** The address as it was given; none where it was removed. */
  readonly url: string | undefined;
  /** The event types subscribed to. */
  readonly eventTypes: readonly string[];
  /** An authority to trust at the address, beside the public ones. */
  readonly caPem: string | undefined;
}

export interface App {
  readonly id: string;
  readonly definitionId: string;
  readonly versionNumber: string;
  readonly name: string;
  readonly clientId: string;
  readonly createdAt: Date;
  clientSecret: string;
  /** Secrets that rotation has ended, oldest first. */
  readonly formerSecrets: { readonly value: string; readonly retiredAt: Date }[];
  readonly redirectUris: string[];
  installed: boolean;
  installedChangedAt: Date;
  /** How often the app has been installed: consents and delegations belong to one installation. */
  installation: number;
  archived: boolean;
  archivedChangedAt: Date;
  /** Where and of what the app is told; none until it is first set. */
  webhook?: Webhook;
}

export interface AccessToken {
  readonly value: string;
  readonly issuedAt: Date;
  /** As whom the token acts. */
  readonly subject: ActorReference;
  /** The app that asked for it. */
  readonly appId: string;
  /** The path at which it was asked for. */
  readonly path: string;
  /** What it comes from, when it acts for a user. */
  delegation?: Delegation;
  /** What was issued along with it. */
  refreshToken?: RefreshToken;
}

/** A user's leave for an app to act in their name, from one pass through the authorization flow. */
export interface Delegation {
  readonly id: string;
  readonly userId: string;
  readonly appId: string;
  /** The installation of the app that it was given to. */
  readonly installation: number;
  readonly createdAt: Date;
  /** When it was ended by itself: not by a state of its user or its app. */
  endedAt: Date | undefined;
  latestAccessToken: AccessToken | undefined;
  latestRefreshToken: RefreshToken | undefined;
}

export interface RefreshToken {
  readonly value: string;
  readonly delegation: Delegation;
  readonly issuedAt: Date;
  /** From when its days are counted. */
  readonly countsFrom: Date;
  /** The one that was exchanged for it; none for the first of a delegation. */
  readonly predecessor: RefreshToken | undefined;
  /** The path at which it was issued. */
  readonly path: string;
  spentAt: Date | undefined;
}

export interface Grant {
  readonly actor: ActorReference;
  readonly grantedAt: Date;
  revokedAt: Date | undefined;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Every grant there ever was, the withdrawn ones too. */
  grants: readonly Grant[];
}

export type RecordKind = 'entry' | 'plate' | 'assayResult';

export interface FieldValue {
  readonly type: string;
  readonly value: unknown;
}

/** An entry, a plate or an assay result. */
export interface LabRecord {
  readonly id: string;
  /** How many records there were before it. */
  readonly number: number;
  readonly kind: RecordKind;
  readonly projectId: string;
  readonly name: string;
  /** What people call it: a notebook number, a barcode, a run number. */
  readonly label: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  /** When the tenant got to know of it; `createdAt` and `modifiedAt` may be dated back. */
  readonly addedAt: Date;
  readonly createdBy: ActorReference;
  readonly schemaId: string | undefined;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export interface Schema {
  readonly id: string;
  readonly kind: 'assayResult';
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

export function sameActor(one: ActorReference, other: ActorReference): boolean {
  return one.kind === other.kind && one.id === other.id;
}
