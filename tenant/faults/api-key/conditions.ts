import type { App } from '../../state/model.ts';
import { isLive, keysOf } from '../operators/keys.ts';
import { keyIn, type Holds } from '../operators/presented.ts';
import type { Act } from '../operators/remembered.ts';
import { before } from '../operators/rules.ts';
import { userHasApp } from '../operators/standing.ts';
import { canExpire } from './keys-and-owners.ts';

/** Reports whether the credential is a key from before 7 August 2026. Such keys do not expire. */
export const isFromBefore: Holds = (_call, presented) => {
  const key = keyIn(presented);
  return key !== undefined && !canExpire(key);
};

/** Reports whether the user has had a key that was replaced by another. */
export const hasRotatedAway: Holds = ({ tenant }, { userId }) =>
  keysOf(tenant).some((key) => key.userId === userId && !isLive(key));

/** Reports whether the user has authorized an app. */
export const hasAuthorized: Holds = userHasApp(() => true);

/** Returns the condition that the user has consented to an app for which `isMeant` returns true. */
export const hasConsentedTo =
  (isMeant: (app: App) => boolean): Holds =>
  ({ tenant }, { userId }) =>
    tenant.state.consents.some((one) => {
      const app = tenant.state.apps.get(one.appId);
      return one.userId === userId && app !== undefined && isMeant(app);
    });

/** Reports the user who denies an app. */
export const denied: Act = (report) => before('rememberDenial', (call, user) => report(user.id, call));
