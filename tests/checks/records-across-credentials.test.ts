import { expect, test } from 'vitest';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { recordsAcrossCredentialsChecks } from '../../specs/checks/delegated/records-across-credentials.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Variant } from '../../tenant/index.ts';

/**
 * Returns the verdicts and findings at a tenant whose keys are refused on some calls. Its write probe uses version 2.
 */
async function judged(refused: (path: string, method: string) => boolean): Promise<string[]> {
  const variant: Variant = {
    id: 'api-key/refused-somewhere',
    freedoms: ['FRE-216'],
    summary: 'Keys are refused on some calls.',
    behaviour: () => ({ keyFitsCall: ({ request }) => !refused(request.path, request.method) }),
  };
  const session = await openEmbedded({ seed: 1, runId: 'alike', realTime, variant });
  try {
    const results = await runAll(recordsAcrossCredentialsChecks, session, {
      runs: 1,
      seed: 1,
      now: realTime.now,
      shrinkMs: 0,
    });
    return results.flatMap(({ verdict, failures }) => [verdict, ...failures.map(({ requirement }) => requirement)]);
  } finally {
    await session.close();
  }
}

test('a key that only another version than that of the write probe accepts is not failed', async () => {
  expect(await judged((path) => path.startsWith('/api/v2/'))).toEqual(['inconclusive']);
});

test('a key that the version accepts only for reading is failed', async () => {
  expect(await judged((_path, method) => method === 'POST')).toEqual(['failed', 'KEY-03']);
});
