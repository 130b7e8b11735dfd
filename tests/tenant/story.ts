import { connect as connectInClear } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  basic,
  bearer,
  LISTING_PATHS,
  openTenant,
  type OpenedTenant,
  type OpenOptions,
  type Reply,
} from './opened-tenant.ts';

/** Random identifiers and secrets, so that two tenants that only made up other ones tell the same story. */
const MADE_UP = /\b(?:at|rt|key|ten|usr|app|apd|prj|sch|ent|plt|asr)_[A-Za-z0-9_-]{8,}|"nextToken":"[^"]+"/g;

interface Story {
  readonly tell: (what: string, fact: unknown) => void;
  readonly told: () => readonly string[];
}

function createStory(hidden: ReadonlySet<string>): Story {
  const lines: string[] = [];
  const labels = new Map<string, string>();
  const label = (made: string) => {
    const kind = made.startsWith('"') ? '"nextToken":' : made.slice(0, made.indexOf('_'));
    const known = labels.get(made) ?? `<${kind} ${labels.size}>`;
    labels.set(made, known);
    return known;
  };
  return {
    tell: (what, fact) => {
      let line = `${what}: ${JSON.stringify(fact)}`.replaceAll('\\"', '"').replaceAll(/127\.0\.0\.1:\d+/g, '<origin>');
      for (const secret of hidden) line = line.replaceAll(secret, '<hidden>');
      lines.push(line.replace(MADE_UP, label));
    },
    told: () => lines,
  };
}

function clearTextAnswer({ tenant }: OpenedTenant, request: string): Promise<string> {
  const { hostname, port } = new URL(tenant.baseUrl);
  return new Promise((resolve) => {
    let text = '';
    const socket = connectInClear({ host: hostname, port: Number(port) });
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.startsWith('HTTP') ? text : 'nothing'));
    socket.write(request);
  });
}

function handshake({ tenant }: OpenedTenant): Promise<unknown> {
  const { hostname, port } = new URL(tenant.baseUrl);
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port), ca: tenant.caPem, ALPNProtocols: ['h2', 'http/1.1'] };
    const socket = connectTls({ ...options, maxVersion: 'TLSv1.3' }, () => {
      resolve([socket.getProtocol(), socket.alpnProtocol]);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

function outcome({ status, headers, text }: Reply): unknown {
  const { connection: _connection, 'keep-alive': _keepAlive, 'content-length': _length, ...told } = headers;
  return [status, told, text];
}

/**
 * Lives through much of what the profiles are about with a tenant of its own, and tells every answer. Two tenants
 * that tell the same story cannot be told apart by anything in it.
 */
export async function storyOf(options: OpenOptions): Promise<readonly string[]> {
  await using opened = await openTenant(options);
  const { send, get, form, operate } = opened;
  const hidden = new Set<string>();
  const { tell, told } = createStory(hidden);
  const ask = async (what: string, reply: Promise<Reply>) => tell(what, outcome(await reply));
  const makeApp = async (name: string) => {
    const app = await opened.app(name);
    hidden.add(app.clientId).add(app.clientSecret);
    return app;
  };
  const credentials = (app: { clientId: string; clientSecret: string }) => ({
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });

  tell('description', { ...opened.tenant.control.description, tenantId: '' });
  tell('handshake', await handshake(opened));

  const app = await makeApp('Plate reader');
  const other = await makeApp('Freezer');
  const ada = await opened.userWithKey('ada@lab.example');
  const ben = await opened.userWithKey('ben@lab.example');
  hidden.add(ada.apiKey).add(ben.apiKey);
  await opened.project('of the app', { appId: app.appId });
  await opened.project('of ada', { userId: ada.userId });
  await opened.project('of ben and the other app', { userId: ben.userId }, { appId: other.appId });

  for (let times = 0; times < 12; times++) await ask('token', form(credentials(app)));
  await ask('token at the legacy path', form(credentials(app), '/api/v2/token'));
  const token = await opened.token(app);
  const legacy = await opened.token(app, '/api/v2/token');
  const foreign = await opened.token(other);

  const { clientSecret: secret } = app;
  for (const clientSecret of [
    secret.slice(0, 8),
    secret.slice(0, -1),
    `${secret}x`,
    secret.toLowerCase(),
    '',
    ada.apiKey,
  ]) {
    for (const path of ['/oauth/token', '/api/v2/token']) {
      await ask('wrong secret', form(credentials({ ...app, clientSecret }), path));
    }
  }
  await ask('crossed', form(credentials({ ...app, clientSecret: other.clientSecret })));
  await ask('without client_id', form({ ...credentials(app), client_id: '' }));
  for (const type of ['', 'CLIENT_CREDENTIALS', 'password']) {
    await ask(`grant type ${type}`, form({ ...credentials(app), grant_type: type }));
  }
  const refresh = { ...credentials(app), grant_type: 'refresh_token', refresh_token: token };
  await ask('access token as refresh token', form(refresh));

  const clear = (head: string, body = '') =>
    clearTextAnswer(
      opened,
      `${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`.concat(
        `Authorization: Bearer ${token}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${body}`,
      ),
    );
  tell('clear text listing', await clear('GET /api/v2/entries'));
  tell('clear text token', await clear('POST /oauth/token', new URLSearchParams(credentials(app)).toString()));

  for (const path of [...LISTING_PATHS, '/api/v3/assay-results']) {
    await ask(`nobody lists ${path}`, get(path));
    for (const one of [bearer(token), bearer(foreign), basic(ada.apiKey), basic(ben.apiKey)])
      await ask(path, get(path, one));
  }
  const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  const bearers = [
    flipped,
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    'nobody',
    secret,
    app.clientId,
    ada.apiKey,
  ];
  const names = [ada.apiKey.toLowerCase(), ada.apiKey.slice(0, -1), `${ada.apiKey}A`, token, ''];
  const wrong = [
    ...bearers.map(bearer),
    ...names.map((name) => basic(name)),
    basic('', ada.apiKey),
    basic('ada@lab.example', ada.apiKey),
    basic(app.clientId, secret),
    basic(ada.apiKey, 'x'),
    `Token ${token}`,
    `Digest ${token}`,
    token,
    'Bearer',
    'Basic ?',
    bearer(token).replace('B', 'b'),
    basic(ada.apiKey).replace('B', 'b'),
  ];
  for (const [index, authorization] of wrong.entries()) {
    await ask(`odd credential ${index}`, get('/api/v2/plates', authorization));
  }
  await ask('token in the query', get(`/api/v2/plates?access_token=${token}`));
  await ask('token in a cookie', send('/api/v2/plates', { headers: { cookie: `token=${token}` } }));
  await ask('nobody with a bad query', get('/api/v2/plates?pageSize=abc'));

  const fresh = await makeApp('Newcomer');
  const early = await opened.token(fresh);
  await ask('newcomer without projects', get('/api/v2/entries', bearer(early)));
  const projectId = await opened.project('of the newcomer', { appId: fresh.appId });
  for (const path of ['/api/v2/entries', '/api/v3/entry/items'])
    await ask('newcomer granted', get(path, bearer(early)));
  const body = JSON.stringify({ name: 'Titration', projectId });
  await ask('creation', send('/api/v2/entries', { method: 'POST', headers: { authorization: bearer(early) }, body }));

  for (const seconds of [450, 449, 1, 1, 1]) {
    await operate('clock.advance', { seconds });
    for (const each of [token, legacy]) {
      for (const path of ['/api/v2/entries', '/api/v3/entry/items'])
        await ask(`after ${seconds} more`, get(path, bearer(each)));
    }
  }

  const late = await opened.token(app, '/api/v2/token');
  for (const operation of ['app.uninstall', 'app.install', 'app.archive', 'app.unarchive', 'app.rotateSecret']) {
    await operate(operation, { appId: app.appId });
    await ask(`${operation}, token`, form(credentials(app)));
    for (const path of ['/api/v2/entries', '/api/v3/entry/items'])
      await ask(`${operation}, call`, get(path, bearer(late)));
  }
  await ask('other app after rotation', form(credentials(other)));
  for (const operation of ['user.suspend', 'user.unsuspend', 'apiKey.create', 'apiKey.rotate']) {
    await operate(operation, { userId: ada.userId });
    for (const key of [ada.apiKey, ben.apiKey]) await ask(`${operation}, key`, get('/api/v3/plate/items', basic(key)));
  }
  for (const days of [29, 2, 400]) {
    await operate('clock.advance', { seconds: days * 86_400 });
    await ask(`ben's key ${days} days later`, get('/api/v2/plates', basic(ben.apiKey)));
  }
  return told();
}
