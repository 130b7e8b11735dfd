import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base64Forms } from '../../core/secrets.ts';
import { writerNames } from '../../reports/writers.ts';
import { satisfies } from '../../schemas/validate.ts';
import { inProcess } from './in-process.ts';
import type { Ended } from './command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const damaged = gzipSync('{"log":{}}');
damaged[12] = 0xff;

let reports = 0;

interface Inspection extends Ended {
  readonly directory: string;
}

async function inspect(...args: readonly string[]): Promise<Inspection> {
  const directory = join(folder, `report-${reports++}`);
  const formats = args.includes('--format') ? [] : ['--format', 'json'];
  return { ...(await inProcess(['inspect', ...args, ...formats, '--report-dir', directory])), directory };
}

/** All forms that a secret may have in a capture. */
const secrets = {
  clientSecret: 'cs/9aQx+77hT5pLw0ZrBm4',
  code: 'code-8Kd02jQpWx71LmZt',
  refresh: 'rt.5fGh7JkL9pOiUyTrEwQ1',
  access: 'at_Zx81CvBnM23AsDfGh4Jk',
  apiKey: 'sk_live_77PoIuYtReWq12',
  cookie: 'sess-41Qw2Er3Ty4Ui5Op',
  state: 'state 6Yh%7Uj&8Ik',
  pageToken: 'pt:0OkM9IjN8UhB7YgV',
  strange: 'unknown-1Zaq2Wsx3Edc4Rfv',
  patient: 'Erika Mustermann, sample 77-B',
};

const pairs = (all: Readonly<Record<string, string>>): unknown[] =>
  Object.entries(all).map(([name, value]) => ({ name, value }));

function entry(
  method: string,
  url: string,
  sent: { headers?: Readonly<Record<string, string>>; body?: string },
  status: number,
  body: unknown,
): unknown {
  const text = JSON.stringify(body);
  return {
    startedDateTime: '2026-11-20T08:00:00.000Z',
    time: 10,
    request: {
      ...{
        method,
        url,
        headers: pairs({ Accept: 'application/json', Cookie: `session=${secrets.cookie}`, ...sent.headers }),
      },
      ...(sent.body === undefined
        ? {}
        : { postData: { mimeType: 'application/x-www-form-urlencoded', text: sent.body } }),
    },
    response: {
      status,
      headers: pairs({
        'Content-Type': 'text/plain',
        'Set-Cookie': `session=${secrets.cookie}`,
        'X-Token': secrets.strange,
      }),
      content: { size: text.length, mimeType: 'application/json', text },
    },
  };
}

/** Exchanges that each break a requirement, so that the report shows each of them. */
const breaches = [
  entry(
    'POST',
    'https://acme.example/oauth/token',
    {
      headers: { Authorization: `Basic ${Buffer.from(`${secrets.apiKey}:`).toString('base64')}` },
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: 'client-1', client_secret: secrets.clientSecret },
        ...{ code: secrets.code, redirect_uri: `https://app.example/${secrets.strange}` },
      }).toString(),
    },
    201,
    {
      ...{
        token_type: secrets.strange,
        access_token: secrets.access,
        expires_in: secrets.strange,
        refresh_token: secrets.refresh,
      },
      ...{ [secrets.strange]: { nested: [secrets.strange] }, user: secrets.patient },
    },
  ),
  entry(
    'GET',
    `https://acme.example/api/v2/entries?pageSize=1&nextToken=${encodeURIComponent(secrets.pageToken)}&key=${secrets.apiKey}`,
    { headers: { Authorization: `Bearer ${secrets.access}` } },
    200,
    { entries: [{ name: secrets.patient }, { name: secrets.strange }], nextToken: null, token: secrets.refresh },
  ),
  entry('GET', 'https://acme.example/api/v3/plate/items', {}, 401, {
    nextToken: secrets.pageToken,
    error: secrets.strange,
  }),
  {
    ...(entry(
      'GET',
      `https://acme.example/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=${encodeURIComponent(secrets.state)}`,
      {},
      302,
      {},
    ) as object),
    response: {
      status: 302,
      headers: pairs({
        Location: `https://app.example/cb?code=${secrets.code}&state=${encodeURIComponent(secrets.access)}`,
      }),
      content: {},
    },
  },
];
const har = (entries: readonly unknown[]): string => JSON.stringify({ log: { version: '1.2', entries } });

async function everythingIn(directory: string): Promise<string> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return (await Promise.all(files.map((path) => readFile(path, 'utf8')))).join('\n');
}

describe('a capture with breaches', () => {
  test('fails, names each requirement with its finding, and writes a report in the usual format', async () => {
    const { status, out, err, directory } = await inspect(await file('traffic.har', har(breaches)));
    expect(err).toBe('');
    expect(status).toBe(1);
    for (const id of ['TOK-04', 'LST-09', 'LST-16', 'DEL-02']) expect(out).toContain(`FAILED ${id} `);
    expect(out).toContain('The tenant is acme.example (4 requests, recognized by the paths that were called).');
    expect(out).toMatch(/entry 2 of traffic\.har; found in 1 of 1/);
    // No value of it was drawn.
    expect(out).not.toContain('seed');
    const report: unknown = JSON.parse(await readFile(join(directory, 'conformance.json'), 'utf8'));
    expect(satisfies('report', report)).toBe(true);
    const { requirements } = report as { requirements: { id: string; verdict: string; reason?: string }[] };
    const of = (id: string) => requirements.find((one) => one.id === id);
    expect(of('TOK-06')?.verdict).toBe('passed');
    expect(of('TOK-07')).toMatchObject({
      verdict: 'not-exercised',
      reason: expect.stringContaining('refresh_token request') as string,
    });
    expect(of('EXP-02')).toMatchObject({
      verdict: 'not-exercised',
      reason: expect.stringContaining('does not show') as string,
    });
    expect(requirements.filter(({ verdict }) => verdict === 'planned')).toEqual([]);
  });

  test('shows no secret in any encoding, neither on the terminal nor in a report', async () => {
    const { out, err, directory } = await inspect(
      await file('secrets.har', har(breaches)),
      ...['--format', ...writerNames],
    );
    const everything = [out, err, await everythingIn(directory)].join('\n');
    for (const [name, secret] of Object.entries(secrets)) {
      const encoded = encodeURIComponent(secret);
      const forms = [secret, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)];
      const base64 = base64Forms(secret).filter((form) => form.length >= 10);
      for (const form of [...forms, ...base64]) expect(everything.includes(form), `${name} as ${form}`).toBe(false);
    }
    expect(everything).toContain('client_secret=<client secret 1>');
  });
});

describe('a capture without breaches', () => {
  const right = [entry('GET', 'https://acme.example/api/v2/plates', {}, 404, { message: 'none' })];
  const token = { token_type: 'Bearer', access_token: secrets.access, expires_in: 900 };
  const granted = {
    ...(entry(
      'POST',
      'https://acme.example/oauth/token',
      { body: 'grant_type=client_credentials&client_id=a&client_secret=bcdef' },
      200,
      token,
    ) as object),
  };

  test('ends with 0, with or without warnings', async () => {
    const path = await file('right.har', har([...right, granted]));
    // Its two warnings: the answer is labelled as text, and caches may keep it.
    expect((await inspect(path)).status).toBe(0);
    expect((await inspect(path, '--fail-on', 'warning')).status).toBe(1);
  });

  test('ends without a verdict if it contains nothing that can be judged', async () => {
    const { status, out } = await inspect(await file('nothing.har', har([])));
    expect(status).toBe(3);
    expect(out).toMatch(/nothing (was exercised|can be said)/);
  });

  test('is restricted to one tenant by its address', async () => {
    const wrong = entry('GET', 'https://other.example/api/v2/entries', {}, 200, { nextToken: 5 });
    const path = await file('two.har', har([wrong, wrong, granted]));
    const inspection = await inspect(path);
    expect(inspection.status).toBe(1);
    expect(inspection.out).toMatch(
      /The tenant is other\.example.*\nNot judged: acme\.example \(1 request\); name one with --base-url\./,
    );
    expect((await inspect(path, '--base-url', 'https://acme.example')).status).toBe(0);
    const profile = await file('acme.yaml', 'name: acme\nbaseUrl: https://acme.example\n');
    expect((await inspect(path, '--target', profile)).status).toBe(0);
  });
});

describe('parts that cannot be read are counted and named, and the rest is judged,', () => {
  test('in a capture that is cut off and has broken and far too long entries', async () => {
    const whole = har([
      { request: 5 },
      null,
      breaches[1],
      { request: { url: 'https://acme.example/api/v2/entries' } },
      breaches[0],
    ]);
    const text = whole.replace('null', `{"request":{},"text":"${'x'.repeat(33_000_000)}"},{"request" "url"},null`);
    const { status, out, err } = await inspect(await file('cut.har', text.slice(0, -20)));
    expect(err).toBe('');
    expect(status).toBe(1);
    expect(out).toContain('FAILED LST-09');
    expect(out).toMatch(/not read: 1 that are longer than 32 MB \(entry 2 of cut\.har\)/);
    expect(out).toMatch(/not read: 1 that are no JSON \(entry 3 of cut\.har\)/);
    expect(out).toMatch(/cut off/);
    expect(out).not.toMatch(/\n {4}at /);
  });

  test('in an entry that is nested too deeply', async () => {
    const deep = entry('POST', 'https://acme.example/oauth/token', { body: 'grant_type=refresh_token' }, 200, 'deep');
    const nested = JSON.stringify(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const text = har([deep, breaches[1]]).replace(JSON.stringify(JSON.stringify('deep')), nested);
    const { status, out } = await inspect(await file('deep.har', text));
    expect(status).toBe(1);
    expect(out).toContain('FAILED LST-09');
    expect(out).toMatch(/not read: 1 that are nested too deeply \(entry 1 of deep\.har\)/);
  });

  test('in lines, if some of them are broken', async () => {
    const envelope = {
      app: 5,
      appDefinition: {},
      baseURL: '',
      channel: 'events',
      tenantId: 't',
      version: 0,
      message: {},
    };
    const line = JSON.stringify(envelope);
    const { status, out } = await inspect(
      await file('hooks.ndjson', `${line}\n${line.slice(0, 30)}\n\n{"x":1}\n${line}`),
    );
    expect(status).toBe(1);
    expect(out).toContain('FAILED WHK-04');
    expect(out).toContain('2 deliveries');
    expect(out).toMatch(/not read: 1 that are no JSON \(record 2 of hooks\.ndjson\)/);
  });
});

describe('a capture that is packed', () => {
  const text = har(breaches);

  test.for([
    ['gz.har.gz', gzipSync(text)],
    ['z.zhar', deflateSync(text)],
    ['lines.ndjson.gz', gzipSync(breaches.map((one) => JSON.stringify(one)).join('\n'))],
    ['parts.har.gz', Buffer.concat([gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))])],
  ] as const)('is judged like one that is not: %s', async ([name, content]) => {
    const [plain, packed] = [await inspect(await file('plain.har', text)), await inspect(await file(name, content))];
    expect(packed.status).toBe(1);
    const failures = ({ out }: Ended): string[] => out.split('\n').filter((line) => /^(FAILED|WARNING) /.test(line));
    expect(failures(packed)).toEqual(failures(plain));
    expect(failures(packed)).not.toEqual([]);
  });

  test('is read to its last octet if it is cut off', async () => {
    const long = gzipSync(
      har([
        ...breaches,
        ...Array.from({ length: 50 }, (_, at) => entry('GET', `https://acme.example/${randomUUID()}`, {}, 200, at)),
      ]),
    );
    const { status, out } = await inspect(await file('cut.har.gz', long.subarray(0, long.length - 200)));
    expect(status).toBe(1);
    expect(out).toContain('FAILED LST-09');
    expect(out).toContain('it is cut off');
  });

  test('is not read to its end if it unpacks to far more than a capture does', async () => {
    const bomb = gzipSync(`${text.slice(0, -2)},${' '.repeat(5_000_000)}`, { level: 9 });
    expect(bomb.length).toBeLessThan(10_000);
    const { status, err } = await inspect(await file('bomb.har.gz', bomb));
    expect(err).toMatch(/bomb\.har\.gz: .*it unpacks to more than 500 times its size/);
    expect(status).toBe(2);
  });
});

describe('the headers of a capture', () => {
  const object = (one: unknown): unknown => {
    const { request, response } = one as Record<'request' | 'response', { headers: { name: string; value: string }[] }>;
    const inObject = (part: typeof request): unknown => ({
      ...part,
      headers: Object.fromEntries(
        part.headers.map(({ name, value }) => [name, name === 'Set-Cookie' ? [value] : value]),
      ),
    });
    return { ...(one as object), request: inObject(request), response: inObject(response) };
  };

  test('may stand in an object of names', async () => {
    const [list, objects] = [
      await inspect(await file('list.har', har(breaches))),
      await inspect(await file('objects.har', har(breaches.map(object)))),
    ];
    expect(objects.out.replaceAll('objects.har', 'list.har').replaceAll(/report-\d+/g, '')).toBe(
      list.out.replaceAll(/report-\d+/g, ''),
    );
  });

  test('are counted if their form is not known', async () => {
    const text = har(
      breaches.map((one, at) => {
        const { request, response } = one as Record<'request' | 'response', object>;
        const headers = at === 0 ? undefined : ['Accept: application/json'];
        return { ...(one as object), request: { ...request, headers }, response: { ...response, headers: 'none' } };
      }),
    );
    const { out } = await inspect(await file('strange.har', text));
    expect(out).toContain('not read: 1 whose request headers were not recorded (entry 1 of strange.har)');
    expect(out).toMatch(
      /not read: \d whose request headers are neither a list of names and values nor an object of them/,
    );
    expect(out).toMatch(/not read: \d whose answer's headers are neither/);
    // A credential may have been among them.
    const page = { entries: [], nextToken: '' };
    const listings = 'https://acme.example/api/v2/entries';
    const withOne = entry('GET', listings, { headers: { Authorization: `Bearer ${secrets.access}` } }, 200, page);
    const { request, ...unsaid } = entry('GET', listings, {}, 200, page) as { request: object };
    const withUnknown = { ...unsaid, request: { ...request, headers: 'some' } };
    const inspection = await inspect(await file('unsaid.har', har([withOne, withUnknown])));
    expect(inspection.out).not.toContain('TRN-06');
  });
});

describe('a mistake of the user gets a message of one line, and nothing is written:', () => {
  const files: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['packed.har', Buffer.from([0x1f, 0x8b, 8, 0]), /packed\.har: found an empty file in a packed file/],
    ['twice.har.gz', gzipSync(gzipSync('{}')), /twice\.har\.gz: found a gzip file, .* in a packed file/],
    ['damaged.har.gz', damaged, /damaged\.har\.gz: it is packed, and damaged/],
    ['page.har', '<!doctype html><title>x</title>', /page\.har: found HTML or XML, expected a HAR file/],
    ['notes.txt', 'GET /api/v2/entries', /notes\.txt: found text that is no JSON/],
    ['empty.har', '', /empty\.har: found an empty file/],
    ['utf16.har', Buffer.from('\uFEFF{"log":{}}', 'utf16le'), /utf16\.har: found text in UTF-16/],
  ];
  test.for(files)('%s', async ([name, content, message]) => {
    const { status, out, err, directory } = await inspect(await file(name, content));
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(status).toBe(2);
    await expect(readdir(directory)).rejects.toThrow('ENOENT');
  });

  test('a file that does not exist, a folder, no file, an invalid address, two tenants', async () => {
    await mkdir(join(folder, 'captures'), { recursive: true });
    const path = await file('fine.har', har([]));
    const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
      [[join(folder, 'none.har')], /none\.har: there is no such file, expected a HAR file/],
      [[path, join(folder, 'captures')], /captures: found a folder, expected a HAR file/],
      [[], /missing required argument 'file'/],
      [
        [path, '--base-url', 'https://me:secret@acme.example/'],
        /--base-url: .*expected an address without credentials/,
      ],
      [
        [path, '--base-url', 'https://acme.example', '--target', 'x.yaml'],
        /--base-url: found it together with --target/,
      ],
    ];
    for (const [args, message] of mistakes) {
      const { status, out, err } = await inspect(...args);
      expect(err).toMatch(message);
      expect(err).not.toContain('secret');
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(out).toBe('');
      expect(status).toBe(2);
    }
  });
});
