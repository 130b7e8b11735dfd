import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import {
  answeredAsClientError,
  carriesNoToken,
  granted,
  lasts900,
  noTokenByContrast,
  tokenAnswer,
  tokenLike,
} from '../../specs/expectations/token-request.ts';

interface Answered {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: string;
}

function exchange({ status = 200, body = '', headers = {}, sent = '' }: Answered): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'POST', url: 'https://tenant.example/oauth/token', headers: {}, body: sent },
    response: { status, headers, body: text },
  };
}

const found = (judgements: Iterable<Judgement>): string[] =>
  [...judgements].map((one) => (one.kind === 'finding' ? one.requirement : one.kind));

const token = 'at_4Zq8-wX1_kk29vB';
const right = exchange({ body: { token_type: 'Bearer', access_token: token, expires_in: 900 } });

describe('a token request', () => {
  test('is granted if a success carries a token in JSON or in a form', () => {
    expect(granted(right)).toBe(true);
    expect(granted(exchange({ body: `access_token=${token}` }))).toBe(true);
    expect(granted(exchange({ status: 201, body: { data: { access_token: token } } }))).toBe(true);
  });

  test('is not granted by an error, regardless of its status, and not by an empty token', () => {
    expect(granted(exchange({ body: { error: 'invalid_client' } }))).toBe(false);
    expect(granted(exchange({ body: { access_token: '' } }))).toBe(false);
    expect(granted(exchange({ status: 401, body: { access_token: token } }))).toBe(false);
  });

  test('with a flaw proves nothing if the right request is refused too', () => {
    const refused = exchange({ status: 401 });
    expect(found(noTokenByContrast(refused, refused, 'TOK-18', 'a request'))).toEqual(['premise']);
    expect(found(noTokenByContrast(refused, right, 'TOK-18', 'a request'))).toEqual(['held']);
    expect(found(noTokenByContrast(right, refused, 'TOK-18', 'a request'))).toEqual(['TOK-18']);
  });
});

describe('a refusal carries a token', () => {
  test.each<[string, Answered]>([
    ['as a member', { body: { error: 'x', access_token: token } }],
    ['as a member further in', { body: { details: [{ refresh_token: token }] } }],
    ['in JSON within a text', { body: { hint: JSON.stringify({ access_token: token }) } }],
    ['in a form', { body: `error=x&access_token=${token}` }],
    ['in a header', { headers: { location: `https://app.example/#access_token=${token}` } }],
  ])('%s', (_where, answered) => {
    expect(found(carriesNoToken(exchange({ status: 400, ...answered }), 'TOK-25', 'a request'))).toEqual(['TOK-25']);
  });

  test.each<[string, Answered]>([
    ['a sentence names the field', { body: { error_description: 'refresh_token: this field is required.' } }],
    ['a code is the value of the field', { body: { refresh_token: 'missing_required_field' } }],
    ['there is no value', { body: { access_token: null, refresh_token: '' } }],
    ['the sent value comes back', { sent: `refresh_token=${token}`, body: { received: { refresh_token: token } } }],
  ])('not if %s', (_what, answered) => {
    expect(found(carriesNoToken(exchange({ status: 400, ...answered }), 'TOK-25', 'a request'))).toEqual(['held']);
  });

  test('without a name, in a text that has the form of a token', () => {
    const answered = {
      status: 401,
      body: { error: 'invalid_client', trace: token, help: 'https://docs.example/errors' },
      headers: { 'x-debug': `${token}2`, 'content-type': 'application/json', date: 'Mon, 14 Sep 2026 08:00:00 GMT' },
    };
    expect(tokenLike(exchange(answered), 5)).toEqual([token, `${token}2`]);
    expect(tokenLike(exchange({ ...answered, sent: `client_id=${token}` }), 5)).toEqual([`${token}2`]);
  });
});

describe('a wrong token request', () => {
  test.each([400, 401, 403, 404, 413, 415, 422, 499])('may be answered with %i', (status) => {
    expect(found(answeredAsClientError(exchange({ status }), 'TOK-35', 'a request'))).toEqual(['held']);
  });

  test.each([200, 302, 500, 503])('must not be answered with %i', (status) => {
    expect(found(answeredAsClientError(exchange({ status }), 'TOK-35', 'a request'))).toEqual(['TOK-35']);
  });

  test('that is granted is judged by the requirement on its flaw', () => {
    expect(found(answeredAsClientError(right, 'TOK-35', 'a request'))).toEqual([]);
  });
});

describe('expires_in', () => {
  test('is 900, and its type is judged elsewhere', () => {
    for (const lifetime of [900, '900']) expect(found(lasts900(right, lifetime))).toEqual(['held']);
    for (const lifetime of [undefined, null]) expect(found(lasts900(right, lifetime))).toEqual([]);
    for (const lifetime of [899, 900.5, '3600', 900_000, true]) {
      expect(found(lasts900(right, lifetime))).toEqual(['TOK-05']);
    }
  });

  test('is read from a success with an object that names no error', () => {
    expect(tokenAnswer(right)?.['expires_in']).toBe(900);
    expect(tokenAnswer(exchange({ body: { error: 'invalid_client' } }))).toBeUndefined();
    expect(tokenAnswer(exchange({ body: [] }))).toBeUndefined();
    expect(tokenAnswer(exchange({ status: 400, body: { access_token: token } }))).toBeUndefined();
  });
});
