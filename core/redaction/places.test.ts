import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { isExchange, Journal } from '../journal.ts';

const seed = 20261120;
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
const secrets = fc.string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 48 });
const key = 'kQ7Zp2xLw5vTr9bYn3cMd8fGh4j';

function exchange(given: {
  readonly url?: string;
  readonly method?: string;
  readonly sent?: Readonly<Record<string, string>>;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: {
      method: given.method ?? 'GET',
      url: given.url ?? 'https://host.example/api/v2/entries',
      headers: given.sent ?? {},
      ...(given.form === undefined ? {} : { body: given.form }),
    },
    response: { status: 200, headers: given.headers ?? {}, body: given.body ?? '' },
  };
}

/** Returns the written form of an exchange, in a case that knows a key. */
function shown(given: Parameters<typeof exchange>[0], known = key): Exchange {
  const journal = new Journal();
  journal.secrets.learn('API key', known);
  journal.record(exchange(given));
  const [entry] = journal.evidence();
  if (entry === undefined || !isExchange(entry)) throw new Error('nothing was recorded');
  return entry;
}

const basic = (octets: string): string => `Basic ${Buffer.from(octets, 'latin1').toString('base64')}`;
const tokenRequest = {
  method: 'POST',
  url: 'https://host.example/api/v2/token',
  form: 'grant_type=client_credentials',
};

describe('a credential that the suite altered', () => {
  test.for([
    [`${key.slice(0, 20)}\xff${key.slice(20)}:`, 'Basic base64(<API key 1, with octet 0xFF after character 20>:)'],
    [`${key.slice(0, 9)}x${key.slice(10)}:`, 'Basic base64(<API key 1, with one character in place of character 10>:)'],
    [`${key.slice(0, -1)}:`, 'Basic base64(<API key 1, cut off after character 26>:)'],
    [`${key.slice(0, 3)}${key.slice(5)}:`, 'Basic base64(<API key 1, without characters 4 to 5>:)'],
    [`${key.toUpperCase()}:`, 'Basic base64(<API key 1, in upper case>:)'],
    [`${key}:`, 'Basic base64(<API key 1>:)'],
    [`someone:${key}0`, 'Basic base64(someone:<API key 1, with one character after character 27>)'],
  ] as const)('is described by its alteration: %s', ([octets, label]) => {
    expect(shown({ sent: { authorization: basic(octets) } }).request.headers['authorization']).toBe(label);
  });

  test('is not mistaken for another credential that was altered in the same way', () => {
    const journal = new Journal();
    journal.secrets.learn('API key', key);
    for (const letter of 'ab') {
      journal.record(exchange({ sent: { authorization: `Bearer ${key.slice(0, 9)}${letter}${key.slice(10)}` } }));
    }
    const labels = journal.evidence().map((entry) => (isExchange(entry) ? entry.request.headers['authorization'] : ''));
    expect(new Set(labels).size).toBe(2);
  });

  test('leaves no run of the secret, at any place where octets are inserted, removed or overwritten', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.array(
          fc.record({
            at: fc.nat(60),
            gone: fc.nat(3),
            come: fc.string({ unit: fc.constantFrom('\xff', '\x00', ' ', '-', 'x', '%', '"'), maxLength: 3 }),
          }),
          { maxLength: 3 },
        ),
        fc.constantFrom('basic', 'bearer', 'form', 'cookie', 'query'),
        (secret, changes, place) => {
          let altered = secret;
          for (const { at, gone, come } of changes) altered = altered.slice(0, at) + come + altered.slice(at + gone);
          const given = {
            basic: { sent: { authorization: basic(`${altered}:`) } },
            bearer: { sent: { Authorization: `Bearer ${altered}` } },
            cookie: { sent: { cookie: `a=1; session=${altered}` } },
            form: { ...tokenRequest, form: `client_secret=${encodeURIComponent(altered)}&grant_type=refresh_token` },
            query: { url: `https://host.example/api/v2/entries?nextToken=${encodeURIComponent(altered)}&pageSize=1` },
          }[place];
          const text = JSON.stringify(shown(given, secret).request);
          const decoded = [
            text,
            ...(text.match(/[A-Za-z0-9+/]{11,}=*/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1')),
          ];
          const runs = Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8));
          expect(decoded.filter((reading) => runs.some((run) => reading.includes(run)))).toEqual([]);
        },
      ),
      { seed, numRuns: 300 },
    );
  });
});

describe('a credential that the suite made up', () => {
  test.for([
    'Bearer undefined',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
    'Basic AAAA',
    basic('nobody:secret'),
    'Digest x="y"',
    'Bearer',
    '',
  ])('is written as it is: %s', (authorization) => {
    expect(shown({ sent: { authorization } }).request.headers['authorization']).toBe(authorization);
  });

  test('is written as it is in forms, queries and inputs of the control', () => {
    const journal = new Journal();
    journal.secrets.learn('API key', key);
    const url = 'https://host.example/oauth/authorize?client_id=app_1&state=a%20b&code=made-up-by-the-suite';
    journal.record(exchange({ url }));
    journal.record({
      number: 2,
      at: 0,
      operation: 'user.create',
      input: { email: 'ada@lab.example', name: 'Ada' },
      output: {},
    });
    const [first, second] = journal.evidence();
    expect(first).toMatchObject({ request: { url } });
    expect(second).toMatchObject({ input: { email: 'ada@lab.example', name: 'Ada' } });
  });
});

describe('a value from the tenant where credentials travel', () => {
  test('has a label in a token answer, under any name, except names, numbers, truth values, `token_type` and `error`', () => {
    const body =
      '{"token_type":"Bearer","tok":"s3cr3t-of-the-tenant-1","expires_in":900,"x":{"deep":["short"]},"error":"invalid_grant","ok":true,"none":null,"n":"900"}';
    expect(shown({ ...tokenRequest, body }).response?.body).toBe(
      '{"token_type":"Bearer","tok":"<access token 1>","expires_in":900,"x":{"deep":["<text 1>"]},"error":"invalid_grant","ok":true,"none":null,"n":"900"}',
    );
  });

  test('has a label if a token answer is not JSON', () => {
    expect(shown({ ...tokenRequest, body: 'access_token=s3cr3t-of-the-tenant&token_type=Bearer' }).response?.body).toBe(
      'access_token=<access token 1>&token_type=Bearer',
    );
    expect(shown({ ...tokenRequest, body: 'your token is s3cr3t' }).response?.body).toBe('<text 1>');
    expect(shown({ ...tokenRequest, body: '{"access_token":"s3cr3t-of-the-ten' }).response?.body).not.toContain(
      's3cr3t',
    );
  });

  test('has a label in a cookie and keeps the names of its attributes', () => {
    const line = 'session=s3cr3t-of-the-tenant; Path=/; HttpOnly; SameSite=Lax; Max-Age=900; Comment=s3cr3t2';
    expect(shown({ headers: { 'set-cookie': [line] } }).response?.headers['set-cookie']).toEqual([
      'session=<cookie 1>; Path=/; HttpOnly; SameSite=Lax; Max-Age=900; Comment=<text 1>',
    ]);
  });

  test('has a label in an address of a redirect, except `state`, `error` and texts that the suite had named', () => {
    const url = `https://host.example/oauth/authorize?redirect_uri=${encodeURIComponent('https://client.example/back?own=q')}&state=s%201`;
    const location =
      'https://client.example/back?own=q&code=s3cr3t-code-0123&state=s%201&error=denied&error_description=s3cr3t';
    expect(shown({ url, headers: { location } }).response?.headers['location']).toBe(
      'https://client.example/back?own=q&code=<authorization code 1>&state=s%201&error=denied&error_description=<text 1>',
    );
    expect(
      shown({ headers: { location: '/sign-in/s3cr3t99/step?flow=s3cr3t-flow-of-somebody' } }).response?.headers[
        'location'
      ],
    ).toBe('/sign-in/<text 1>/step?flow=<access token 1>');
  });

  test('has a label in a page at which a user signs in', () => {
    const body =
      '<!doctype html><form action="/login?flow=s3cr3t-flow-of-somebody" method="post"><input type="hidden" name="csrf" value="s3cr3t77"><p>Hello s3cr3t</p><script>let t="s3cr3t"</script></form>';
    const page = shown({ url: 'https://host.example/oauth/authorize?client_id=a', body }).response?.body ?? '';
    expect(page).not.toContain('s3cr3t');
    expect(page).toContain(
      '<form action="/login?flow=<access token 1>" method="post"><input type="hidden" name="csrf" value="<text',
    );
  });

  test('has a label in an answer of the control, except identifiers and moments', () => {
    const journal = new Journal();
    const output = {
      appId: 'app_1',
      clientSecret: 's3cr3t',
      extra: { note: 'of the control' },
      createdAt: '2026-11-20T08:00:00Z',
      status: 200,
    };
    journal.record({ number: 1, at: 0, operation: 'app.create', input: { name: 'x' }, output });
    expect(journal.evidence()).toMatchObject([
      {
        output: {
          appId: 'app_1',
          clientSecret: '<client secret 1>',
          extra: { note: '<text 1>' },
          createdAt: '2026-11-20T08:00:00Z',
          status: 200,
        },
      },
    ]);
  });

  test('has the same label in every copy', () => {
    const journal = new Journal();
    const location = 'https://elsewhere.example/s3cr3t99/?flow=s3cr3t';
    journal.record(exchange({ headers: { location } }));
    const [written] = journal.evidence();
    const shownAs = isExchange(written ?? exchange({})) ? (written as Exchange).response?.headers['location'] : '';
    expect(journal.redact(`was sent to ${location}`)).toBe(`was sent to ${String(shownAs)}`);
    expect(journal.redactAll({ location })).toEqual({ location: shownAs });
  });
});

describe('a secret that is known', () => {
  test('is found in names and numbers of a token answer too', () => {
    const body = `{"${key}":1,"token_type":"${key}","state":"${key.toUpperCase()}"}`;
    expect(shown({ ...tokenRequest, body }).response?.body).toBe(
      '{"<API key 1>":1,"token_type":"<API key 1>","state":"<API key 1, in another letter case>"}',
    );
  });
});
