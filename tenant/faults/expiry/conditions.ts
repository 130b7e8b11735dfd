import type { Call } from '../../call.ts';
import type { ApiKey, Delegation } from '../../state/model.ts';
import { THIRTY_DAYS } from '../durations.ts';
import { keysOf } from '../operators/keys.ts';
import { all, not } from '../operators/kinds.ts';
import { lastArchiving, lastSuspension, olderAt, olderThan, type Moment } from '../operators/moments.ts';
import {
  appIn,
  issuedAtOf,
  delegationIn,
  refreshTokenOf,
  tokenIn,
  type Holds,
  type Presented,
} from '../operators/presented.ts';
import { isBack, isUnarchived } from '../operators/standing.ts';

/** Returns the time at which a credential was created or issued, in milliseconds. */
export const birthOf = (presented: Presented): number => issuedAtOf(presented)?.getTime() ?? NaN;

/** Returns the condition that the credential is less than `milliseconds` old. */
export const younger = (milliseconds: number): Holds => not(olderThan(milliseconds));

/** Returns the condition that the credential was created or issued at a time for which `isMeant` returns true. */
export const born =
  (isMeant: (date: Date) => boolean): Holds =>
  (_call, presented) => {
    const date = issuedAtOf(presented);
    return date !== undefined && isMeant(date);
  };

/** Returns the milliseconds since the start of the year, which are all that some columns keep. */
const withinYear = (time: number): number => time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
/** Reports whether today is an earlier day of its year than the day on which the credential was issued. */
export const isEarlierInTheYear: Holds = (call, presented) =>
  withinYear(call.now.getTime()) < withinYear(birthOf(presented));

/** Reports whether it is the same day of the next month, or later. */
export const afterACalendarMonth: Holds = (call, presented) => {
  const end = new Date(birthOf(presented));
  end.setUTCMonth(end.getUTCMonth() + 1);
  return call.now >= end;
};

/** Returns the condition that less than `milliseconds` have passed since the moment. */
export const lately =
  (milliseconds: number, moment: Moment): Holds =>
  (call, presented) =>
    call.now.getTime() - (moment(call, presented)?.getTime() ?? NaN) < milliseconds;

/** Returns the condition that the user became active again less than `milliseconds` ago. */
export const isActiveAgainFor = (milliseconds: number): Holds => all(isBack, lately(milliseconds, lastSuspension));
/** Returns the condition that the app became active again less than `milliseconds` ago. */
export const unarchivedFor = (milliseconds: number): Holds => all(isUnarchived, lately(milliseconds, lastArchiving));
/** Returns the same condition for credentials that had not expired when the app was archived. */
export const unarchivedLiveFor = (milliseconds: number): Holds =>
  all(unarchivedFor(milliseconds), not(olderAt(lastArchiving, milliseconds)));

const latest = (dates: readonly Date[]): Date | undefined => dates.toSorted((one, other) => +one - +other).at(-1);

/** Returns the time of the last rotation of the app's secret. */
export const secretRotation: Moment = (call, presented) => appIn(call, presented)?.formerSecrets.at(-1)?.retiredAt;
/** Returns the time at which the user or app with this identifier was last added to a project. */
export const lastGrant =
  (idOf: (presented: Presented) => string | undefined): Moment =>
  ({ tenant }, presented) =>
    latest(
      [...tenant.state.projects.values()]
        .flatMap(({ grants }) => grants)
        .filter(({ actor }) => actor.id === idOf(presented))
        .map(({ grantedAt }) => grantedAt),
    );
/** Returns the time of the last of these authorizations. */
export const lastOf =
  (ofThese: (call: Call, presented: Presented) => readonly Delegation[]): Moment =>
  (call, presented) =>
    ofThese(call, presented).at(-1)?.createdAt;

/** Returns the authorizations by the same user, oldest first. */
export const ofSameUser = (call: Call, presented: Presented): readonly Delegation[] =>
  call.tenant.state.delegations.filter(({ userId }) => userId === presented.userId);
/** Returns the other authorizations of the same app by the same user, oldest first. */
export const ofSamePair = (call: Call, presented: Presented): readonly Delegation[] =>
  ofSameUser(call, presented).filter((one) => one.appId === presented.appId && one !== delegationIn(presented));

/** Returns the condition that the credential comes from at least `least` refreshes. */
export const afterRefreshes =
  (least: number): Holds =>
  (_call, presented) => {
    const held = refreshTokenOf(presented) ?? tokenIn(presented)?.refreshToken;
    let count = 0;
    for (let one = held?.predecessor; one !== undefined; one = one.predecessor) count++;
    return count >= least;
  };

/** Reports whether a refresh token of the same user and app had expired unused before this authorization. */
export const followsAnExpiry: Holds = (call, presented) => {
  const own = delegationIn(presented);
  return call.tenant.state.refreshTokens
    .values()
    .some(
      ({ delegation, spentAt, countsFrom }) =>
        own !== undefined &&
        delegation.appId === own.appId &&
        delegation.userId === own.userId &&
        spentAt === undefined &&
        own.createdAt.getTime() - countsFrom.getTime() >= THIRTY_DAYS,
    );
};

/** Returns all keys that the user ever had, oldest first. */
export const keysOfSameUser = ({ tenant }: Call, { userId }: Presented): readonly ApiKey[] =>
  keysOf(tenant).filter((key) => key.userId === userId);
