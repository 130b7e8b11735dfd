import { expect, test } from 'vitest';
import type { PostRequest } from '../../tenant/index.ts';
import { findFault } from '../../tenant/faults/index.ts';
import { findVariant } from '../../tenant/variants/index.ts';
import { basic, openTenant, type OpenOptions } from './opened-tenant.ts';

const SUBSCRIBABLE = [
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
  'v2.entry.created',
];
const ALL = [...SUBSCRIBABLE, 'v2.canvas.initialized', 'v2.app.installed'];
const HOOK = 'https://hooks.example/lab?key=1';

interface Envelope {
  readonly app: { readonly id: string };
  readonly message: Readonly<Record<string, unknown>>;
}

/** Opens a tenant whose deliveries arrive at once: a message that is missing after an operation never comes. */
async function openObserved(options: OpenOptions = {}) {
  const posts: PostRequest[] = [];
  const opened = await openTenant({
    post: async (request) => {
      posts.push(request);
      return { status: 200 };
    },
    ...options,
  });
  return {
    opened,
    posts,
    /** Returns the messages that were sent since the last call. */
    sent: () => posts.splice(0).map(({ body }) => JSON.parse(body) as Envelope),
    webhook: (appId: string, url: string | null, eventTypes: string[]) =>
      opened.operate('app.setWebhook', { appId, url, eventTypes }),
    trigger: (eventType: string, appId: string, more: Record<string, unknown> = {}) =>
      opened.operate('event.trigger', { eventType, appId, ...more }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

test.each([
  ['v2.workflowOutput.updated.fields', { type: true, updates: true }],
  ['v2.workflowTask.updated.fields', { type: true, updates: true }],
  ['v2.workflowTaskGroup.mappingCompleted', { type: true, updates: false }],
  ['v2.entry.created', { type: false, updates: false }],
])('%s describes its cause like the control, with a schema and without', async (eventType, has) => {
  await using bed = await openObserved();
  const app = await bed.opened.operate('app.create', { name: 'Plate reader' });
  const appId = String(app['appId']);
  await bed.webhook(appId, HOOK, [eventType]);
  for (const withSchema of [true, false]) {
    const { resourceId, schemaId, updates } = await bed.trigger(eventType, appId, { withSchema });
    expect(schemaId === null).toBe(!withSchema);
    expect(bed.posts[0]).toMatchObject({ method: 'POST', url: HOOK, headers: { 'content-type': 'application/json' } });
    expect(bed.sent()).toStrictEqual([
      {
        app: { id: appId },
        appDefinition: { id: app['appDefinitionId'], versionNumber: app['versionNumber'] },
        baseURL: bed.opened.tenant.baseUrl,
        channel: 'events',
        tenantId: bed.opened.tenant.tenantId,
        version: '0',
        message: {
          createdAt: bed.opened.tenant.clock.now().toISOString(),
          deprecated: false,
          id: expect.stringMatching(/^evt_/),
          resourceId,
          schema: schemaId === null ? null : { id: schemaId },
          ...(has.type ? { type: eventType } : {}),
          ...(has.updates ? { updates } : {}),
        },
      },
    ]);
    expect(has.updates).toBe(Array.isArray(updates) && updates.length > 0);
  }
});

test('an event of a canvas is sent to its app without a subscription, with the user who initialized the canvas', async () => {
  await using bed = await openObserved();
  const [{ appId }, other] = [await bed.opened.app(), await bed.opened.app('Other')];
  const { userId } = await bed.opened.userWithKey('ada@lab.example');
  for (const each of [appId, other.appId]) await bed.webhook(each, HOOK, []);
  const { resourceId, featureId, ...cause } = await bed.trigger('v2.canvas.initialized', appId, { userId });
  expect(cause).toEqual({ userId });
  const [envelope, ...more] = bed.sent();
  expect(envelope).toMatchObject({ app: { id: appId }, channel: 'app_signals' });
  expect(envelope?.message).toStrictEqual({ deprecated: false, featureId, resourceId, userId });
  expect(more).toEqual([]);
});

test('an installation is announced if there is an address, and a reinstallation is announced again', async () => {
  await using bed = await openObserved();
  const { appId } = await bed.opened.operate('app.create', { name: 'Late', installed: false });
  const install = () => bed.opened.operate('app.install', { appId });
  await install();
  expect(bed.sent()).toEqual([]);
  await bed.webhook(String(appId), HOOK, []);
  await install();
  expect(bed.sent()).toEqual([]);
  await bed.opened.operate('app.uninstall', { appId });
  await install();
  expect(bed.sent().map(({ message }) => message)).toStrictEqual([{ deprecated: false }]);
});

test('only the four kinds can be subscribed to', async () => {
  await using bed = await openObserved();
  const { appId } = await bed.opened.app();
  expect(await bed.webhook(appId, HOOK, [...ALL, 'v2.moon.risen'])).toEqual({ subscribed: SUBSCRIBABLE });
  await expect(bed.trigger('v2.app.installed', appId)).rejects.toMatchObject({ status: 400 });
  await expect(bed.webhook(appId, 'ftp://hooks.example', [])).rejects.toMatchObject({ status: 400 });
  await expect(bed.webhook('app_none', HOOK, [])).rejects.toMatchObject({ status: 404 });
});

test('each of two subscribed apps gets a message, under its own id and at its own address', async () => {
  await using bed = await openObserved();
  const apps = [(await bed.opened.app('One')).appId, (await bed.opened.app('Two')).appId];
  for (const appId of apps) await bed.webhook(appId, `https://${appId}.example/`, SUBSCRIBABLE);
  await bed.trigger('v2.workflowTask.updated.fields', String(apps[0]));
  expect(bed.posts.map(({ url }) => url)).toEqual(apps.map((appId) => `https://${appId}.example/`));
  expect(bed.sent().map(({ app }) => app.id)).toEqual(apps);
});

test('a message without a subscription or an address is not sent', async () => {
  await using bed = await openObserved();
  const { appId } = await bed.opened.app();
  const kind = 'v2.workflowTask.updated.fields';
  const messages = async () => {
    await bed.trigger(kind, appId);
    return bed.posts.splice(0).map(({ url }) => url);
  };
  expect(await messages()).toEqual([]);
  await bed.webhook(appId, HOOK, SUBSCRIBABLE);
  expect(await messages()).toEqual([HOOK]);
  await bed.webhook(appId, HOOK, ['v2.entry.created']);
  expect(await messages()).toEqual([]);
  await bed.webhook(appId, 'http://elsewhere.example/', [kind]);
  expect(await messages()).toEqual(['http://elsewhere.example/']);
  for (const [stop, resume] of [
    ['app.archive', 'app.unarchive'],
    ['app.uninstall', 'app.install'],
  ] as const) {
    await bed.opened.operate(stop, { appId });
    expect(await messages()).toEqual([]);
    await bed.opened.operate(resume, { appId });
    bed.sent();
    expect(await messages()).toHaveLength(1);
  }
  await bed.webhook(appId, null, [kind]);
  expect(await messages()).toEqual([]);
});

test('an entry is announced however it is created, and a plate is not', async () => {
  await using bed = await openObserved();
  const { appId } = await bed.opened.app();
  const { userId, apiKey } = await bed.opened.userWithKey('ada@lab.example');
  const { projectId } = await bed.opened.operate('project.create', { name: 'Notebook' });
  await bed.opened.operate('project.grant', { projectId, userId });
  await bed.webhook(appId, HOOK, SUBSCRIBABLE);
  const announcedIds = () => bed.sent().map(({ message }) => message['resourceId']);
  const records = [{ name: 'one' }, { name: 'two' }];
  const { ids } = await bed.opened.operate('record.create', { kind: 'entry', projectId, records });
  expect(announcedIds()).toEqual(ids);
  await bed.opened.operate('record.create', { kind: 'plate', projectId, records });
  expect(announcedIds()).toEqual([]);
  const reply = await bed.opened.send('/api/v2/entries', {
    method: 'POST',
    headers: { authorization: basic(apiKey) },
    body: JSON.stringify({ name: 'three', projectId }),
  });
  expect(announcedIds()).toEqual([reply.json['id']]);
});

test('no two of a thousand events have the same id, and each has the time of the tenant', async () => {
  await using bed = await openObserved();
  const { appId } = await bed.opened.app();
  await bed.webhook(appId, HOOK, SUBSCRIBABLE);
  const times: string[] = [];
  for (let count = 0; count < 1000; count++) {
    await bed.trigger(SUBSCRIBABLE[count % 4] ?? '', appId);
    times.push(bed.opened.tenant.clock.now().toISOString());
    await bed.opened.operate('clock.advance', { seconds: 1 });
  }
  const messages = bed.sent().map(({ message }) => message);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(1000);
  expect(messages.map(({ createdAt }) => createdAt)).toEqual(times);
});

test('the example fault and the example variant behave differently', async () => {
  const fault = findFault('webhooks/no-schema-no-member');
  const variant = findVariant('webhooks/events-of-own-projects-only');
  if (fault === undefined || variant === undefined) throw new Error('They are not registered.');
  await using bed = await openObserved({ fault, variant });
  const apps = [(await bed.opened.app('One')).appId, (await bed.opened.app('Two')).appId];
  for (const appId of apps) await bed.webhook(appId, HOOK, SUBSCRIBABLE);
  await bed.trigger('v2.entry.created', String(apps[0]), { withSchema: false });
  const [envelope, ...more] = bed.sent();
  expect([envelope?.app.id, more]).toEqual([apps[0], []]);
  expect(envelope?.message).not.toHaveProperty('schema');
});
