import { expect, test } from 'vitest';
import { callerOf } from '../foreign-tenant/tenant-caller.ts';
import { NULL_TENANTS, type NullTenantKind, startNullTenant } from './null-tenant.ts';

const STATUS: Readonly<Record<NullTenantKind, number | null>> = {
  'always-401': 401,
  'always-404': 404,
  'always-200-empty-object': 200,
  echo: 200,
  'closes-the-connection': null,
  html: 200,
};

test.each(NULL_TENANTS)(
  '%s gives every API request the same answer while its control reports success for every operation',
  async (kind) => {
    const tenant = await startNullTenant(kind);
    const caller = callerOf(tenant);
    try {
      const statuses = await Promise.all([
        caller.get('/api/v2/entries', 'Bearer anything').then(
          (answer) => answer.status,
          () => null,
        ),
        caller.token({ grant_type: 'client_credentials' }).then(
          (answer) => answer.status,
          () => null,
        ),
      ]);
      expect(statuses).toEqual([STATUS[kind], STATUS[kind]]);

      const { now } = await caller.operate('clock.now');
      const later = await caller.operate('clock.advance', { seconds: 900 });
      expect(Date.parse(String(later['now'])) - Date.parse(String(now))).toBeGreaterThanOrEqual(900_000);
      const ids = await caller.operate('record.create', { kind: 'entry', projectId: 'p', records: [{}, {}] });
      expect(new Set(ids['ids'] as string[]).size).toBe(2);
      const query = 'client_id=c&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fback&state=s';
      const authorize = (): Promise<Record<string, unknown>> =>
        caller.operate('browser.authorize', {
          userId: 'u',
          url: `${tenant.baseUrl}/oauth/authorize?${query}`,
          consent: 'grant',
        });
      const [first, second] = [await authorize(), await authorize()];
      const gotThrough = STATUS[kind] === 200;
      expect(String(first['location'])).toMatch(
        gotThrough ? /^http:\/\/localhost:1\/back\?code=.+&state=s$/ : /^null$/,
      );
      expect([first['prompts'], second['prompts']]).toEqual([gotThrough ? ['signIn', 'consent'] : [], []]);
    } finally {
      await caller.close();
      await tenant.close();
    }
  },
);
