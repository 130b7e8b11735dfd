import type { Delegation } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

function endAll(tenant: Tenant, which: (delegation: Delegation) => boolean): void {
  for (const delegation of tenant.state.delegations) if (which(delegation)) delegation.endedAt ??= tenant.clock.now();
}

/** Mistakes about when a life begins, and about what ends a refresh token before its time. */
export const evaluatedSevenFaults: readonly Fault[] = [
  {
    id: 'expiry/access-tokens-count-from-the-code',
    breaks: ['EXP-04'],
    also: ['EXP-07'],
    summary: 'The 900 seconds of the access token of a code are counted from when the user authorized.',
    behaviour: (normal) => ({
      issueDelegatedTokens: (call, app, delegation, predecessor) => {
        const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
        return predecessor === undefined ? Object.assign(token, { issuedAt: delegation.createdAt }) : token;
      },
    }),
  },
  {
    id: 'expiry/refresh-tokens-count-from-the-code',
    breaks: ['EXP-11'],
    summary: 'The 30 days of the refresh token of a code are counted from when the user authorized.',
    behaviour: (normal) => ({
      issueRefreshToken: (call, delegation, predecessor) => {
        const token = normal.issueRefreshToken(call, delegation, predecessor);
        return predecessor === undefined ? Object.assign(token, { countsFrom: delegation.createdAt }) : token;
      },
    }),
  },
  {
    id: 'expiry/a-webhook-ends-refresh-tokens',
    breaks: ['EXP-11'],
    also: ['DEL-37'],
    summary: 'When the webhook of an app is set, its refresh tokens end.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        endAll(tenant, ({ appId }) => appId === app.id);
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
];
