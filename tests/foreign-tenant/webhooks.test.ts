import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { bodyOf, listenOnLoopback, loopbackCertificate, stopListening } from './loopback.ts';
import { callerOf, type TenantCaller } from './tenant-caller.ts';

type Members = Record<string, unknown>;

interface Receiver {
  readonly url: string;
  readonly caPem?: string;
  /** The envelopes that arrived, each event once. */
  readonly envelopes: () => Members[];
  /** The statuses of the next answers to bodies that were not accepted yet. */
  readonly answers: number[];
  readonly requests: string[];
  close(): Promise<void>;
}

const WORKFLOW = [
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
];
const SUBSCRIBABLE = [...WORKFLOW, 'v2.entry.created'];

let tenant: RunningTenant;
let caller: TenantCaller;

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'webhooks.test' });
  caller = callerOf(tenant);
});

afterAll(async () => {
  await caller.close();
  await tenant.close();
});

async function receiver(scheme: 'http' | 'https' = 'http'): Promise<Receiver> {
  const requests: string[] = [];
  const answers: number[] = [];
  const accepted = new Set<string>();
  const accept: RequestListener = (request, response) => {
    void bodyOf(request).then((body) => {
      if (request.method === 'POST') requests.push(body);
      // the tenant may deliver an accepted body again
      const status = accepted.has(body) ? 204 : (answers.shift() ?? 204);
      if (status === 204) accepted.add(body);
      response.writeHead(status).end();
    });
  };
  const certificate = await loopbackCertificate();
  const server = scheme === 'http' ? createPlainServer(accept) : createSecureServer(certificate, accept);
  const port = await listenOnLoopback(server);
  return {
    url: `${scheme}://127.0.0.1:${port}/hooks?of=lab`,
    ...(scheme === 'http' ? {} : { caPem: certificate.caPem }),
    requests,
    answers,
    envelopes: () => [...new Set(requests)].map((body) => JSON.parse(body) as Members),
    close: () => stopListening(server),
  };
}

async function appAt({ url, caPem }: Receiver, eventTypes: readonly string[], installed = true): Promise<Members> {
  const app = await caller.operate('app.create', { name: 'told', installed });
  const { appId } = app;
  const { subscribed } = await caller.operate('app.setWebhook', { appId, url, eventTypes, caPem });
  return { ...app, subscribed };
}

const trigger = (appId: unknown, eventType: string, more: Members = {}): Promise<Members> =>
  caller.operate('event.trigger', { appId, eventType, ...more });

function messagesOf(envelopes: readonly Members[]): Members[] {
  return envelopes.map((envelope) => envelope['message'] as Members);
}

describe('deliveries', () => {
  test.each(['http', 'https'] as const)(
    'reach an address of %s, with the members that the specification describes',
    async (scheme) => {
      const at = await receiver(scheme);
      try {
        const app = await appAt(at, SUBSCRIBABLE);
        const causes = [];
        for (const type of SUBSCRIBABLE) causes.push(await trigger(app['appId'], type, { withSchema: true }));
        const resources = (): unknown[] => messagesOf(at.envelopes()).map((message) => message['resourceId']);
        const expected = causes.map((cause) => cause['resourceId']);
        await vi.waitFor(() => expect(resources()).toEqual(expect.arrayContaining(expected)));
        for (const envelope of at.envelopes()) {
          expect(envelope).toMatchObject({
            app: { id: app['appId'] },
            appDefinition: { id: app['appDefinitionId'], versionNumber: app['versionNumber'] },
            baseURL: `${tenant.baseUrl}/`,
            channel: expect.stringMatching(/^(events|app_signals)$/) as string,
            tenantId: expect.stringMatching(/^lab-/) as string,
            version: 0,
          });
        }
        const [, , mapping, entry] = causes.map(({ resourceId }) =>
          messagesOf(at.envelopes()).find((message) => message['resourceId'] === resourceId),
        );
        expect(mapping).toMatchObject({
          type: WORKFLOW[2],
          deprecated: false,
          schema: { id: causes[2]?.['schemaId'] },
        });
        expect(mapping).not.toHaveProperty('updates');
        expect(entry).not.toHaveProperty('updates');
        expect(entry).not.toHaveProperty('type');
        const ids = messagesOf(at.envelopes()).flatMap(({ id }) => (id === undefined ? [] : [id]));
        expect(new Set(ids).size).toBe(ids.length);
      } finally {
        await at.close();
      }
    },
  );

  test('name every updated property: outputs in one message each, tasks in one message for all', async () => {
    const at = await receiver();
    try {
      const { appId } = await appAt(at, SUBSCRIBABLE);
      for (const [type, several] of [
        [WORKFLOW[0] ?? '', true],
        [WORKFLOW[1] ?? '', false],
      ] as const) {
        const { resourceId, updates } = await trigger(appId, type);
        const told = (): Members[] => messagesOf(at.envelopes()).filter((one) => one['resourceId'] === resourceId);
        const named = (): Set<unknown> => new Set(told().flatMap((message) => message['updates']));
        await vi.waitFor(() => expect(named()).toEqual(new Set(updates as string[])));
        expect(told().length).toBe(several ? (updates as string[]).length : 1);
      }
    } finally {
      await at.close();
    }
  });

  test('are made again until the receiver accepts them, and some are made twice', async () => {
    const at = await receiver();
    try {
      const { appId } = await appAt(at, SUBSCRIBABLE);
      // the event of the installation, which may be delivered twice
      await vi.waitFor(() => expect(at.requests).not.toHaveLength(0));
      at.answers.push(500, 302, 404);
      const { resourceId } = await trigger(appId, WORKFLOW[2] ?? '');
      const told = (): string[] => at.requests.filter((body) => body.includes(`"resourceId": "${String(resourceId)}"`));
      await vi.waitFor(() => expect(told().length).toBeGreaterThanOrEqual(3), { timeout: 30_000 });
      expect(new Set(told()).size).toBe(1);
      for (let round = 0; round < 4; round += 1) await trigger(appId, WORKFLOW[2] ?? '');
      await vi.waitFor(() => expect(at.requests.length).toBeGreaterThan(at.envelopes().length + 2));
    } finally {
      await at.close();
    }
  });
});

describe('the receivers of an event', () => {
  test('of an installation: the installed app, each time, also when its first address is set', async () => {
    const at = await receiver();
    try {
      const { appId, subscribed } = await appAt(at, ['v2.app.installed', 'v2.canvas.initialized'], false);
      expect(subscribed).toEqual(['v2.canvas.initialized']);
      const told = (): number => at.envelopes().length;
      await caller.operate('app.install', { appId });
      await caller.operate('app.install', { appId });
      await vi.waitFor(() => expect(told()).toBe(1));
      expect(messagesOf(at.envelopes())).toEqual([{ deprecated: false }]);
      await caller.operate('app.uninstall', { appId });
      await caller.operate('app.setWebhook', { appId, url: at.url, eventTypes: [] });
      await caller.operate('app.install', { appId });
      await vi.waitFor(() => expect(at.requests.length).toBeGreaterThanOrEqual(2));
    } finally {
      await at.close();
    }
  });

  test('of a canvas: the app itself, with the user who initialized the canvas', async () => {
    const at = await receiver();
    try {
      const { appId } = await appAt(at, []);
      const { userId } = await caller.operate('user.create', { email: 'canvas@lab.example' });
      const cause = await trigger(appId, 'v2.canvas.initialized', { userId });
      expect(cause['userId']).toBe(userId);
      await vi.waitFor(() => expect(messagesOf(at.envelopes())).toContainEqual(expect.objectContaining(cause)));
    } finally {
      await at.close();
    }
  });

  test('of an entry, made by hand or by a call: apps of its project that subscribed and are not archived', async () => {
    const [at, other] = [await receiver(), await receiver()];
    try {
      const [app, stranger] = [await appAt(at, SUBSCRIBABLE), await appAt(other, SUBSCRIBABLE)];
      const { projectId } = await caller.operate('project.create', { name: 'watched' });
      await caller.operate('project.grant', { projectId, appId: app['appId'] });
      await caller.operate('app.archive', { appId: app['appId'] });
      const records = [{ name: 'one' }, { name: 'two' }];
      const { ids } = await caller.operate('record.create', { kind: 'entry', projectId, records });
      await caller.operate('record.create', { kind: 'plate', projectId, records });
      const { resourceId } = await trigger(stranger['appId'], 'v2.entry.created');
      const toldTo = (one: Receiver): unknown[] =>
        messagesOf(one.envelopes()).flatMap((message) => message['resourceId'] ?? []);
      await vi.waitFor(() => expect(toldTo(other)).toEqual([resourceId]));
      expect(toldTo(at)).toEqual([]);
      await caller.operate('app.unarchive', { appId: app['appId'] });
      await vi.waitFor(() => expect(new Set(toldTo(at))).toEqual(new Set(ids as string[])));
      await caller.operate('app.setWebhook', { appId: app['appId'], url: null, eventTypes: [] });
      await trigger(app['appId'], 'v2.entry.created');
      const last = await trigger(stranger['appId'], 'v2.entry.created');
      await vi.waitFor(() => expect(toldTo(other)).toContain(last['resourceId']));
      expect(toldTo(at)).toHaveLength(2);
    } finally {
      await at.close();
      await other.close();
    }
  });
});
