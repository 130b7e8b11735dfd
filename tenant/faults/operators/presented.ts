import type { Actor, Call } from '../../call.ts';
import { appOf, delegationOf, userOf, type Consent, type Credential } from '../../state/delegated.ts';
import type { AccessToken, ApiKey, App, Delegation, LabRecord, RefreshToken, User } from '../../state/model.ts';

/** The credential of a request, or the app that authenticates itself, and the thing that the request asks for. */
export interface Presented {
  /** Missing if an app authenticates with only its client secret. */
  readonly credential?: Credential;
  /** The user for whom the credential acts. */
  readonly userId?: string | undefined;
  /** The app that holds the credential. */
  readonly appId?: string | undefined;
  /** The record that the request asks to see. */
  readonly record?: LabRecord;
  /** The consent that the request relies on. */
  readonly consent?: Consent;
}

/** A test of a request and of the credential that it presents. */
export type Holds = (call: Call, presented: Presented) => boolean;

export const ofCredential = (credential: Credential): Presented => ({
  credential,
  userId: userOf(credential),
  appId: appOf(credential),
});
export const ofKey = (key: ApiKey): Presented => ofCredential({ kind: 'apiKey', key });
export const ofToken = (token: AccessToken): Presented => ofCredential({ kind: 'accessToken', token });
export const ofRefreshToken = (token: RefreshToken): Presented => ofCredential({ kind: 'refreshToken', token });
export const ofClient = (app: App): Presented => ({ appId: app.id });
export const ofActor = ({ credential }: Actor): Presented => ofCredential(credential);

export const keyIn = ({ credential }: Presented): ApiKey | undefined =>
  credential?.kind === 'apiKey' ? credential.key : undefined;

export const tokenIn = ({ credential }: Presented): AccessToken | undefined =>
  credential?.kind === 'accessToken' ? credential.token : undefined;

export const refreshTokenOf = ({ credential }: Presented): RefreshToken | undefined =>
  credential?.kind === 'refreshToken' ? credential.token : undefined;

export const delegationIn = ({ credential }: Presented): Delegation | undefined =>
  credential === undefined ? undefined : delegationOf(credential);

/** Returns the object for which events are remembered: the token or the key, of any kind. */
export const tokenOrKeyIn = (presented: Presented): object | undefined =>
  keyIn(presented) ?? tokenIn(presented) ?? refreshTokenOf(presented);

export const userIn = (call: Call, { userId }: Presented): User | undefined =>
  userId === undefined ? undefined : call.tenant.state.users.get(userId);

export const appIn = (call: Call, { appId }: Presented): App | undefined =>
  appId === undefined ? undefined : call.tenant.state.apps.get(appId);

/** Returns when a credential was made or issued. The tenant does not know this of an ID token. */
export function issuedAtOf({ credential }: Presented): Date | undefined {
  if (credential === undefined || credential.kind === 'idToken') return undefined;
  if (credential.kind === 'apiKey') return credential.key.createdAt;
  if (credential.kind === 'session') return credential.session.startedAt;
  return credential.kind === 'code' ? credential.code.issuedAt : credential.token.issuedAt;
}

/** Returns the text of a credential, by which the credential can be recognised. */
export function valueIn({ credential }: Presented): string | undefined {
  if (credential?.kind === 'apiKey') return credential.key.value;
  if (credential?.kind === 'session') return credential.session.value;
  if (credential?.kind === 'idToken') return credential.idToken.value;
  return credential?.kind === 'code' ? credential.code.value : credential?.token.value;
}

/** Returns the age of a credential, in milliseconds. */
export const ageOf = (call: Call, presented: Presented): number =>
  call.now.getTime() - (issuedAtOf(presented)?.getTime() ?? call.now.getTime());
