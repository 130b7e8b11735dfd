import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Holds } from './presented.ts';

/** What a condition asks of. A decision says which of these there are where it is made. */
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
  // what is presented
  | 'uses'
  | 'age'
  | 'issue'
  | 'chain'
  | 'key'
  // who presents it
  | 'user make'
  | 'user'
  | 'user past'
  | 'app make'
  | 'app'
  | 'app past'
  | 'bystanders';

/** What is asked of a call, and of a request at a token path. */
export const ofCalls = ['form', 'listing', 'connection'] as const;
export const atTokenPaths = ['token path', 'connection'] as const;
/** What is asked of the user, and of the app, behind what is presented: as they are now, and with their past. */
export const ofUsersNow = ['user make', 'user'] as const;
export const ofAppsNow = ['app make', 'app'] as const;
export const ofUsers = [...ofUsersNow, 'user past'] as const;
export const ofApps = [...ofAppsNow, 'app past'] as const;

/** The conditions under which there is nothing to see. */
export const inNoProject = ['of-users-in-no-project', 'of-apps-in-no-project'] as const;
/** Those that all that apps hold for users meets, or nothing of it; and the same of access tokens. */
export const allOrNoneHeld = ['of-users-with-an-app', 'of-apps-without-users'] as const;
export const allOrNoTokens = [...allOrNoneHeld, 'without-its-access-token'] as const;
/** Those that no access token meets that lives. */
export const afterItsEnd = ['after-an-hour', 'after-a-day', 'after-a-week'] as const;

/** A requirement may be about such conditions alone: then a mistake under one of them breaks it too. */
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
  | 'an archived app';

/** When a wrong decision is made. */
export interface Condition {
  readonly id: string;
  readonly of: Subject;
  /** The end of a sentence that says what the tenant does. */
  readonly when: string;
  readonly touches?: Touch;
  /** Called once a tenant, so that it may remember what has happened there. */
  readonly watch: (normal: Behaviour) => Watch;
}

export interface Watch {
  readonly holds: Holds;
  /** The rules that it follows to know what has happened. */
  readonly remembering?: Partial<Behaviour>;
}

/** A condition, of a request and of what it presents or of what has happened before. */
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
