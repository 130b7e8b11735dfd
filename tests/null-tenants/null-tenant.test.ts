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

test.each(NULL_TENANTS)('%s answers the API always alike while its control carries everything out', async (kind) => {
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
    const url = `${tenant.baseUrl}/oauth/authorize?redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fback&state=s`;
    const arrival = await caller.operate('browser.authorize', { userId: 'u', url, consent: 'grant' });
    expect(arrival['location']).toMatch(/^http:\/\/localhost:1\/back\?code=.+&state=s$/);
  } finally {
    await caller.close();
    await tenant.close();
  }
});
