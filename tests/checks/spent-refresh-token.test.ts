import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { refreshHistories, spentAt, describeHistory } from '../../generators/refresh-history.ts';
import type { Presented } from '../../specs/checks/delegated/rotation.ts';
import { judgeSpentTokens } from '../../specs/checks/delegated/rotation.ts';
import { namesInvalidGrant } from '../../specs/expectations/spent-refresh-token.ts';

function answered(status: number, body: string): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'POST', url: 'https://tenant.example/oauth/token', headers: {} },
    response: { status, headers: {}, body },
  };
}

const refused = answered(400, '{"error":"invalid_grant"}');
const obtained = answered(200, '{"access_token":"at_1","refresh_token":"rt_2"}');

function presented(exchange: Exchange, place: Partial<Presented> = {}): Presented {
  return { exchange, newestSpent: true, before: 0, beforeOfThis: 0, ...place };
}

/** Returns the requirements that are found broken. */
function broken(...all: readonly Presented[]): string[] {
  return [...judgeSpentTokens(all)].flatMap((one) => (one.kind === 'finding' ? [one.requirement] : []));
}

test.each([
  '{"error":"invalid_grant"}',
  '{"error":{"code":"invalid_grant","message":"spent"}}',
  '{"errors":[{"detail":"spent","code":"invalid_grant"}]}',
  '{"type":"https://errors.example/oauth/invalid_grant"}',
  '"invalid_grant"',
  'invalid_grant: the refresh token was used already',
  'error=invalid_grant&error_description=spent',
])('the error invalid_grant is found in %s', (body) => {
  expect(namesInvalidGrant(answered(403, body))).toBe(true);
});

test('the error invalid_grant is found in a header', () => {
  const { response, ...rest } = answered(401, '{"message":"spent"}');
  const headers = { 'www-authenticate': ['Basic realm="t"', 'OAuth error="invalid_grant"'] };
  expect(namesInvalidGrant({ ...rest, response: { status: 401, body: '', ...response, headers } })).toBe(true);
});

test.each([
  '{"error":"invalid_grant_type"}',
  '{"error":"INVALID_GRANT"}',
  '{"error":"invalid_request"}',
  '',
  'invalid grant',
])('the error invalid_grant is not found in %j', (body) => {
  expect(namesInvalidGrant(answered(400, body))).toBe(false);
});

test('a spent token that is refused as it should be breaks nothing, however often it is presented', () => {
  expect(broken(presented(refused), presented(refused, { before: 1, beforeOfThis: 1 }))).toEqual([]);
});

test('a spent token that obtains tokens again breaks the requirements on its use, its error and its chain', () => {
  expect(broken(presented(obtained))).toEqual(['DEL-42', 'DEL-45', 'DEL-43']);
});

test('a spent token with another error breaks only the requirement on the error, at once or later', () => {
  const other = answered(400, '{"error":"invalid_request"}');
  expect(broken(presented(other))).toEqual(['DEL-43']);
  expect(broken(presented(other, { newestSpent: false }))).toEqual(['DEL-44']);
  expect(broken(presented(refused), presented(other, { before: 1, beforeOfThis: 1 }))).toEqual(['DEL-44']);
});

test('after another token of the family was presented, a refusal with any error is right', () => {
  const unknown = answered(404, '{"error":"unknown"}');
  const later = { newestSpent: false, before: 2, beforeOfThis: 0 };
  expect(broken(presented(refused), presented(unknown, later))).toEqual([]);
  expect(broken(presented(refused), presented(obtained, later))).toEqual(['DEL-42', 'DEL-45']);
});

test('a presentation always uses one of the spent tokens, and a history is written in one line', () => {
  const histories = refreshHistories(6, { refresh: [0, 901], presentation: [0, 3600] });
  fc.assert(
    fc.property(histories, (history) => {
      const spent = history.refreshes.length;
      for (const one of history.presentations) {
        expect(spentAt(one, spent)).toBeGreaterThanOrEqual(0);
        expect(spentAt(one, spent)).toBeLessThan(spent);
      }
      expect(describeHistory(history)).not.toMatch(/\n|undefined|NaN/);
    }),
    { seed: 42 },
  );
});
