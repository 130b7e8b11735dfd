import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { behaviourOf, Behaviours } from '../../core/behaviour.ts';
import type { Exchange } from '../../core/exchange.ts';
import { restored, stored } from '../../core/gathered.ts';
import { Journal } from '../../core/journal.ts';

function exchange(url: string, body = '', headers: Record<string, string> = {}, sent?: string): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'GET', url, headers: {}, ...(sent === undefined ? {} : { body: sent }) },
    response: { status: 200, headers, body },
  };
}

describe('the behaviour of a tenant', () => {
  test('is described by status, members and names of headers', () => {
    const headers = { 'x-new': 'a', 'content-type': 'application/json', date: 'now', 'content-length': '3' };
    expect(
      behaviourOf(exchange('https://t.example/api/v2/entries', '{"b":[{"id":1},{"c":{}}],"a":""}', headers)),
    ).toEqual({
      request: 'GET /api/v2/entries',
      answer: '200',
      members: 'a, b, b[].c, b[].id',
      headers: 'content-type, x-new',
    });
  });

  test('does not contain identifiers, values or the order of a query', () => {
    const one = behaviourOf(exchange('https://t.example/api/v3/entry/ent_4f1c?sort=x&pageSize=2'));
    const other = behaviourOf(exchange('https://t.example/api/v3/entry/ent_9a77?pageSize=99&sort=y'));
    expect(one).toEqual(other);
    expect(one.request).toBe('GET /api/v3/entry/*?pageSize&sort');
  });

  test('does not contain the names of data', () => {
    const fields = (name: string) => `{"fields":{"${name}":{"type":"Integer"}}}`;
    expect(behaviourOf(exchange('/a', fields('Volume 7f')))).toEqual(behaviourOf(exchange('/a', fields('Mass 81'))));
  });

  test('distinguishes the kinds of token requests', () => {
    const sent = 'client_id=a&grant_type=refresh_token&refresh_token=b';
    expect(behaviourOf(exchange('/oauth/token', '', {}, sent)).request).toBe('GET /oauth/token (refresh_token)');
  });

  test('names the trouble if there was no answer', () => {
    const { number, at, ms, request } = exchange('/a');
    const trouble = { kind: 'timeout', message: 'after 30 s' } as const;
    expect(behaviourOf({ number, at, ms, request, trouble })).toEqual({ request: 'GET /a', answer: 'timeout' });
  });

  test('contains no secret that a tenant put in the place of a name', () => {
    const journal = new Journal();
    const secret = journal.secrets.learn('access token', 'abcdefghijklmnopqrst');
    const behaviours = new Behaviours();
    behaviours.add(exchange(`/api/${secret}`, `{"${secret}":1}`, { [secret]: 'x' }), journal);
    expect(JSON.stringify(behaviours.all())).not.toContain(secret);
    expect(behaviours.all()).toMatchObject([{ request: 'GET /api/*', members: '*', headers: '*' }]);
  });

  test('is collected once, in a fixed order', () => {
    const journal = new Journal();
    const collected = (...urls: readonly string[]) => {
      const behaviours = new Behaviours();
      for (const url of urls) behaviours.add(exchange(url), journal);
      return behaviours.all();
    };
    expect(collected('/b', '/a', '/b')).toEqual(collected('/a', '/b'));
  });
});

describe('the gathered data of a case', () => {
  const entries = [exchange('/first'), exchange('/second')];
  const numbers = new Map<object, number>(entries.map((entry, at) => [entry, at + 1]));
  const entryOf = (number: number): unknown => entries[number - 1];

  test('is restored unchanged from its stored form, with the recorded exchanges in their places', () => {
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(...entries),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(stored({ value }, (one) => numbers.get(one)));
        expect(text).not.toContain('/first');
        expect(restored(JSON.parse(text), entryOf)).toEqual({ value });
      }),
      { seed: 20261120, numRuns: 200 },
    );
  });

  test('is stored without the functions among its data', () => {
    const seen = { how: 'with a space', write: (text: string) => text, calls: [entries[0]] };
    const text = JSON.stringify(stored(seen, (one) => numbers.get(one)));
    expect(restored(JSON.parse(text), entryOf)).toEqual({ how: 'with a space', calls: [entries[0]] });
  });

  test.each([
    ['a map', new Map()],
    ['a date', new Date(0)],
    ['NaN', Number.NaN],
    ['a function', () => 1],
    ['an object that looks like a reference', { $entry: 1 }],
  ])('is not stored if it contains %s, which would be restored as something else', (_what, value) => {
    expect(stored({ deep: [value] }, () => undefined)).toBeUndefined();
  });
});
