/** One of the two kinds of actor to which every call belongs ("What the service does"). */
export interface ActorReference {
  readonly kind: 'user' | 'app';
  readonly id: string;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The password with which the user signs in. Only the control and its browser know it. */
  readonly password: string;
  readonly createdAt: Date;
  active: boolean;
  /** When the user was last suspended or un-suspended; before that, the time of the creation. */
  activeChangedAt: Date;
}

export interface ApiKey {
  readonly value: string;
  readonly userId: string;
  readonly createdAt: Date;

  /** When another key of the user replaced this one. */
  retiredAt: Date | undefined;
}

/** The address for an app's webhook messages, and the event types that the app wants. */
export interface Webhook {
  /** The address as it was given; undefined if it was removed. */
  readonly url: string | undefined;
  /** The event types to which the app is subscribed. */
  readonly eventTypes: readonly string[];
  /** An authority to trust at the address, in addition to the public ones. */
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
  /** The webhook of the app; absent until it is first set. */
  webhook?: Webhook;
}

export interface AccessToken {
  readonly value: string;
  readonly issuedAt: Date;
  /** The actor for whom the token acts. */
  readonly subject: ActorReference;
  /** The app that requested the token. */
  readonly appId: string;
  /** The path at which the token was requested. */
  readonly path: string;
  /** The delegation of a token that acts for a user. */
  delegation?: Delegation;
  /** The refresh token that was issued together with it. */
  refreshToken?: RefreshToken;
}

/** A user's permission for an app to act for them, from one pass through the authorization flow. */
export interface Delegation {
  readonly id: string;
  readonly userId: string;
  readonly appId: string;
  /** The installation of the app to which the permission was given. */
  readonly installation: number;
  readonly createdAt: Date;
  /** When the delegation itself was ended, not by a state of its user or its app. */
  endedAt: Date | undefined;
  latestAccessToken: AccessToken | undefined;
  latestRefreshToken: RefreshToken | undefined;
}

export interface RefreshToken {
  readonly value: string;
  readonly delegation: Delegation;
  readonly issuedAt: Date;
  /** The time from which its days count. */
  readonly countsFrom: Date;
  /** The refresh token that was exchanged for this one; undefined for the first of a delegation. */
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
  /** Every grant that there ever was, including the withdrawn ones. */
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
  /** The number of records that existed before it. */
  readonly number: number;
  readonly kind: RecordKind;
  readonly projectId: string;
  readonly name: string;
  /** The name that people use: a notebook number, a barcode, a run number. */
  readonly label: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  /** When the tenant learned of the record; `createdAt` and `modifiedAt` may be earlier dates. */
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
