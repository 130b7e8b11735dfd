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

test('a case that tries a reinstallation out has the same steps when it is repeated without that', async () => {
  // such an answer is the tenant's own only if the same step gets it in each repetition
  const ids = ['expiry/a-suspension-prolongs-no-refresh-token'];
  const [result] = await runAtVariant('token-issuance/expired-refresh-tokens-break-the-service', ids, 5);
  expect(result).toMatchObject({ verdict: 'passed', failures: [] });
});
