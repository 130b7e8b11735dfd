import type { Call } from '../../call.ts';
import { appIn, bornAt, delegationIn, refreshTokenOf, userIn, type Holds, type Presented } from './presented.ts';

/** A moment in the life of what is presented, or of the user or the app behind it. */
export type Moment = (call: Call, presented: Presented) => Date | undefined;

/** When it was made or issued. */
export const itsBirth: Moment = (_call, presented) => bornAt(presented);
/** When the user authorized it. */
export const itsAuthorization: Moment = (_call, presented) => delegationIn(presented)?.createdAt;
/** When the refresh token was spent. */
export const itsSpending: Moment = (_call, presented) => refreshTokenOf(presented)?.spentAt;
/** When the record came to the tenant that it asks to see. */
export const itsRecord: Moment = (_call, { record }) => record?.addedAt;
/** When its user was last suspended or un-suspended. */
export const lastSuspension: Moment = (call, presented) => userIn(call, presented)?.activeChangedAt;
/** When its app was last archived or unarchived. */
export const lastArchiving: Moment = (call, presented) => appIn(call, presented)?.archivedChangedAt;
/** When its app was last uninstalled or installed. */
export const lastInstallation: Moment = (call, presented) => appIn(call, presented)?.installedChangedAt;

/** Milliseconds from one to the other. Where there is no such moment it is not a number, and no condition holds. */
const between = (earlier: Date | undefined, later: Date | undefined): number => Number(later) - Number(earlier);

/** Whether something is so many milliseconds ago. */
export const ago =
  (milliseconds: number, moment: Moment): Holds =>
  (call, presented) =>
    between(moment(call, presented), call.now) >= milliseconds;

/** Whether it is so many milliseconds old. */
export const olderThan = (milliseconds: number): Holds => ago(milliseconds, itsBirth);

/** Whether it was that old already when something happened. */
export const olderAt =
  (moment: Moment, milliseconds: number): Holds =>
  (call, presented) =>
    between(bornAt(presented), moment(call, presented)) > milliseconds;

/** Whether one moment is not before another. */
export const isSince =
  (moment: Moment, other: Moment): Holds =>
  (call, presented) =>
    between(other(call, presented), moment(call, presented)) >= 0;

/** Whether it is younger than something that happened. */
export const bornSince = (moment: Moment): Holds => isSince(itsBirth, moment);
