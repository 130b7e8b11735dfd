import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import { always } from './kinds.ts';
import { itselfIn, ofKey, ofRefreshToken, ofToken, type Holds, type Presented } from './presented.ts';
import type { When } from './rows.ts';

/** Rules that report what is done, and to whom or what. */
export type Act = (normal: Behaviour, report: (subject: unknown, call: Call) => void) => Partial<Behaviour>;

/** Of whom or what an act is remembered. */
type Of = (presented: Presented) => unknown;
export const ofItsUser: Of = ({ userId }) => userId;
export const ofItsApp: Of = ({ appId }) => appId;

/** Once an act was done, and if this holds of the moment when it was done last. */
export const after = (
  act: Act,
  of: Of = itselfIn,
  isMeant: (call: Call, presented: Presented, at: number) => boolean = () => true,
): When => ({
  watch: (normal) => {
    const last = new Map<unknown, number>();
    return {
      holds: (call, presented) => {
        const at = last.get(of(presented));
        return at !== undefined && isMeant(call, presented, at);
      },
      remembering: act(normal, (subject, { now }) => void last.set(subject, now.getTime())),
    };
  },
});

/** Less than so many milliseconds after an act. */
export const within = (milliseconds: number, act: Act, of: Of = itselfIn): When =>
  after(act, of, (call, _presented, at) => call.now.getTime() - at < milliseconds);

/** As long as an act was not done, where this holds. */
export const before = (act: Act, holds: Holds, of: Of = itselfIn): When => ({
  watch: (normal) => {
    const done = new Set<unknown>();
    return {
      holds: (call, presented) => !done.has(of(presented)) && holds(call, presented),
      remembering: act(normal, (subject) => void done.add(subject)),
    };
  },
});

/** By how often an act was done, this time included. */
export const counted = (act: Act, isMeant: (times: number) => boolean, of: Of = itselfIn): When => ({
  watch: (normal) => {
    const times = new Map<unknown, number>();
    return {
      holds: (_call, presented) => isMeant(times.get(of(presented)) ?? 0),
      remembering: act(normal, (subject) => void times.set(subject, (times.get(subject) ?? 0) + 1)),
    };
  },
});

/** An act as it is done the first time. */
export const first =
  (act: Act): Act =>
  (normal, report) => {
    const done = new Set<unknown>();
    return act(normal, (subject, call) => {
      if (!done.has(subject)) report(subject, call);
      done.add(subject);
    });
  };

/** Watches whenever the age of a credential is looked at, and what comes of it. */
export const judging = (
  normal: Behaviour,
  judge: (call: Call, presented: Presented, expired: boolean) => void,
): Partial<Behaviour> => {
  const told = (call: Call, presented: Presented, expired: boolean): boolean => {
    judge(call, presented, expired);
    return expired;
  };
  return {
    tokenHasExpired: (call, token) => told(call, ofToken(token), normal.tokenHasExpired(call, token)),
    keyHasExpired: (call, key) => told(call, ofKey(key), normal.keyHasExpired(call, key)),
    refreshTokenHasExpired: (call, token) =>
      told(call, ofRefreshToken(token), normal.refreshTokenHasExpired(call, token)),
  };
};

/** A credential is presented, live or expired. */
export const presented =
  (which: 'any' | 'live' | 'expired' = 'any', of: Of = itselfIn): Act =>
  (normal, report) =>
    judging(normal, (call, one, expired) => {
      const subject = of(one);
      const isMeant = which === 'any' || (which === 'expired') === expired;
      if (isMeant && subject !== undefined) report(subject, call);
    });

/** A call is made with a credential that is good, where this holds. */
export const used =
  (form: Holds = always, of: Of = itselfIn): Act =>
  (normal, report) => {
    const use = (call: Call, presented: Presented): void => {
      const subject = of(presented);
      if (subject !== undefined && form(call, presented)) report(subject, call);
    };
    return {
      tokenFitsCall: (call, token) => {
        use(call, ofToken(token));
        return normal.tokenFitsCall(call, token);
      },
      keyFitsCall: (call, key) => {
        use(call, ofKey(key));
        return normal.keyFitsCall(call, key);
      },
    };
  };

/** A user signs in. */
export const signedIn: Act = (normal, report) => ({
  beginSession: (call, user) => {
    report(user.id, call);
    return normal.beginSession(call, user);
  },
});

/** A user is let in by an ID token. */
export const letInByIdToken: Act = (normal, report) => ({
  authenticateIdToken: (call, value) => {
    const actor = normal.authenticateIdToken(call, value);
    if (!isRefusal(actor)) report(actor.id, call);
    return actor;
  },
});

/** A refresh token is exchanged, which is remembered of all these. */
export const refreshed =
  (of: (token: RefreshToken, call: Call) => Iterable<unknown>): Act =>
  (normal, report) => ({
    spendRefreshToken: (call, token) => {
      normal.spendRefreshToken(call, token);
      for (const subject of of(token, call)) report(subject, call);
    },
  });

/** An expired refresh token is refused. */
export const refusedAsExpired =
  (of: (token: RefreshToken) => unknown = (token) => token): Act =>
  (normal, report) => ({
    refreshWasRefused: (call, token, refusal) => {
      normal.refreshWasRefused(call, token, refusal);
      if (refusal.refused === 'expired-refresh-token') report(of(token), call);
    },
  });
