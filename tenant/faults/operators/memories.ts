import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { follow } from './changes.ts';
import type { Watch } from './condition.ts';
import { isKey } from './kinds.ts';
import { presentedTo, type Stop } from './operators.ts';
import { itselfIn, keyIn, ofToken, tokenIn, valueIn, type Holds, type Presented } from './presented.ts';
import { after, before } from './rules.ts';

/** A condition that has to remember what has happened. */
export interface Watching {
  readonly watch: (normal: Behaviour) => Watch;
}

/** Of whom or what it is remembered that something has happened. */
export type Whose = (presented: Presented, call: Call) => unknown;

/**
 * By how often something has happened, this time included: `counting` makes the rules that notice it and count it for
 * one of those that `whose` finds in what is presented.
 */
export const counted = (
  counting: (count: (one: unknown) => void) => Deviation,
  isMeant: (times: number, call: Call, presented: Presented) => boolean,
  whose: Whose = itselfIn,
): Watching => ({
  watch: (normal) => {
    const times = new Map<unknown, number>();
    return {
      holds: (call, presented) => isMeant(times.get(whose(presented, call)) ?? 0, call, presented),
      remembering: counting((one) => void times.set(one, (times.get(one) ?? 0) + 1))(normal),
    };
  },
});

/** Whether something has happened, so many times. */
export const happened = (whose: Whose, counting: (count: (one: unknown) => void) => Deviation, least = 1): Watching =>
  counted(counting, (times) => times >= least, whose);

/** Whose memory it is: that of the user, of the app. */
export const itsUser = ({ userId }: Presented): string | undefined => userId;
export const itsApp = ({ appId }: Presented): string | undefined => appId;

/** Whether the user was suspended and un-suspended so many times. */
export const unsuspended = (times = 1): Watching =>
  happened(itsUser, (count) => follow('unsuspension', (_tenant, { id }) => count(id)), times);
/** Whether the app was archived and unarchived so many times. */
export const unarchived = (times = 1): Watching =>
  happened(itsApp, (count) => follow('unarchiving', (_tenant, { id }) => count(id)), times);
/** Whether the app was installed again so many times. */
export const reinstalled = (times = 1): Watching =>
  happened(itsApp, (count) => follow('installation', (_tenant, { id }) => count(id)), times);
/** Whether the app was installed again after so long without an installation. */
export const reinstalledAfter = (isMeant: (milliseconds: number) => boolean): Watching =>
  happened(itsApp, (count) =>
    follow('installation', (_tenant, { id }, lasted) => {
      if (isMeant(lasted)) count(id);
    }),
  );
/** Whether the access token was issued while this held. */
export const issuedWhile = (held: Holds): Watching =>
  happened(tokenIn, (note) =>
    after('issueAccessToken', (token, call) => {
      if (held(call, ofToken(token))) note(token);
    }),
  );

/** How often a rule has let a credential pass and has stopped it, this time counted. */
const judged = (stop: Stop, isMeant: (passed: number, stopped: number) => boolean): Watching => ({
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
/** Whether it was never presented before a stop. */
export const neverUsed = (stop: Stop): Watching => judged(stop, (passed) => passed === 0);
/** Whether it was presented before a stop. */
export const everUsed = (stop: Stop): Watching => judged(stop, (passed) => passed > 0);
/** Whether a stop has refused it before. */
export const triedBefore = (stop: Stop): Watching => judged(stop, (_passed, stopped) => stopped > 1);

/** Whether it was let pass on this connection before. */
export const usedOnConnection = (stop: Stop): Watching => ({
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

/** An app is archived, which is noted by its id. */
export const archiving = (note: (id: unknown) => void): Deviation =>
  before('setArchived', (_tenant, { id }, archived) => archived && note(id));
/** Whether its app was ever archived. */
export const onceArchived = happened(itsApp, archiving);
/** Whether the key came of a rotation, and whether it did not. */
const rotation = (note: (key: unknown) => void): Deviation => after('rotateApiKey', note);
export const isRotatedKey = happened(keyIn, rotation);
export const isFirstKey = counted(rotation, (times, call, presented) => times === 0 && isKey(call, presented), keyIn);
