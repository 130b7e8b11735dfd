import type { Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Ends what users authorized an app for, where it was refused for this reason. */
function endAfter(reason: Refusal['refused'], outcome: Refusal | object, call: Call, app: App): void {
  if (isRefusal(outcome) && outcome.refused === reason) endDelegations(call.tenant, ({ appId }) => appId === app.id);
}

/** Authorizations that end when their app presents what was never issued. */
export const tokenOfNobodyFaults: readonly Fault[] = [
  {
    id: 'expiry/an-unknown-code-ends-authorizations',
    breaks: ['EXP-34'],
    also: ['EXP-35'],
    summary: 'When an app presents a code that is not known, what users authorized it for ends.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const outcome = normal.exchangeCode(call, app, fields);
        endAfter('unknown-code', outcome, call, app);
        return outcome;
      },
    }),
  },
  {
    id: 'expiry/an-unknown-refresh-token-ends-authorizations',
    breaks: ['EXP-34'],
    also: ['EXP-35'],
    summary: 'When an app presents a refresh token that is not known, what users authorized it for ends.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const outcome = normal.refresh(call, app, fields);
        endAfter('unknown-refresh-token', outcome, call, app);
        return outcome;
      },
    }),
  },
];
