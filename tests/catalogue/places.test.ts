import { expect, test } from 'vitest';
import { requirements } from '../../specs/requirements/index.ts';

test('every requirement names a place of the specification, and no place twice', () => {
  const wrong = requirements.filter(({ from, section }) => section === '' || new Set(from).size !== from.length);
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('a stated requirement names a place of the specification before any standard', () => {
  const standard = /^(?:RFC \d|OpenID Connect (?:Core|Discovery) 1\.0|ISO 8601|URL Standard|Unicode Standard)/;
  const wrong = requirements.filter(({ basis, from }) => basis === 'stated' && standard.test(from[0]));
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
