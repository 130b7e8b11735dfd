import { expect, test } from 'vitest';
import { valuesHandedOver, handsOverNothing, isAt, isExactlyAt } from '../../specs/expectations/authorization.ts';
import { describeDifference } from '../../generators/state.ts';
import { madeUpExchange } from './simulated-clock.ts';

const authorizedAt = (location: string | null) => ({ url: '', location, prompts: [], status: 302 });

test.each([
  ['https://app.example/cb?code=ac_1&state=x', ['code']],
  ['https://app.example/cb#access_token=at_1&token_type=Bearer', ['access_token']],
  ['https://app.example/cb?x=1#id_token=a.b.c&code=d', ['id_token', 'code']],
  ['https://app.example/cb?error=invalid_request&state=code%3D1', []],
  ['https://app.example/cb?code=&error=access_denied', []],
  ['https://idp.example/authorize?response_type=code&code_challenge=abc', []],
  [null, []],
])('the values that %s hands over are found in every part of it, and no other values', (location, names) => {
  expect(valuesHandedOver(location).map(({ name }) => name)).toEqual(names);
});

test.each([
  'https://app.example/cb?error=access_denied&code=4031',
  'https://help.vendor.example/oauth?code=invalid_redirect',
])('a value named code at %s is a code only if it obtains a token', (location) => {
  const attempt = { authorized: authorizedAt(location), handedOver: valuesHandedOver(location) };
  const judged = (status: number, body: unknown) => [
    ...handsOverNothing({ ...attempt, exchanged: madeUpExchange(status, body) }, 'DEL-18', 'a denied authorization'),
  ];
  expect(judged(400, { error: 'invalid_grant' })).toMatchObject([{ kind: 'held' }]);
  expect(judged(200, { access_token: 'at_1' })).toMatchObject([{ kind: 'finding' }]);
});

test.each([
  ['https://app.example/cb?code=1#_=_', 'https://app.example/cb', true],
  ['https://app.example?code=1', 'https://app.example/', true],
  ['https://app.example/cb/?code=1', 'https://app.example/cb', true],
  ['https://app.example/%7Elab/cb?code=1', 'https://app.example/~lab/cb', true],
  ['https://app.example/a%2fb?code=1', 'https://app.example/a%2Fb', true],
  ['https://app.example/a/b?code=1', 'https://app.example/a%2Fb', false],
  ['https://app.example/CB?code=1', 'https://app.example/cb', false],
  ['https://ada@app.example/cb?code=1', 'https://app.example/cb', false],
  ['https://evil.example/cb', '//evil.example/cb', true],
  ['http://localhost:7777/cb?code=1', 'http://localhost:7778/cb', false],
])('a browser that is sent to %s calls at %s: %s', (location, address, calls) => {
  expect(isAt(location, address)).toBe(calls);
});

test('a slash at the end is ignored, except by the exact comparison', () => {
  expect(isExactlyAt('https://app.example/cb/?code=1', 'https://app.example/cb')).toBe(false);
  expect(isExactlyAt('https://app.example/cb/?code=1', 'https://app.example/cb/')).toBe(true);
});

test.each([
  ['a+b', 'a b', 'came back with U+0020 (a blank) instead of U+002B (+) at character 2'],
  ['abc', 'ab', 'came back cut short after 2 of 3 characters'],
  ['abc', undefined, 'came back without any state'],
  ['ab', 'ab=', 'came back with 1 character added at its end'],
  [' a b ', 'a b', 'came back without the blanks at its beginning and its end'],
  ['a b ', 'a b', 'came back without the blanks at its end'],
  [' a b', 'a b', 'came back without the blanks at its beginning'],
  ['abc', '', 'came back with an empty state'],
])('%j that came back as %j is described in words', (sent, returned, told) => {
  expect(describeDifference(sent, returned)).toBe(told);
});
