import { describe, expect, test } from 'vitest';
import type { Exchange, ReceivedResponse } from '../../core/exchange.ts';
import { beyondAnOrigin } from '../../specs/checks/transport/address.ts';
import { clearTextForms } from '../../specs/checks/transport/clear-text.ts';
import { cookiesSetBy } from '../../specs/checks/transport/connection.ts';
import { isJsonType } from '../../specs/checks/transport/media-type.ts';
import { pageTokenIn, recordsIn } from '../../specs/expectations/disclosure.ts';

function exchange(response: Partial<ReceivedResponse>): Exchange {
  const request = { method: 'GET', url: 'https://acme.example/api/v2/entries', headers: {} };
  return { number: 1, at: 0, ms: 1, request, response: { status: 200, headers: {}, body: '', ...response } };
}

describe('a base address', () => {
  test.each(['https://acme.example', 'https://acme.example/', 'https://127.0.0.1:8443', 'HTTPS://[::1]:443'])(
    '%s is an origin',
    (address) => {
      expect(beyondAnOrigin(address)).toBeUndefined();
    },
  );

  test.each([
    ['http://acme.example', 'had the scheme http'],
    ['https://acme.example/lab', 'had a path'],
    ['https://acme.example//', 'had a path'],
    ['https://acme.example?', 'had a query'],
    ['https://acme.example/#', 'had a fragment'],
    ['https://user@acme.example', 'held credentials'],
    ['acme.example', 'was no address at all'],
  ])('%s %s', (address, observed) => {
    expect(beyondAnOrigin(address)).toBe(observed);
  });
});

test('plain HTTP is tried at the base port, and at port 80 only if the base port is the default', () => {
  expect(clearTextForms('https://acme.example:8443')).toEqual(['http://acme.example:8443']);
  expect(clearTextForms('https://acme.example')).toEqual(['http://acme.example:443', 'http://acme.example']);
});

test('cookies are sent back as they were set last, without those that were deleted', () => {
  const answers = [
    exchange({ headers: { 'set-cookie': ['sid=one; Path=/; HttpOnly', 'old=x'] } }),
    exchange({ headers: { 'set-cookie': 'sid=two; Secure' } }),
    exchange({ headers: { 'set-cookie': 'old=; Max-Age=0' } }),
  ];
  expect(cookiesSetBy(answers)).toBe('sid=two');
});

describe('a label of JSON', () => {
  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.lab.page+json;v=2'])(
    '%s is one',
    (label) => {
      expect(isJsonType(label)).toBe(true);
    },
  );

  test.each(['text/plain', 'text/json', 'application/jsonp', 'application/x-json-seq', undefined])(
    '%s is none',
    (label) => {
      expect(isJsonType(label)).toBe(false);
    },
  );
});

describe('the disclosures of an answer:', () => {
  const record = { id: 'etr_x9Yq27', name: 'labconform run entry 1', kind: 'entry' as const };
  const view = (response: Partial<ReceivedResponse>) => ({
    path: '/api/v2/entries',
    kind: 'entry' as const,
    pages: [exchange(response)],
    end: 'whole' as const,
    items: [],
    identifiers: [],
  });

  test.each([
    ['its name in a sentence', { body: '{"message":"not yours: labconform run entry 1."}' }],
    ['its identifier in a header', { headers: { etag: '"etr_x9Yq27"' } }],
    ['its name in plain text', { body: 'labconform run entry 1' }],
  ])('a record is disclosed by %s', (_how, response) => {
    expect(recordsIn(view(response), [record])).toEqual([record]);
  });

  test('a record is not disclosed by another record whose name begins alike', () => {
    expect(recordsIn(view({ body: '{"name":"labconform run entry 12"}' }), [record])).toEqual([]);
  });

  test('a page token is found at any depth and in a link, unless it is empty', () => {
    expect(pageTokenIn(exchange({ body: '{"page":{"nextToken":"abc"}}' }))).toBe('abc');
    expect(pageTokenIn(exchange({ headers: { link: '</api/v2/entries?nextToken=abc>; rel=next' } }))).toBe('abc');
    expect(pageTokenIn(exchange({ body: '{"nextToken":"","error":"nextToken"}' }))).toBeUndefined();
  });
});
