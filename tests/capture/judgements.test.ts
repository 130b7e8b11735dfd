import { describe, expect, test } from 'vitest';
import { har, inspected } from './recorded-run.ts';

// Captures as other people make them, written out. The tests show which parts are judged and which must not be.

const began = Date.parse('2026-11-20T08:00:00.000Z');
const json = { 'content-type': 'application/json', 'cache-control': 'no-store' };

interface Call {
  readonly path: string;
  readonly origin?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly answer?: unknown;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Seconds since the capture began. Absent if the recorder left it out. */
  readonly at?: number;
  readonly took?: number;
  readonly content?: Readonly<Record<string, unknown>>;
}

function entry(call: Call): unknown {
  const { path, origin = 'https://acme.example', form, status = 200, answer = {}, at, took = 0.1 } = call;
  const pairs = (all: Readonly<Record<string, string>>): unknown[] =>
    Object.entries(all).map(([name, value]) => ({ name, value }));
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return {
    ...(at === undefined ? {} : { startedDateTime: new Date(began + at * 1000).toISOString(), time: took * 1000 }),
    request: {
      method: call.method ?? (form === undefined ? 'GET' : 'POST'),
      url: `${origin}${path}`,
      headers: pairs({ Accept: 'application/json', ...call.headers }),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/x-www-form-urlencoded', text: body } }),
    },
    response: {
      status,
      headers: pairs(call.answerHeaders ?? json),
      content: call.content ?? { size: text.length, mimeType: 'application/json', text },
    },
  };
}

async function found(...calls: readonly Call[]): Promise<string[]> {
  const { broken } = await inspected({ 'traffic.har': har([page, ...calls].map(entry)) });
  return [...broken.keys()].toSorted();
}

async function judged(...calls: readonly Call[]): Promise<ReadonlySet<string>> {
  return (await inspected({ 'traffic.har': har([page, ...calls].map(entry)) })).judged;
}

/** A call from which the tenant is recognised. */
const page: Call = {
  path: '/api/v2/entries',
  headers: { Authorization: 'Bearer token-0123456789abcdef' },
  answer: { entries: [], nextToken: '' },
};

const client = { client_id: 'client-1', client_secret: 'Zm9vYmFyYmF6cXV4MTIz' };
let made = 0;
const fresh = (): string => `Q7r${(made++).toString().padStart(4, '0')}kP2mX9vLw8`;

function tokens(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const lifetimes = { expires_in: 900, refresh_token_expires_in: 2_592_000 };
  return { token_type: 'Bearer', access_token: fresh(), refresh_token: fresh(), ...lifetimes, ...more };
}

function refresh(refreshToken: string, more: Partial<Call> = {}): Call {
  const form = { grant_type: 'refresh_token', ...client, refresh_token: refreshToken };
  return { path: '/oauth/token', form, answer: tokens(), ...more };
}

const refusal = (error: string): Partial<Call> => ({ status: 400, answer: { error } });

describe('a refresh token that is presented again after it was spent', () => {
  const spent = fresh();
  const appIsServed: Call = {
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', ...client },
    answer: { token_type: 'Bearer', access_token: fresh(), expires_in: 900 },
    at: 30,
  };

  test('breaks rotation if it is granted', async () => {
    expect(await found(refresh(spent, { at: 1 }), refresh(spent, { at: 5 }))).toEqual(['DEL-42', 'DEL-43']);
    expect(await found(refresh(spent), refresh(spent))).toEqual(['DEL-42', 'DEL-43']);
    const elsewhere = refresh(spent, { at: 5, path: '/api/v2/token' });
    expect(await found(refresh(spent, { at: 1 }), elsewhere)).toEqual(['VER-11']);
    expect(await found(refresh(spent, { at: 1, took: 2 }), refresh(spent, { at: 2 }))).toEqual(['DEL-52']);
    const refused = refresh(spent, { at: 5, ...refusal('invalid_grant') });
    expect(await found(refresh(spent, { at: 1 }), refused, refresh(spent, { at: 9 }))).toEqual(['DEL-44']);
  });

  test('must be refused as invalid_grant if nothing else can be the reason', async () => {
    const next = fresh();
    const first = refresh(spent, { at: 1, answer: tokens({ refresh_token: next }) });
    const isGoodFor: Call = refresh(next, { at: 30 });
    const again = (more: Partial<Call>): Call => refresh(spent, { at: 5, ...refusal('invalid_request'), ...more });
    expect(await found(first, again({}), isGoodFor)).toEqual(['DEL-43']);
    expect(await found(first, again(refusal('invalid_grant')), isGoodFor)).toEqual([]);
    // The user may have been suspended, the app archived, or the app's secret changed.
    expect(await found(first, again({}))).toEqual([]);
    expect(await found(first, again({}), appIsServed)).toEqual([]);
    // The app is in good standing, and the user is served with the newest token.
    const access = fresh();
    const firstWith = refresh(spent, { at: 1, answer: tokens({ refresh_token: next, access_token: access }) });
    const userIsServed: Call = { ...page, headers: { Authorization: `Bearer ${access}` }, at: 20 };
    expect(await found(firstWith, again({}), userIsServed)).toEqual([]);
    expect(await found(firstWith, again({}), userIsServed, appIsServed)).toEqual(['DEL-43']);
    expect(await found(firstWith, again({}), appIsServed, userIsServed)).toEqual(['DEL-43']);
    expect(await found(firstWith, again(refusal('invalid_grant')), appIsServed, userIsServed)).toEqual([]);
    expect(await found(firstWith, again({}), { ...userIsServed, at: 3 }, appIsServed)).toEqual([]);
    expect(await found(firstWith, again({}), { ...userIsServed, status: 403 }, appIsServed)).toEqual([]);
    expect(await found(firstWith, again({}), userIsServed, { ...appIsServed, at: 300 })).toEqual([]);
    const otherSecret = { grant_type: 'client_credentials', ...client, client_secret: fresh() };
    expect(await found(firstWith, again({}), userIsServed, { ...appIsServed, form: otherSecret })).toEqual([]);
    // The grant was refreshed before the refusal and is refreshed after it.
    const third = fresh();
    const second = refresh(next, { at: 3, answer: tokens({ refresh_token: third }) });
    expect(await found(first, second, again({}))).toEqual([]);
    expect(await found(first, second, again({}), refresh(third, { at: 30 }))).toEqual(['DEL-43']);
    // The user may have been suspended or changed within an hour.
    expect(await found(first, again({ at: 3700 }), { ...isGoodFor, at: 3800 })).toEqual([]);
    // Another secret is a reason for a refusal by itself.
    const otherForm = { grant_type: 'refresh_token', ...client, client_secret: fresh(), refresh_token: spent };
    expect(await found(first, again({ form: otherForm }), isGoodFor)).toEqual([]);
    // The rate was limited, or the tenant was disturbed.
    for (const status of [429, 500, 503]) expect(await found(first, again({ status }), isGoodFor)).toEqual([]);
  });

  test('is reported with a reason if the capture has too little else to judge it by', async () => {
    const first = refresh(spent, { at: 1 });
    const why = async (...calls: readonly Call[]): Promise<string | undefined> =>
      (await inspected({ 'traffic.har': har([page, ...calls].map(entry)) })).reasons.get('DEL-43');
    expect(await why(first)).toMatch(
      /^the capture contains no traffic to judge it by: a refresh token that is presented again/,
    );
    const refused = refresh(spent, { at: 5, ...refusal('invalid_request') });
    expect(await why(first, refused)).toMatch(
      /^the capture contains a refresh token that is presented .*1 .*good standing$/,
    );
    expect(await why(first, { ...refused, at: 100 })).toMatch(
      / 1 was refused with another error more than a minute after/,
    );
    expect(await why(first, { ...refused, status: 503 })).toMatch(/ 1 was answered with 503, which is no refusal$/);
    expect(await why(first, { ...refused, content: {} })).toMatch(/ 1 was refused with a body that was not recorded/);
  });

  test('is neither a token that was recorded twice nor a token that was masked', async () => {
    const once = refresh(spent, { at: 1 });
    expect(await found(once, once)).toEqual([]);
    const { broken } = await inspected({
      'a.har': har([page, once].map(entry)),
      'b.har': har([page, { ...once, at: 90 }].map(entry)),
    });
    expect([...broken.keys()]).toEqual([]);
    for (const mask of ['REDACTED', '***', '[redacted refresh token]', 'xxxxxxxxxxxxxxxx', '<refresh_token>', '']) {
      const masked = { access_token: mask || 'x', refresh_token: mask || 'x' };
      const calls = [1, 5, 9].map((at) => refresh(mask, { at, answer: tokens(masked) }));
      expect(await found(...calls)).toEqual([]);
    }
  });
});

describe('the answer to a granted token request', () => {
  const form = { grant_type: 'client_credentials', ...client };
  const right = { token_type: 'Bearer', access_token: fresh(), expires_in: 900 };

  test('is judged by its members', async () => {
    const wrong = { ...right, expires_in: 3600, refresh_token: fresh() };
    expect(await found({ path: '/oauth/token', form, answer: wrong })).toEqual(['CCR-02', 'TOK-05']);
    expect(await found({ path: '/api/v2/token', form, answer: { ...right, expires_in: '900' } })).toEqual(['VER-08']);
    expect(await found({ path: '/oauth/token', form, answer: { ...right, scope: 'all', more: {} } })).toEqual([]);
  });

  test('breaks VER-08 only by a member that is right at the other token path', async () => {
    const [legacy, usual] = ['/api/v2/token', '/oauth/token'].map((path) => (answer: object) => ({
      path,
      form,
      answer,
    }));
    const wrong = () => ({ ...right, access_token: fresh(), expires_in: 3600 });
    expect(await found(legacy!(wrong()), usual!(wrong()))).toEqual(['TOK-05']);
    expect(await found(usual!(wrong()), legacy!({ ...wrong(), token_type: 'MAC' }))).toEqual(['TOK-05', 'VER-08']);
    expect(await found(legacy!(wrong()), usual!({ ...right, access_token: fresh() }))).toEqual(['VER-08']);
  });

  test('is not judged if the request is not known, was another grant or was wrong', async () => {
    const wrong = { ...right, expires_in: 3600 };
    expect(await found({ path: '/oauth/token', method: 'POST', answer: wrong })).toEqual([]);
    const code = { grant_type: 'authorization_code', ...client, redirect_uri: 'https://app.example' };
    // Without the length of the form, the recorder may have removed the code from it.
    expect(await found({ path: '/oauth/token', form: code, answer: tokens() })).toEqual([]);
    const length = { 'Content-Length': String(new URLSearchParams(code).toString().length) };
    expect(await found({ path: '/oauth/token', form: code, headers: length, answer: tokens() })).toEqual(['TOK-13']);
    const refused = { path: '/oauth/token', form, status: 400, answer: { error: 'invalid_client' } };
    expect(await found(refused, { ...refused, status: 500 })).toEqual([]);
  });

  test('is not judged if another service gave it', async () => {
    const other = {
      path: '/oauth/token',
      origin: 'https://login.example',
      form,
      answer: { ...right, expires_in: 86_400 },
    };
    expect(await found(other)).toEqual([]);
  });

  test('is not judged if its body was not recorded whole or is no text', async () => {
    const broken = JSON.stringify({ ...right, expires_in: 3600 });
    const contents: Readonly<Record<string, unknown>>[] = [
      {},
      { size: 500 },
      { size: 500, text: broken.slice(0, 40) },
      { size: 5, text: '//79/A==', encoding: 'base64' },
    ];
    for (const content of contents) expect(await found({ path: '/oauth/token', form, content })).toEqual([]);
    const base64 = { size: broken.length, text: Buffer.from(broken).toString('base64'), encoding: 'base64' };
    expect(await found({ path: '/oauth/token', form, content: base64 })).toEqual(['TOK-05']);
  });
});

describe('a call without a credential', () => {
  const anonymous: Call = { path: '/api/v3/plate/items', answer: { items: [{ id: 1 }], nextToken: '' } };

  test('must be answered with 401 if the capture has credentials elsewhere', async () => {
    expect(await found(anonymous)).toEqual(['TRN-06']);
    expect(await found({ ...anonymous, status: 403 })).toEqual(['TRN-06']);
    expect(await judged({ ...anonymous, status: 401, answerHeaders: { 'WWW-Authenticate': 'Bearer' } })).toContain(
      'TRN-06',
    );
  });

  test('may have had a credential that the recorder removed, a session, or another form of credential', async () => {
    const stripped = { ...page, headers: {} };
    const { broken } = await inspected({ 'traffic.har': har([stripped, anonymous].map(entry)) });
    expect([...broken.keys()]).toEqual([]);
    expect(await found({ ...anonymous, headers: { Cookie: 'session=1' } })).toEqual([]);
    expect(await found({ ...anonymous, path: `${anonymous.path}?access_token=abc` })).toEqual([]);
    expect(await found({ ...anonymous, origin: 'http://acme.example' })).toEqual([]);
  });
});

describe('a page', () => {
  const listing = (answer: unknown, more: Partial<Call> = {}): Call => ({ ...page, answer, ...more });

  test('has a text as nextToken, results if it lists assay results, and no more items than the request asked for', async () => {
    expect(await found(listing({ entries: [] }))).toEqual(['LST-09']);
    expect(await found(listing({ entries: [], nextToken: null }))).toEqual(['LST-09']);
    expect(await found(listing({ items: [], nextToken: '' }, { path: '/assay-results' }))).toEqual(['LST-06']);
    const three = { entries: [1, 2, 3], nextToken: '' };
    expect(await found(listing(three, { path: '/api/v2/entries?pageSize=2' }))).toEqual(['LST-16']);
    expect(await found(listing(three, { path: '/api/v2/entries?pageSize=3' }))).toEqual([]);
  });

  test('may be anything if JSON was not asked for, and a list may hold something other than items', async () => {
    expect(await found(listing('<html>', { headers: { ...page.headers, Accept: 'text/html' } }))).toEqual([]);
    const beside = { entries: [], columns: [{}, {}, {}], nextToken: '' };
    expect(await found(listing(beside, { path: '/api/v2/entries?pageSize=2' }))).toEqual([]);
    expect(await found(listing({ message: 'no such entry' }, { status: 404 }))).toEqual([]);
    // The status of the refusal of a suspended user is free; a success is allowed too.
    for (const answer of [
      { error: 'suspended' },
      { status: 'suspended' },
      { errors: [{}], results: [] },
      'suspended',
      [{}],
    ]) {
      expect(await found(listing(answer))).toEqual([]);
    }
  });
});

describe('a redirect with a code', () => {
  const redirect = (query: string, back: string): Call => ({
    path: `/oauth/authorize?response_type=code&client_id=1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb${query}`,
    status: 302,
    answerHeaders: { Location: `https://app.example/cb?code=${fresh()}${back}` },
  });

  test('returns the state that was sent, and no state if none was sent', async () => {
    expect(await found(redirect('&state=a%2Bb%20c', '&state=a%2Bb%20c'))).toEqual([]);
    expect(await found(redirect('&state=a%2Bb%20c', '&state=a+b%20c'))).toEqual(['DEL-02']);
    expect(await found(redirect('&state=abc123', ''))).toEqual(['DEL-02']);
    expect(await found(redirect('', ''))).toEqual([]);
    expect(await found(redirect('', '&state='))).toEqual(['DEL-04']);
    expect(await found(redirect('&state=%5BREDACTED%5D', '&state=abc123'))).toEqual([]);
  });
});

describe('a delivery', () => {
  const envelope = (
    message: unknown,
    more: Readonly<Record<string, unknown>> = {},
  ): Readonly<Record<string, unknown>> => ({
    app: { id: 'app_1' },
    appDefinition: { id: 'def_1', versionNumber: '1' },
    baseURL: 'https://acme.example',
    channel: 'events',
    tenantId: 'ten_1',
    version: '0',
    message,
    ...more,
  });
  const event = {
    createdAt: '2026-11-20T08:00:00Z',
    deprecated: false,
    id: 'evt_1',
    resourceId: 'ent_1',
    schema: null,
  };
  const task = { ...event, type: 'v2.workflowTask.updated.fields', updates: ['Status'] };
  const of = async (...records: readonly unknown[]): Promise<string[]> => {
    const text = records.map((one) => JSON.stringify(one)).join('\n');
    return [...(await inspected({ 'hooks.ndjson': text })).broken.keys()].toSorted();
  };

  test('is read on its own, with its headers, as a list, in base64 and from a HAR', async () => {
    const wrong = envelope(task, { version: 1 });
    const expected = ['VER-18', 'WHK-14'];
    const text = JSON.stringify(wrong);
    expect(await of(wrong)).toEqual(expected);
    expect(await of({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text })).toEqual(expected);
    expect(await of({ httpMethod: 'POST', isBase64Encoded: true, body: Buffer.from(text).toString('base64') })).toEqual(
      expected,
    );
    expect(
      [...(await inspected({ 'hooks.json': JSON.stringify([wrong, wrong], null, 2) })).broken.keys()].toSorted(),
    ).toEqual(expected);
    const request = { method: 'POST', url: 'https://hooks.example/lab', headers: [], postData: { text } };
    const entries = [{ request, response: { status: 200 } }];
    expect([...(await inspected({ 'hooks.har': har(entries) })).broken.keys()].toSorted()).toEqual(expected);
  });

  test('keeps the rules of its kind', async () => {
    expect(
      await of(
        envelope(task),
        envelope({ ...event, id: 'evt_2' }, { channel: 'app_signals' }),
        envelope({ deprecated: true }),
      ),
    ).toEqual([]);
    expect(await of(envelope({ ...task, updates: [] }))).toEqual(['WHK-46']);
    expect(await of(envelope({ ...task, type: 'workflowTask.updated.fields' }))).toEqual(['VER-17']);
    expect(await of(envelope({ ...event, type: 'v2.entry.created' }))).toEqual(['WHK-43']);
    expect(await of(envelope({ ...event, createdAt: 1 }))).toEqual(['WHK-30']);
    expect(await of({ method: 'PUT', body: envelope(task) })).toEqual(['WHK-01']);
  });

  test('has an id of its own, unless it is repeated or another tenant has it', async () => {
    const other = { ...task, resourceId: 'ent_2' };
    expect(await of(envelope(task), envelope(task))).toEqual([]);
    expect(await of(envelope(task), envelope(other))).toEqual(['WHK-34']);
    const elsewhere = { tenantId: 'ten_2', baseURL: 'https://other.example' };
    expect(await of(envelope(task), envelope(other, elsewhere))).toEqual([]);
    expect(await of(envelope(task), envelope(task, { tenantId: 'ten_2' }))).toEqual(['WHK-13']);
  });

  test('of an undocumented or unrecognisable kind is not judged by the rules of a kind', async () => {
    expect(await of(envelope({ type: 'v3.plate.moved' }, { version: 3 }))).toEqual([]);
    expect(await of(envelope({ deprecated: false, featureId: 'f', buttonId: 'b' }))).toEqual([]);
    expect(await of(envelope({ ...event, more: 1, createdAt: 'yesterday' }))).toEqual([]);
  });
});
