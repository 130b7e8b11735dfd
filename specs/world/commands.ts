import { besideApps, besideUsers } from '../../generators/beside-event.ts';
import type { AppChange, Command, Instant, KeyDate, Misuse, UserChange } from '../../generators/history.ts';

// The commands of which stories consist. Users and apps are numbers; the default is 0, the first one.

const toUser = (what: UserChange['do'], user = 0): Command => ({ do: what, user });
const toApp = (what: AppChange['do'], app = 0): Command => ({ do: what, app });

export const connect = (user = 0, app = 0): Command => ({ do: 'connect', user, app });
export const authorize = (user = 0, app = 0): Command => ({ do: 'authorize', user, app });
/** Exchanges a refresh token: 0 for the newest one, 1 for the one before it. */
export const refresh = (which = 0): Command => ({ do: 'refresh', which });
/** Sends a user to consent and denies. `which` counts only pairs of user and app for which a denial shows something. */
export const deny = (which = 0): Command => ({ do: 'deny', user: which, app: 0 });
export const exchange: Command = { do: 'exchange' };
/** Presents a code that was refused once more. */
export const exchangeAgain: Command = { do: 'exchangeAgain' };
/** Presents a refresh token that can never be used again: 0 for the newest one. */
export const presentEnded = (which = 0): Command => ({ do: 'presentEnded', which });
export const askForTokenOf = (app: number): Command => ({ do: 'askForToken', app });
export const askForToken = askForTokenOf(0);
export const askForAnothersToken = askForTokenOf(1);
export const rotateKey: Command = { do: 'rotateKey', user: 0 };
export const rotateSecret: Command = { do: 'rotateSecret', app: 0 };
/** Gets an ID token of an identity provider. */
export const getIdToken = (user = 0): Command => ({ do: 'getIdToken', user });
export const suspend = toUser('suspend');
export const suspendAnother = toUser('suspend', 1);
/** Suspends a user who is suspended already. */
export const suspendAgain = toUser('suspendAgain');
export const unsuspend = toUser('unsuspend');
export const unsuspendAnother = toUser('unsuspend', 1);
export const archiveAgain = toApp('archiveAgain');
export const uninstallAgain = toApp('uninstallAgain');
export const archive = (app = 0): Command => toApp('archive', app);
export const unarchive = toApp('unarchive');
export const unarchiveAnother = toApp('unarchive', 1);
export const uninstall = toApp('uninstall');
export const uninstallAnother = toApp('uninstall', 1);
export const install = toApp('install');
export const installAnother = toApp('install', 1);
/** Every event beside the states that can happen to a user, or to an app. */
export const allBesideUser: readonly Command[] = besideUsers.map((what) => ({ do: 'besideUser', user: 0, what }));
export const allBesideApp: readonly Command[] = besideApps.map((what) => ({ do: 'besideApp', app: 0, what }));
/** Lets a number of seconds pass, and some more if that changes nothing for the credentials of the story. */
export const wait = (seconds: number): Command => ({ do: 'elapse', seconds });
/** Lets a number of seconds pass and hardly more, for stories that are about the last second. */
export const waitExactly = (seconds: number): Command => ({ do: 'elapse', seconds, exactly: true });
export const waitUntil = (before: number, instant: Instant): Command => ({ do: 'waitUntil', before, instant });
export const giveKey = (date: KeyDate = 0, user = 0): Command => ({ do: 'giveKey', user, date });
/** Calls with a key or an access token: 0 for the newest one, 1 for the one before it. */
export const use = (which = 0): Command => ({ do: 'use', which });
export const misuse = (how: Misuse): Command => ({ do: 'misuse', which: 0, how });

/** Repeats something a number of times; each repetition gets its number. */
export function times<T>(count: number, each: (index: number) => readonly T[]): readonly T[] {
  return Array.from({ length: count }, (_, index) => each(index)).flat();
}
