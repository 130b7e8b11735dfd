import { isRefusal } from '../../http/refusal.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { Fault } from '../fault.ts';

/** Authorizations that end when their app presents what was never issued. */
export const tokenOfNobodyFaults: readonly Fault[] = [
  {
    id: 'expiry/an-unknown-code-ends-authorizations',
    breaks: ['EXP-11'],
    also: ['EXP-04'],
    summary: 'When an app presents a code that is not known, what users authorized it for ends.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const outcome = normal.exchangeCode(call, app, fields);
        if (isRefusal(outcome) && outcome.refused === 'unknown-code') {
          endDelegations(call.tenant, ({ appId }) => appId === app.id);
        }
        return outcome;
      },
    }),
  },
  {
    id: 'expiry/an-unknown-refresh-token-ends-authorizations',
    breaks: ['EXP-11'],
    also: ['EXP-04'],
    summary: 'When an app presents a refresh token that is not known, what users authorized it for ends.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const outcome = normal.refresh(call, app, fields);
        if (isRefusal(outcome) && outcome.refused === 'unknown-refresh-token') {
          endDelegations(call.tenant, ({ appId }) => appId === app.id);
        }
        return outcome;
      },
    }),
  },
];
