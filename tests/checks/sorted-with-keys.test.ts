import { expect, test } from 'vitest';
import { runAtVariant } from './at-a-variant.ts';

test('keys and apps are compared in the same order of a listing, because orders may be refused one by one', async () => {
  const ids = ['api-key/a-key-is-accepted-in-calls-of-any-sort'];
  const [result] = await runAtVariant('listing/sorted-where-it-is-shown-only', ids, 1);
  expect(result).toMatchObject({ verdict: 'passed', failures: [] });
});
