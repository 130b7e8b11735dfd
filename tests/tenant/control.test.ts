import { request } from 'undici';
import { expect, test } from 'vitest';
import { Refused, startControlService } from '../../tenant/index.ts';
import { openTenant, STARTS_AT } from './opened-tenant.ts';

test('the clock runs with the real time and can be moved forward', async () => {
  let milliseconds = 5000;
  await using opened = await openTenant({ elapsed: () => milliseconds });
  expect(opened.tenant.clock.now()).toEqual(STARTS_AT);
  milliseconds += 1500;
  expect(await opened.operate('clock.now')).toEqual({ now: '2026-11-20T08:00:01.500Z' });
  expect(await opened.operate('clock.advance', { seconds: 60 })).toEqual({ now: '2026-11-20T08:01:01.500Z' });
});

test('many simultaneous changes each have a time of their own, and the clock soon catches up', async () => {
  let milliseconds = 0;
  await using opened = await openTenant({ elapsed: () => milliseconds });
  const { userId } = await opened.operate('user.create', { email: 'ada@lab.example' });
  for (let change = 1; change <= 5; change++) {
    await opened.operate(change % 2 === 1 ? 'user.suspend' : 'user.unsuspend', { userId });
    expect(await opened.operate('clock.now')).toEqual({ now: `2026-11-20T08:00:00.00${change}Z` });
  }
  for (let made = 1; made <= 5; made++) await opened.operate('project.create', { name: 'assays' });
  expect(await opened.operate('clock.now')).toEqual({ now: '2026-11-20T08:00:00.005Z' });
  milliseconds = 60;
  expect(await opened.operate('clock.now')).toEqual({ now: '2026-11-20T08:00:00.060Z' });
  for (const operation of ['user.suspend', 'user.unsuspend']) await opened.operate(operation, { userId });
  expect(await opened.operate('clock.advance', { seconds: 60 })).toEqual({ now: '2026-11-20T08:01:00.062Z' });
});

test('two tenants from the same seeds are equal, and with another seed of chance have other secrets', async () => {
  const secrets = async (chance: number) => {
    await using opened = await openTenant({ chance });
    const app = await opened.app();
    return [opened.tenant.tenantId, app, (await opened.userWithKey('ada@lab.example')).apiKey, await opened.token(app)];
  };
  const [one, same, other] = [await secrets(1), await secrets(1), await secrets(2)];
  expect(same).toEqual(one);
  for (const [index, secret] of one.entries()) expect(other[index]).not.toEqual(secret);
});

test('operations that set a state can be repeated', async () => {
  await using opened = await openTenant();
  const { appId } = await opened.app();
  const { userId } = await opened.operate('user.create', { email: 'ada@lab.example' });
  for (const operation of ['archive', 'unarchive', 'uninstall', 'install']) {
    for (let times = 0; times < 2; times++) expect(await opened.operate(`app.${operation}`, { appId })).toEqual({});
  }
  for (const operation of ['suspend', 'unsuspend']) {
    for (let times = 0; times < 2; times++) expect(await opened.operate(`user.${operation}`, { userId })).toEqual({});
  }
});

test.each([
  ['clock.advance', {}, 400],
  ['clock.advance', { seconds: 0 }, 400],
  ['clock.advance', { seconds: '60' }, 400],
  ['clock.advance', { seconds: 1e300 }, 400],
  ['user.create', {}, 400],
  ['user.create', { email: 'taken@lab.example' }, 409],
  ['user.suspend', { userId: 'usr_none' }, 404],
  ['apiKey.create', { userId: 'usr_none' }, 404],
  ['app.archive', { appId: '' }, 400],
  ['app.archive', { appId: 'app_none' }, 404],
  ['project.grant', { projectId: 'prj_none', userId: 'usr_none' }, 404],
  ['record.create', { kind: 'notebook', projectId: 'prj_none', records: [] }, 400],
  ['schema.create', { kind: 'assayResult', name: 'Elisa', fields: [{ name: 'Well' }] }, 400],
  ['no.such', {}, 501],
] as const)('%s with %j is refused with %i', async (operation, input, status) => {
  await using opened = await openTenant();
  await opened.operate('user.create', { email: 'taken@lab.example' });
  const refused: unknown = await opened.operate(operation, input).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).status).toBe(status);
});

test('a refused record.create adds nothing', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const { projectId } = await opened.operate('project.create', { name: 'Whole' });
  await opened.operate('project.grant', { projectId, userId });
  const records = [{ name: 'good' }, { name: 'bad', modifiedAt: 'yesterday' }];
  await expect(opened.operate('record.create', { kind: 'plate', projectId, records })).rejects.toBeInstanceOf(Refused);
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  expect((await opened.get('/api/v2/plates', authorization)).json).toEqual({ plates: [], nextToken: '' });
});

test('a later operation has a later time, however quickly it follows', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const times = [];
  for (const operation of ['app.archive', 'app.unarchive', 'app.uninstall', 'app.install']) {
    await opened.operate(operation, { appId: app.appId });
    times.push(opened.tenant.clock.now().getTime());
  }
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test('the control service speaks the HTTP form', async () => {
  await using opened = await openTenant();
  const service = await startControlService({ control: opened.tenant.control, token: 'let me in' });
  const call = async (path: string, body?: string, token = 'let me in') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = body === undefined ? { headers } : { headers, method: 'POST' as const, body };
    const response = await request(service.url + path, options);
    return [response.statusCode, await response.body.json()] as const;
  };
  try {
    expect(await call('')).toEqual([200, opened.tenant.control.description]);
    expect(opened.tenant.control.description).toMatchObject({
      protocol: 'tenant-control/1',
      baseUrl: opened.tenant.baseUrl,
      clock: 'controllable',
      operations: expect.arrayContaining(['clock.now', 'user.suspend', 'app.rotateSecret', 'record.create']),
    });
    expect(await call('/user.create', '{"email":"ada@lab.example"}')).toEqual([
      200,
      { userId: expect.any(String), email: 'ada@lab.example' },
    ]);
    expect((await call('/user.create', '{"email":"ada@lab.example"}'))[0]).toBe(409);
    expect(await call('/clock.now', '')).toEqual([200, { now: opened.tenant.clock.now().toISOString() }]);
    expect(await call('/clock.now', '{')).toEqual([400, { error: 'invalid_json', message: expect.any(String) }]);
    expect((await call('/clock.now', '[]'))[0]).toBe(400);
    expect((await call('/event.unknown', '{}'))[0]).toBe(501);
    expect((await call('/clock.now', '{}', 'wrong'))[0]).toBe(401);
  } finally {
    await service.close();
  }
});

test('a tenant that closes drops open connections at once', async () => {
  const opened = await openTenant();
  await opened.get('/api/v2/entries');
  await opened.tenant.close();
  await expect(opened.get('/api/v2/entries')).rejects.toThrow(/ECONNREFUSED|other side closed|closed/);
  await opened[Symbol.asyncDispose]();
});
