import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { isAnswer, isFollowedFrom, redirectTarget } from '../../drivers/world/redirects.ts';

const base = 'https://lab.example';

function answered(status: number, location?: string, { method = 'GET', body = '' } = {}): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method, url: `${base}/api/v2/plates?pageSize=1`, headers: {} },
    response: { status, headers: location === undefined ? {} : { location }, body },
  };
}

describe('a redirect', () => {
  test.for(['/api/v2/plates', '/assay-results', '/oauth/token', '/api/v2/token'])('from %s is followed', (path) => {
    expect(isFollowedFrom(`${base}${path}?a=b`, undefined)).toBe(true);
    expect(isFollowedFrom(`http://lab.example${path}`, undefined)).toBe(false);
  });

  test('is followed from no other path except that of the assay results', () => {
    for (const path of ['/oauth/authorize', '/api/v2/plates/', '/', '/results']) {
      expect(isFollowedFrom(`${base}${path}`, undefined)).toBe(false);
    }
    expect(isFollowedFrom(`${base}/results`, '/results')).toBe(true);
  });

  test('leads to another address of the same tenant', () => {
    expect(redirectTarget(answered(308, '/records?pageSize=1'))).toBe(`${base}/records?pageSize=1`);
    expect(redirectTarget(answered(302, `${base}/records`))).toBe(`${base}/records`);
  });

  test.for([
    'http://lab.example/records',
    'https://lab.example:8443/records',
    'https://elsewhere.example/',
    'https://',
    '/api/v2/plates?pageSize=1',
  ])('to %s is not followed', (location) => {
    expect(redirectTarget(answered(308, location))).toBeUndefined();
  });

  test('of a method other than GET is followed only if it keeps the method', () => {
    expect(redirectTarget(answered(307, '/issuer', { method: 'POST' }))).toBe(`${base}/issuer`);
    expect(redirectTarget(answered(302, '/issuer', { method: 'POST' }))).toBeUndefined();
    expect(redirectTarget(answered(200, '/records'))).toBeUndefined();
  });
});

test('the response after a redirect is an answer if it is a page or a refusal', () => {
  expect(isAnswer(answered(200, undefined, { body: '{"plates":[],"nextToken":""}' }))).toBe(true);
  for (const status of [400, 401, 403, 429]) expect(isAnswer(answered(status))).toBe(true);
  expect(isAnswer(answered(200, undefined, { body: '<!doctype html><title>Sign in</title>' }))).toBe(false);
  for (const status of [308, 404, 405, 410, 500, 503]) expect(isAnswer(answered(status))).toBe(false);
});
