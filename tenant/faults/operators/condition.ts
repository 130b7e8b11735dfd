import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Holds } from './presented.ts';

/** The thing that a condition is about. A decision lists those that exist when the decision is made. */
export type Subject =
  // calls of the API
  | 'form'
  | 'listing'
  | 'version'
  | 'scheme'
  | 'write'
  // any request
  | 'connection'
  | 'token path'
  // the presented credential
  | 'uses'
  | 'age'
  | 'issue'
  | 'chain'
  | 'key'
  // the user and the app of the credential, and others
  | 'user make'
  | 'user'
  | 'user past'
  | 'app make'
  | 'app'
  | 'app past'
  | 'bystanders';

/** The subjects of conditions on a call, and on a request at a token path. */
export const ofCalls = ['form', 'listing', 'connection'] as const;
export const atTokenPaths = ['token path', 'connection'] as const;
/** The subjects of conditions on the user and on the app of a credential: at present, and with their past. */
export const ofUsersNow = ['user make', 'user'] as const;
export const ofAppsNow = ['app make', 'app'] as const;
export const ofUsers = [...ofUsersNow, 'user past'] as const;
export const ofApps = [...ofAppsNow, 'app past'] as const;

/** The conditions under which the actor has no records to see. */
export const inNoProject = ['of-users-in-no-project', 'of-apps-in-no-project'] as const;
/** The condition that no call of v3 meets: only assay results are filtered, and their listing is not of v3. */
export const notOnV3 = ['on-filtered-pages'] as const;
/** The conditions that all credentials, or none, that apps hold for users meet; then the same for access tokens. */
export const allOrNoneHeld = ['of-users-with-an-app', 'of-apps-without-users'] as const;
export const allOrNoTokens = [...allOrNoneHeld, 'without-its-access-token'] as const;
/** The conditions that no live access token meets. */
export const afterItsEnd = ['after-an-hour', 'after-a-day', 'after-a-week'] as const;

/** Kinds of conditions that a requirement may be about. A mistake under such a condition breaks the requirement too. */
export type Touch =
  | 'one version'
  | 'the legacy path'
  | 'again'
  | 'several users'
  | 'several apps'
  | 'use'
  | 'age'
  | 'reinstalled'
  | 'a rotation'
  | 'a suspended user'
  | 'an archived app'
  | 'a filter';

/** The condition under which a wrong decision is made. */
export interface Condition {
  readonly id: string;
  readonly of: Subject;
  /** The end of the sentence that says what the tenant does. */
  readonly when: string;
  readonly touches?: Touch;
  /** Starts to watch a tenant. Called once for each tenant, so that the condition can remember events there. */
  readonly watch: (normal: Behaviour) => Watch;
}

export interface Watch {
  readonly holds: Holds;
  /** The rules that the condition wraps to learn about events. */
  readonly remembering?: Partial<Behaviour>;
}

/** Returns a condition on a request and its credential, or on earlier events. */
export const condition = (
  of: Subject,
  id: string,
  when: string,
  holds: Holds | Pick<Condition, 'watch'>,
  touches?: Touch,
): Condition => ({
  id,
  of,
  when,
  ...(touches === undefined ? {} : { touches }),
  ...(typeof holds === 'function' ? { watch: () => ({ holds }) } : holds),
});
