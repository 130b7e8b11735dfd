import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { RefreshToken, User } from '../../state/model.ts';
import { always } from './kinds.ts';
import { type RememberingCondition, type Whose } from './memories.ts';
import { tokenOrKeyIn, ofKey, ofRefreshToken, ofToken, type Holds, type Presented } from './presented.ts';
import { after, before } from './rules.ts';

/** An event that is reported together with the actor or thing for which it is remembered. */
export type Act = (report: (one: unknown, at: { readonly now: Date }) => void) => Deviation;

/** The connection, for which events are remembered. */
export const itsConnection: Whose = (_presented, { connection }) => connection;

/** Returns a condition that holds after an event, if `isMeant` holds for the moment of the last one. */
export const since = (
  act: Act,
  whose: Whose = tokenOrKeyIn,
  isMeant: (call: Call, presented: Presented, at: number) => boolean = () => true,
): RememberingCondition => ({
  watch: (normal) => {
    const last = new Map<unknown, number>();
    return {
      holds: (call, presented) => {
        const at = last.get(whose(presented, call));
        return at !== undefined && isMeant(call, presented, at);
      },
      remembering: act((one, { now }) => void last.set(one, now.getTime()))(normal),
    };
  },
});

/** Returns a condition that holds less than this many milliseconds after an event. */
export const within = (milliseconds: number, act: Act, whose: Whose = tokenOrKeyIn): RememberingCondition =>
  since(act, whose, (call, _presented, at) => call.now.getTime() - at < milliseconds);

/** Returns an event that reports only the first occurrence of another one. */
export const first =
  (act: Act): Act =>
  (report) => {
    const done = new Set<unknown>();
    return act((one, call) => {
      if (!done.has(one)) report(one, call);
      done.add(one);
    });
  };

/** Returns a deviation that calls `judge` whenever the tenant checks the age of a credential, with the result. */
export const onExpiryCheck =
  (judge: (call: Call, presented: Presented, expired: boolean) => void): Deviation =>
  (normal): Partial<Behaviour> => ({
    ...after('tokenHasExpired', (expired, call, token) => judge(call, ofToken(token), expired))(normal),
    ...after('keyHasExpired', (expired, call, key) => judge(call, ofKey(key), expired))(normal),
    ...after('refreshTokenHasExpired', (expired, call, token) => judge(call, ofRefreshToken(token), expired))(normal),
  });

/** Returns the event that a credential is presented, live or expired. */
export const presented =
  (which: 'any' | 'live' | 'expired' = 'any', whose: Whose = tokenOrKeyIn): Act =>
  (report) =>
    onExpiryCheck((call, one, expired) => {
      if (which === 'any' || (which === 'expired') === expired) report(whose(one, call), call);
    });

/** Returns the event that a call for which `form` holds is made with a valid credential. */
export const used =
  (form: Holds = always, whose: Whose = tokenOrKeyIn): Act =>
  (report) => {
    const use = (call: Call, one: Presented): void => {
      if (form(call, one)) report(whose(one, call), call);
    };
    return (normal) => ({
      ...before('tokenFitsCall', (call, token) => use(call, ofToken(token)))(normal),
      ...before('keyFitsCall', (call, key) => use(call, ofKey(key)))(normal),
    });
  };

/** The event that a user signs in. */
export const signedIn: Act = (report) => before('beginSession', (call, user) => report(user.id, call));

/** The event that an ID token of a user is accepted. */
export const letInByIdToken: Act = (report) =>
  after('authenticateIdToken', (actor, call) => {
    if (!isRefusal(actor)) report(actor.id, call);
  });

/** Returns the event that a refresh token is exchanged, which is remembered for all that `of` lists. */
export const refreshed =
  (of: (token: RefreshToken, call: Call) => Iterable<unknown>): Act =>
  (report) =>
    before('spendRefreshToken', (call, token) => {
      for (const one of of(token, call)) report(one, call);
    });

/** Returns the event that an expired refresh token is refused. */
export const refusedAsExpired =
  (whose: (token: RefreshToken) => unknown = (token) => token): Act =>
  (report) =>
    before('refreshWasRefused', (call, token, { refused }) => {
      if (refused === 'expired-refresh-token') report(whose(token), call);
    });

/** Returns the event that a user gets a key. `times` is how often that has happened, `hadOne` if the user had a key. */
export const keyMade =
  (rule: 'createApiKey' | 'rotateApiKey', isMeant: (times: number, hadOne: boolean) => boolean): Act =>
  (report) => {
    const times = new Map<User, number>();
    return after(rule, (key, ...[tenant, user]) => {
      const count = (times.get(user) ?? 0) + 1;
      times.set(user, count);
      const hadOne = tenant.state.apiKeys.values().some((one) => one !== key && one.userId === user.id);
      if (isMeant(count, hadOne)) report(key, { now: tenant.clock.now() });
    });
  };

/** Returns a condition that holds if `what` differs from its value when the credential was first presented. */
export const otherThanAtFirst = (what: (call: Call) => unknown): RememberingCondition => ({
  watch: () => {
    const first = new WeakMap<object, unknown>();
    return {
      holds: (call, presented) => {
        const [itself, now] = [tokenOrKeyIn(presented), what(call)];
        if (itself === undefined || now === undefined) return false;
        if (!first.has(itself)) first.set(itself, now);
        return first.get(itself) !== now;
      },
    };
  },
});

/** Returns a condition that holds if the credential is presented more than this many times. */
export const presentedMoreThan = (times: number): RememberingCondition => ({
  watch: () => {
    const counts = new WeakMap<object, number>();
    return {
      holds: (_call, presented) => {
        const itself = tokenOrKeyIn(presented) ?? presented;
        const count = (counts.get(itself) ?? 0) + 1;
        counts.set(itself, count);
        return count > times;
      },
    };
  },
});
