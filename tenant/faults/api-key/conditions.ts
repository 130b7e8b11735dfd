import type { App } from '../../state/model.ts';
import { isLive, keysOf } from '../operators/keys.ts';
import { keyIn, type Holds } from '../operators/presented.ts';
import type { Act } from '../operators/remembered.ts';
import { before } from '../operators/rules.ts';
import { userHasApp } from '../operators/standing.ts';
import { canExpire } from './keys-and-owners.ts';

/** Of keys from before 7 August 2026, which do not expire. */
export const isFromBefore: Holds = (_call, presented) => {
  const key = keyIn(presented);
  return key !== undefined && !canExpire(key);
};

/** Whether the user has had a key in whose place another came. */
export const hasReplacedOne: Holds = ({ tenant }, { userId }) =>
  keysOf(tenant).some((key) => key.userId === userId && !isLive(key));

/** Whether the user has let an app act in their name. */
export const hasAuthorized: Holds = userHasApp(() => true);

/** Whether the user has consented to an app that is like this. */
export const hasConsentedTo =
  (isMeant: (app: App) => boolean): Holds =>
  ({ tenant }, { userId }) =>
    tenant.state.consents.some((one) => {
      const app = tenant.state.apps.get(one.appId);
      return one.userId === userId && app !== undefined && isMeant(app);
    });

/** A user denies an app. */
export const denied: Act = (report) => before('rememberDenial', (call, user) => report(user.id, call));
