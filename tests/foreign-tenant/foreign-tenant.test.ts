import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { callerOf, type TenantCaller } from './tenant-caller.ts';

const LISTINGS = [
  '/api/v2/entries',
  '/api/v3/entry/items',
  '/api/v2/plates',
  '/api/v3/plate/items',
  '/api/v3/assay-results',
];

let tenant: RunningTenant;
let caller: TenantCaller;

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'foreign-tenant.test' });
  caller = callerOf(tenant);
});

afterAll(async () => {
  await caller.close();
  await tenant.close();
});

interface Client {
  readonly appId: string;
  readonly grant: Record<string, string>;
}

async function newApp(): Promise<Client> {
  const app = await caller.operate('app.create', { name: 'an app' });
  return {
    appId: String(app['appId']),
    grant: {
      grant_type: 'client_credentials',
      client_id: String(app['clientId']),
      client_secret: String(app['clientSecret']),
    },
  };
}

async function newUser(email: string, createdAt?: string): Promise<{ userId: string; key: string; basic: string }> {
  const userId = String((await caller.operate('user.create', { email }))['userId']);
  const key = String((await caller.operate('apiKey.create', { userId, createdAt }))['apiKey']);
  return { userId, key, basic: basic(`${key}:`) };
}

async function newProject(member: { appId: string } | { userId: string }): Promise<string> {
  const { projectId } = await caller.operate('project.create', { name: 'a project' });
  await caller.operate('project.grant', { projectId, ...member });
  return String(projectId);
}

async function newEntries(projectId: string, times: readonly string[]): Promise<string[]> {
  const records = times.map((modifiedAt, index) => ({ name: `entry ${index}`, modifiedAt }));
  return (await caller.operate('record.create', { kind: 'entry', projectId, records }))['ids'] as string[];
}

async function bearerOf(client: Client): Promise<string> {
  return `Bearer ${String((await caller.token(client.grant)).json['access_token'])}`;
}

function basic(credential: string): string {
  return `Basic ${Buffer.from(credential).toString('base64')}`;
}

/** Returns the identifiers of the entries on all pages, page by page. */
async function traverse(authorization: string, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let nextToken = '';
  do {
    const parameters = new URLSearchParams({ ...query, ...(nextToken === '' ? {} : { nextToken }) });
    const { status, json } = await caller.get(`/api/v2/entries?${parameters.toString()}`, authorization);
    expect(status).toBe(200);
    pages.push((json['data'] as { id: string }[]).map((item) => item.id));
    nextToken = String(json['nextToken']);
  } while (nextToken !== '');
  return pages;
}

describe('the token endpoint', () => {
  test.each(['/oauth/token', '/api/v2/token'])(
    '%s issues app tokens of 900 seconds that every listing accepts',
    async (path) => {
      const app = await newApp();
      await newProject(app);
      const issued = await caller.token(app.grant, path);
      expect(issued.status).toBe(200);
      expect(issued.headers['cache-control']).toContain('no-store');
      expect(issued.json).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
      expect(issued.json).not.toHaveProperty('refresh_token');
      for (const listing of LISTINGS) {
        const answer = await caller.get(listing, `bEARER ${String(issued.json['access_token'])}`);
        expect([listing, answer.status, answer.json['nextToken']]).toEqual([listing, 200, '']);
      }
    },
  );

  test('announces 900 seconds at every request and at every time', async () => {
    const app = await newApp();
    const lifetimes = new Set<unknown>();
    for (let round = 0; round < 40; round += 1) {
      await caller.operate('clock.advance', { seconds: 0.313 });
      lifetimes.add((await caller.token(app.grant)).json['expires_in']);
    }
    expect([...lifetimes]).toEqual([900]);
  });

  test('refuses wrong and missing client credentials with 401 and other mistakes with 400', async () => {
    const { grant } = await newApp();
    const statusOf = async (fields: Record<string, string>): Promise<number> => (await caller.token(fields)).status;
    expect(await statusOf({ ...grant, client_secret: `${grant['client_secret']}x` })).toBe(401);
    expect(await statusOf({ ...grant, client_secret: 'é' })).toBe(401);
    expect(await statusOf({ ...grant, client_id: 'nobody' })).toBe(401);
    expect(await statusOf({ ...grant, client_secret: '' })).toBe(401);
    expect(await statusOf({ ...grant, grant_type: 'password' })).toBe(400);
    expect(await statusOf({ ...grant, grant_type: 'refresh_token', refresh_token: 'x' })).toBe(400);
    expect(await statusOf({ ...grant, grant_type: '' })).toBe(400);
    expect(await statusOf({})).toBe(401);
  });

  test('follows the rotation of a secret', async () => {
    const app = await newApp();
    const { clientSecret } = await caller.operate('app.rotateSecret', { appId: app.appId });
    expect((await caller.token(app.grant)).status).toBe(401);
    expect((await caller.token({ ...app.grant, client_secret: String(clientSecret) })).status).toBe(200);
  });
});

describe('authentication', () => {
  test('an access token is accepted for 900 seconds and then answered with 401', async () => {
    const app = await newApp();
    await newProject(app);
    const bearer = await bearerOf(app);
    await caller.operate('clock.advance', { seconds: 890 });
    expect((await caller.get('/api/v2/plates', bearer)).status).toBe(200);
    await caller.operate('clock.advance', { seconds: 10 });
    expect((await caller.get('/api/v2/plates', bearer)).status).toBe(401);
  });

  test('a caller without a valid credential gets 401, a challenge and plain text on each listing', async () => {
    const { key } = await newUser('nobody-else@lab.example');
    const refused = [undefined, 'Bearer', 'Basic %%%', basic(':'), basic(`:${key}`), `Bearer ${key}`, `Token ${key}`];
    for (const listing of LISTINGS) {
      for (const authorization of refused) {
        const answer = await caller.get(`${listing}?pageSize=abc`, authorization);
        expect([authorization, answer.status, answer.text]).toEqual([authorization, 401, 'Who are you?\n']);
        expect(answer.headers['www-authenticate']).toContain('Basic');
      }
    }
  });

  test('a key made after 7 August 2026 lasts 30 days, and an older key never expires', async () => {
    const old = await newUser('old@lab.example', '2026-08-01T00:00:00Z');
    const young = await newUser('young@lab.example');
    const statuses = async (): Promise<number[]> =>
      Promise.all([old, young].map(async (user) => (await caller.get('/api/v2/entries', user.basic)).status));
    await caller.operate('clock.advance', { seconds: 29 * 86_400 });
    expect(await statuses()).toEqual([200, 200]);
    await caller.operate('clock.advance', { seconds: 86_400 });
    expect(await statuses()).toEqual([200, 401]);
  });

  test('a suspended user is answered with 403 and comes back with the same key', async () => {
    const { userId, basic: key } = await newUser('suspended@lab.example');
    await caller.operate('user.suspend', { userId });
    expect((await caller.get('/api/v2/entries', key)).status).toBe(403);
    await caller.operate('user.unsuspend', { userId });
    expect((await caller.get('/api/v2/entries', key)).status).toBe(200);
  });

  test('a key that was rotated ends', async () => {
    const { userId, basic: key } = await newUser('rotated@lab.example');
    const { apiKey } = await caller.operate('apiKey.rotate', { userId });
    expect((await caller.get('/api/v2/entries', key)).status).toBe(401);
    expect((await caller.get('/api/v2/entries', basic(String(apiKey)))).status).toBe(200);
  });

  test('an archived app gets tokens that are refused until it is unarchived', async () => {
    const app = await newApp();
    await newProject(app);
    await caller.operate('app.archive', { appId: app.appId });
    const bearer = await bearerOf(app);
    expect((await caller.get('/api/v3/entry/items', bearer)).status).toBe(403);
    await caller.operate('app.unarchive', { appId: app.appId });
    expect((await caller.get('/api/v3/entry/items', bearer)).status).toBe(200);
  });

  test('plain HTTP gets no answer', async () => {
    const received = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(new URL(tenant.baseUrl).port), '127.0.0.1', () =>
        socket.write('GET /api/v2/entries HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      );
      socket.on('data', (data) => (text += data.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    expect(received).not.toContain('HTTP/');
  });
});

describe('listings', () => {
  test('pages follow one another in the order asked for, to an empty page token', async () => {
    const { userId, basic: key } = await newUser('pages@lab.example');
    const projectId = await newProject({ userId });
    const times = ['00.9', '00.10', '00.12345', '00.12344', '01', '00', '02.5', '59'];
    const ids = await newEntries(
      projectId,
      times.map((seconds) => `2026-11-20T08:00:${seconds}Z`),
    );
    const sorted = [5, 1, 3, 2, 0, 4, 6, 7].map((index) => ids[index]);
    const ascending = await traverse(key, { pageSize: '3', sort: 'modifiedAt:asc' });
    expect(ascending.map((page) => page.length)).toEqual([3, 3, 2]);
    expect(ascending.flat()).toEqual(sorted);
    expect((await traverse(key, { pageSize: '8', sort: 'modifiedAt:desc' })).map((page) => page.toReversed())).toEqual([
      sorted,
    ]);
    expect((await traverse(key, {})).map((page) => page.length)).toEqual([7, 1]);
  });

  test('an actor sees only the records of granted projects, and cannot use the page token of another actor', async () => {
    const [reader, other, app] = [
      await newUser('reader@lab.example'),
      await newUser('other@lab.example'),
      await newApp(),
    ];
    const now = '2026-11-20T08:00:00Z';
    const seen = await newEntries(await newProject(reader), [now, now, now]);
    await newEntries(await newProject(other), [now]);
    expect((await traverse(reader.basic, { pageSize: '1' })).flat().toSorted()).toEqual(seen.toSorted());
    const first = await caller.get('/api/v2/entries?pageSize=1', reader.basic);
    const token = encodeURIComponent(String(first.json['nextToken']));
    expect((await caller.get(`/api/v2/entries?pageSize=1&nextToken=${token}`, other.basic)).status).toBe(400);
    expect((await caller.get('/api/v2/entries', await bearerOf(app))).status).toBe(403);
  });

  test('an entry written by an app or a user names its author and is listed', async () => {
    const app = await newApp();
    const { userId, basic: key } = await newUser('author@lab.example');
    const projectId = await newProject(app);
    await caller.operate('project.grant', { projectId, userId });
    const body = { title: 'written', location: { project: projectId } };
    const written = [
      await caller.post('/api/v2/entries', body, await bearerOf(app)),
      await caller.post('/api/v2/entries', body, key),
    ];
    expect(written.map((answer) => answer.status)).toEqual([201, 201]);
    const entries = written.map((answer) => answer.json['entry'] as { id: string; author: string });
    expect(entries.map((entry) => entry.author)).toEqual([app.grant['client_id'], 'author@lab.example']);
    expect((await traverse(key, {})).flat().toSorted()).toEqual(entries.map((entry) => entry.id).toSorted());
  });
});

describe('the control', () => {
  test('describes itself, and refuses wrong tokens, unknown operations and wrong inputs', async () => {
    const description = await caller.control(null);
    expect(description.json).toMatchObject({
      protocol: 'tenant-control/1',
      baseUrl: tenant.baseUrl,
      clock: 'controllable',
    });
    expect(description.json['operations']).toContain('record.create');
    expect((await caller.control('clock.now', {}, 'wrong')).status).toBe(401);
    expect((await caller.control('event.undo')).status).toBe(501);
    expect((await caller.control('clock.advance', { seconds: 0 })).status).toBe(400);
    expect((await caller.control('user.suspend', { userId: 'nobody' })).status).toBe(404);
    expect((await caller.control('record.create', { kind: 'plate', projectId: '1', records: [] })).status).toBe(404);
  });
});
