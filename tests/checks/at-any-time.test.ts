import { expect, test } from 'vitest';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';

const some = checks.filter(({ clockIndependent }) => clockIndependent === true);

test('a check during which the clock may move presents no credential, and needs no clock', async () => {
  expect(some.length).toBeGreaterThan(20);
  expect(some.filter(({ needs }) => needs.some((need) => need.startsWith('clock.')))).toEqual([]);
  const session = await openEmbedded({ seed: 1, runId: 'any time', realTime });
  try {
    // checks that expect no delivery wait in real time
    const quick = some.filter(({ maxSeconds }) => maxSeconds === undefined);
    const results = await runAll(quick, session, { runs: 2, seed: 1, now: realTime.now });
    expect(results.map(({ verdict, exchanges }) => ({ verdict, exchanges }))).toEqual(
      quick.map(() => ({ verdict: 'passed', exchanges: 0 })),
    );
  } finally {
    await session.close();
  }
});
