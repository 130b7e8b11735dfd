import type { Call } from '../../call.ts';
import type { ApiKey, Delegation } from '../../state/model.ts';
import { THIRTY_DAYS } from '../durations.ts';
import { keysOf } from '../operators/keys.ts';
import { all, not } from '../operators/kinds.ts';
import { lastArchiving, lastSuspension, olderAt, olderThan, type Moment } from '../operators/moments.ts';
import {
  appIn,
  bornAt,
  delegationIn,
  refreshTokenOf,
  tokenIn,
  type Holds,
  type Presented,
} from '../operators/presented.ts';
import { isBack, isUnarchived } from '../operators/standing.ts';

/** When a credential was made or issued, in milliseconds. */
export const birthOf = (presented: Presented): number => bornAt(presented)?.getTime() ?? NaN;

/** Whether it is not so many milliseconds old. */
export const younger = (milliseconds: number): Holds => not(olderThan(milliseconds));

/** Made or issued at a moment of which this holds. */
export const born =
  (isMeant: (date: Date) => boolean): Holds =>
  (_call, presented) => {
    const date = bornAt(presented);
    return date !== undefined && isMeant(date);
  };

/** The number of a day in its year, and the time of the day, which is all that some columns keep. */
const withinYear = (time: number): number => time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
/** Whether today is an earlier day of its year than that of the birth. */
export const isEarlierInTheYear: Holds = (call, presented) =>
  withinYear(call.now.getTime()) < withinYear(birthOf(presented));

/** On the same day of the next month. */
export const afterACalendarMonth: Holds = (call, presented) => {
  const end = new Date(birthOf(presented));
  end.setUTCMonth(end.getUTCMonth() + 1);
  return call.now >= end;
};

/** Less than so many milliseconds after something. */
export const lately =
  (milliseconds: number, moment: Moment): Holds =>
  (call, presented) =>
    call.now.getTime() - (moment(call, presented)?.getTime() ?? NaN) < milliseconds;

/** Less than so many milliseconds after the user became active again. */
export const backFor = (milliseconds: number): Holds => all(isBack, lately(milliseconds, lastSuspension));
/** Less than so many milliseconds after the app became active again. */
export const unarchivedFor = (milliseconds: number): Holds => all(isUnarchived, lately(milliseconds, lastArchiving));
/** The same, of what had not expired by then. */
export const unarchivedLiveFor = (milliseconds: number): Holds =>
  all(unarchivedFor(milliseconds), not(olderAt(lastArchiving, milliseconds)));

const latest = (dates: readonly Date[]): Date | undefined => dates.toSorted((one, other) => +one - +other).at(-1);

/** When the app got its present secret in place of another. */
export const secretRotation: Moment = (call, presented) => appIn(call, presented)?.formerSecrets.at(-1)?.retiredAt;
/** When the user or the app of this identifier was last added to a project. */
export const lastGrant =
  (idOf: (presented: Presented) => string | undefined): Moment =>
  ({ tenant }, presented) =>
    latest(
      [...tenant.state.projects.values()]
        .flatMap(({ grants }) => grants)
        .filter(({ actor }) => actor.id === idOf(presented))
        .map(({ grantedAt }) => grantedAt),
    );
/** When one of these authorizations was given last. */
export const lastOf =
  (ofThese: (call: Call, presented: Presented) => readonly Delegation[]): Moment =>
  (call, presented) =>
    ofThese(call, presented).at(-1)?.createdAt;

/** The authorizations by the same user, oldest first. */
export const ofSameUser = (call: Call, presented: Presented): readonly Delegation[] =>
  call.tenant.state.delegations.filter(({ userId }) => userId === presented.userId);
/** The other authorizations of the same app by the same user, oldest first. */
export const ofSamePair = (call: Call, presented: Presented): readonly Delegation[] =>
  ofSameUser(call, presented).filter((one) => one.appId === presented.appId && one !== delegationIn(presented));

/** Whether so many refreshes or more have led to it. */
export const afterRefreshes =
  (least: number): Holds =>
  (_call, presented) => {
    const held = refreshTokenOf(presented) ?? tokenIn(presented)?.refreshToken;
    let count = 0;
    for (let one = held?.predecessor; one !== undefined; one = one.predecessor) count++;
    return count >= least;
  };

/** Whether a refresh token of the same user and app had expired unused when this was authorized. */
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

/** All keys that the user ever had, oldest first. */
export const keysOfSameUser = ({ tenant }: Call, { userId }: Presented): readonly ApiKey[] =>
  keysOf(tenant).filter((key) => key.userId === userId);
