import { expect, test } from 'vitest';
import { runAtVariant } from './at-a-variant.ts';

test('stories begin with no reinstalled app at a tenant that gives it another client id', async () => {
  const ids = [
    'client-credentials/a-token-can-be-asked-for-again',
    'delegated/with-session-and-consent-the-step-is-invisible',
    'expiry/app-tokens-end-one-by-one',
    'lifecycle/who-goes-on-sees-the-same',
    'versioning/tokens-of-the-legacy-path-in-histories-of-time',
  ];
  const results = await runAtVariant('client-credentials/reinstallation-gives-another-client-id', ids, 20);
  const verdicts = results.map(({ id, verdict, reason }) => ({ id, verdict, reason }));
  const all = ids.map((id) => ({ id, verdict: 'passed', reason: undefined }));
  expect(verdicts.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(all);
});
