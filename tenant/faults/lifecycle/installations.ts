import type { Call } from '../../call.ts';
import { happened, itsApp } from '../operators/memories.ts';
import { appIn, delegationIn, type Presented } from '../operators/presented.ts';
import { before } from '../operators/rules.ts';

/** Returns the number of installations of the app since a user authorized it or consented to it. */
export const installationsSince = (call: Call, presented: Presented): number =>
  Number(appIn(call, presented)?.installation) - Number((presented.consent ?? delegationIn(presented))?.installation);

/** The condition that the client secret of the app was rotated while the app was uninstalled. */
export const rotatedWhileUninstalled = happened(itsApp, (note) =>
  before('rotateClientSecret', (_tenant, { id, installed }) => {
    if (!installed) note(id);
  }),
);
