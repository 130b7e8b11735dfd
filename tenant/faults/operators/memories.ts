import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { follow } from './changes.ts';
import type { Watch } from './condition.ts';
import { isKey } from './kinds.ts';
import { presentedTo, type Stop } from './operators.ts';
import { tokenOrKeyIn, keyIn, ofToken, tokenIn, valueIn, type Holds, type Presented } from './presented.ts';
import { after, before } from './rules.ts';

/** A condition that has to remember events. */
export interface RememberingCondition {
  readonly watch: (normal: Behaviour) => Watch;
}

/** A function that returns the actor or thing for which events are remembered. */
export type Whose = (presented: Presented, call: Call) => unknown;

/**
 * Returns a condition on how often an event has happened, this time included. `counting` returns the rules that notice
 * the event and count it for an actor or thing. `whose` finds the actor or thing of a presented credential.
 */
export const counted = (
  counting: (count: (one: unknown) => void) => Deviation,
  isMeant: (times: number, call: Call, presented: Presented) => boolean,
  whose: Whose = tokenOrKeyIn,
): RememberingCondition => ({
  watch: (normal) => {
    const times = new Map<unknown, number>();
    return {
      holds: (call, presented) => isMeant(times.get(whose(presented, call)) ?? 0, call, presented),
      remembering: counting((one) => void times.set(one, (times.get(one) ?? 0) + 1))(normal),
    };
  },
});

/** Returns a condition that holds if an event has happened at least `least` times. */
export const happened = (
  whose: Whose,
  counting: (count: (one: unknown) => void) => Deviation,
  least = 1,
): RememberingCondition => counted(counting, (times) => times >= least, whose);

/** The user, or with `itsApp` the app, for which events are remembered. */
export const itsUser = ({ userId }: Presented): string | undefined => userId;
export const itsApp = ({ appId }: Presented): string | undefined => appId;

/** Returns a condition that holds if the user was suspended and un-suspended this many times or more. */
export const unsuspended = (times = 1): RememberingCondition =>
  happened(itsUser, (count) => follow('unsuspension', (_tenant, { id }) => count(id)), times);
/** Returns a condition that holds if the app was archived and unarchived this many times or more. */
export const unarchived = (times = 1): RememberingCondition =>
  happened(itsApp, (count) => follow('unarchiving', (_tenant, { id }) => count(id)), times);
/** Returns a condition that holds if the app was installed again this many times or more. */
export const reinstalled = (times = 1): RememberingCondition =>
  happened(itsApp, (count) => follow('installation', (_tenant, { id }) => count(id)), times);
/** Returns a condition that holds if `isMeant` held for the time without an installation before a reinstallation. */
export const reinstalledAfter = (isMeant: (milliseconds: number) => boolean): RememberingCondition =>
  happened(itsApp, (count) =>
    follow('installation', (_tenant, { id }, lasted) => {
      if (isMeant(lasted)) count(id);
    }),
  );
/** Returns a condition that holds if the access token was issued while `held` held. */
export const issuedWhile = (held: Holds): RememberingCondition =>
  happened(tokenIn, (note) =>
    after('issueAccessToken', (token, call) => {
      if (held(call, ofToken(token))) note(token);
    }),
  );

/** Returns a condition on how often a rule has let a credential pass and has stopped it, this time included. */
const judged = (stop: Stop, isMeant: (passed: number, stopped: number) => boolean): RememberingCondition => ({
  watch: (normal) => {
    const times = { passed: new Map<unknown, number>(), stopped: new Map<unknown, number>() };
    return {
      holds: (_call, presented) => {
        const value = valueIn(presented);
        return isMeant(times.passed.get(value) ?? 0, times.stopped.get(value) ?? 0);
      },
      remembering: after(stop, (isStopped, _call, subject) => {
        const value = valueIn(presentedTo(stop, subject));
        const counts = isStopped ? times.stopped : times.passed;
        counts.set(value, (counts.get(value) ?? 0) + 1);
      })(normal),
    };
  },
});
/** Returns a condition that holds if the rule never let the credential pass. */
export const neverUsed = (stop: Stop): RememberingCondition => judged(stop, (passed) => passed === 0);
/** Returns a condition that holds if the rule once let the credential pass. */
export const everUsed = (stop: Stop): RememberingCondition => judged(stop, (passed) => passed > 0);
/** Returns a condition that holds if the rule has stopped the credential before. */
export const triedBefore = (stop: Stop): RememberingCondition => judged(stop, (_passed, stopped) => stopped > 1);

/** Returns a condition that holds if the rule let the credential pass on this connection before. */
export const usedOnConnection = (stop: Stop): RememberingCondition => ({
  watch: (normal) => {
    const known = new WeakMap<Connection, Set<unknown>>();
    return {
      holds: (call, presented) => known.get(call.connection)?.has(valueIn(presented)) === true,
      remembering: after(stop, (isStopped, { connection }, subject) => {
        if (isStopped) return;
        known.set(connection, (known.get(connection) ?? new Set()).add(valueIn(presentedTo(stop, subject))));
      })(normal),
    };
  },
});

/** Returns a deviation that notes the id of each app that is archived. */
export const archiving = (note: (id: unknown) => void): Deviation =>
  before('setArchived', (_tenant, { id }, archived) => archived && note(id));
/** Holds if the app of the credential was ever archived. */
export const onceArchived = happened(itsApp, archiving);
/** Returns a deviation that notes each key that comes from a rotation. */
const rotation = (note: (key: unknown) => void): Deviation => after('rotateApiKey', note);
export const isRotatedKey = happened(keyIn, rotation);
export const isFirstKey = counted(rotation, (times, call, presented) => times === 0 && isKey(call, presented), keyIn);
