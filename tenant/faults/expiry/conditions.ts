import type { Call } from '../../call.ts';
import type { ApiKey, Delegation } from '../../state/model.ts';
import { THIRTY_DAYS } from '../durations.ts';
import {
  ageOf,
  appIn,
  bornAt,
  delegationIn,
  refreshTokenOf,
  tokenIn,
  userIn,
  type Holds,
  type Presented,
} from '../operators/presented.ts';

/** When a credential was made or issued, in milliseconds. */
export const birthOf = (presented: Presented): number => bornAt(presented)?.getTime() ?? NaN;

export const older =
  (milliseconds: number): Holds =>
  (call, presented) =>
    ageOf(call, presented) >= milliseconds;
export const younger =
  (milliseconds: number): Holds =>
  (call, presented) =>
    ageOf(call, presented) < milliseconds;

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

/** Moments when something happened that has to do with what is presented. */
export type Moments = (call: Call, presented: Presented) => readonly (Date | undefined)[];

/** Less than so many milliseconds after one of these. */
export const lately =
  (milliseconds: number, moments: Moments): Holds =>
  (call, presented) =>
    moments(call, presented).some((at) => at !== undefined && call.now.getTime() - at.getTime() < milliseconds);
/** So many milliseconds after one of these, or more. */
export const longAfter =
  (milliseconds: number, moments: Moments): Holds =>
  (call, presented) =>
    moments(call, presented).some((at) => at !== undefined && call.now.getTime() - at.getTime() >= milliseconds);

export const theAuthorization: Moments = (_call, presented) => [delegationIn(presented)?.createdAt];
/** When the user became active again. */
export const theUnsuspension: Moments = (call, presented) => {
  const user = userIn(call, presented);
  return user?.active === true && user.activeChangedAt > user.createdAt ? [user.activeChangedAt] : [];
};
/** When the app became active again. */
export const theUnarchival: Moments = (call, presented) => {
  const app = appIn(call, presented);
  return app?.archived === false && app.archivedChangedAt > app.createdAt ? [app.archivedChangedAt] : [];
};
/** When the app got its present secret in place of another. */
export const theSecretRotation: Moments = (call, presented) => [
  appIn(call, presented)?.formerSecrets.at(-1)?.retiredAt,
];
/** When the user or the app of this identifier was added to projects. */
export const grantsTo =
  (idOf: (presented: Presented) => string | undefined): Moments =>
  ({ tenant }, presented) =>
    [...tenant.state.projects.values()]
      .flatMap(({ grants }) => grants)
      .filter(({ actor }) => actor.id === idOf(presented))
      .map(({ grantedAt }) => grantedAt);

/** The authorizations of the same user. */
export const ofSameUser = (call: Call, presented: Presented): readonly Delegation[] =>
  call.tenant.state.delegations.filter(({ userId }) => userId === delegationIn(presented)?.userId);
/** The other authorizations of the same app by the same user. */
export const ofSamePair = (call: Call, presented: Presented): readonly Delegation[] =>
  ofSameUser(call, presented).filter(
    (one) => one.appId === delegationIn(presented)?.appId && one !== delegationIn(presented),
  );

/** Of an app that is not the first one that its user authorized. */
export const ofALaterApp: Holds = (call, presented) => {
  const [first] = ofSameUser(call, presented);
  return first !== undefined && first.appId !== delegationIn(presented)?.appId;
};

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
export const keysOfSameUser = (call: Call, { userId }: Presented): readonly ApiKey[] =>
  [...call.tenant.state.apiKeys.values()].filter((key) => key.userId === userId);
