import { expect, test } from 'vitest';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { findVariant } from '../../tenant/variants/index.ts';

test('keys and apps are compared in the same order of a listing, because orders may be refused one by one', async () => {
  const variant = findVariant('listing/sorted-where-it-is-shown-only')!;
  const session = await openEmbedded({ seed: 1, runId: 'sorted', realTime, variant });
  const some = checks.filter(({ id }) => id === 'api-key/a-key-is-accepted-in-calls-of-any-sort');
  try {
    const [result] = await runAll(some, session, { runs: 1, seed: 1, now: realTime.now, shrinkMs: 0 });
    expect(result).toMatchObject({ verdict: 'passed', failures: [] });
  } finally {
    await session.close();
  }
});
