import type { Call } from '../../call.ts';
import { appIn, issuedAtOf, delegationIn, refreshTokenOf, userIn, type Holds, type Presented } from './presented.ts';

/** A moment in the life of a presented credential, or of its user or app. */
export type Moment = (call: Call, presented: Presented) => Date | undefined;

/** The moment when the credential was made or issued. */
export const itsBirth: Moment = (_call, presented) => issuedAtOf(presented);
/** The moment of the authorization from which the credential came. */
export const itsAuthorization: Moment = (_call, presented) => delegationIn(presented)?.createdAt;
/** The moment when the refresh token was spent. */
export const itsSpending: Moment = (_call, presented) => refreshTokenOf(presented)?.spentAt;
/** The moment when the requested record was added to the tenant. */
export const itsRecord: Moment = (_call, { record }) => record?.addedAt;
/** The moment when the user of the credential was last suspended or un-suspended. */
export const lastSuspension: Moment = (call, presented) => userIn(call, presented)?.activeChangedAt;
/** The moment when the app of the credential was last archived or unarchived. */
export const lastArchiving: Moment = (call, presented) => appIn(call, presented)?.archivedChangedAt;
/** The moment when the app of the credential was last uninstalled or installed. */
export const lastInstallation: Moment = (call, presented) => appIn(call, presented)?.installedChangedAt;

/** Returns the milliseconds between two moments. If one is missing, the result is NaN, for which no condition holds. */
const between = (earlier: Date | undefined, later: Date | undefined): number => Number(later) - Number(earlier);

/** Returns a test that holds if a moment is this many milliseconds ago or more. */
export const ago =
  (milliseconds: number, moment: Moment): Holds =>
  (call, presented) =>
    between(moment(call, presented), call.now) >= milliseconds;

/** Returns a test that holds if the credential is this many milliseconds old or more. */
export const olderThan = (milliseconds: number): Holds => ago(milliseconds, itsBirth);

/** Returns a test that holds if the credential was older than this many milliseconds at a moment. */
export const olderAt =
  (moment: Moment, milliseconds: number): Holds =>
  (call, presented) =>
    between(issuedAtOf(presented), moment(call, presented)) > milliseconds;

/** Returns a test that holds if `moment` is not before `other`. */
export const isSince =
  (moment: Moment, other: Moment): Holds =>
  (call, presented) =>
    between(other(call, presented), moment(call, presented)) >= 0;

/** Returns a test that holds if the credential was not made before a moment. */
export const issuedSince = (moment: Moment): Holds => isSince(itsBirth, moment);
