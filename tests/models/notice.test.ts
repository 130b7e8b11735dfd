import { expect, test } from 'vitest';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { openShared } from '../../drivers/target/shared.ts';
import type { RealTime } from '../../drivers/target/target.ts';
import type { Command } from '../../generators/history.ts';
import { storiesCheck } from '../../specs/models/history-check.ts';
import { runAll } from '../../specs/run-all.ts';
import { createCertificate, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';

const seed = 20261120;
const propagationSeconds = 5;

/** Plays commands at a tenant whose changes may take five seconds to be seen; the long pauses that were made for that. */
async function pausesIn(...commands: readonly Command[]): Promise<readonly number[]> {
  const long: number[] = [];
  let skipped = 0;
  const now = (): number => performance.now() + skipped;
  const realTime: RealTime = {
    now,
    today: () => new Date(),
    pause: (ms) => {
      if (ms >= 1000) long.push(Math.round(ms / 1000));
      skipped += ms;
      return Promise.resolve();
    },
  };
  const tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: seededRandom('notice'),
    seed,
    elapsed: now,
    startsAt: new Date('2026-11-20T08:00:00.000Z'),
  });
  const service = await startControlService({ control: tenant.control });
  try {
    const profile = resolveProfile(
      {
        name: 'slow to notice',
        baseUrl: tenant.baseUrl,
        control: { type: 'http', url: service.url },
        limits: { propagationSeconds },
      },
      { caPem: tenant.caPem },
    );
    const session = await openShared(profile, { runId: 'notice', realTime });
    const look = { from: 0, count: 0 };
    const check = storiesCheck({
      id: 'lifecycle/a-made-up-story',
      title: 'A made-up story',
      proves: ['LIF-02'],
      needs: ['app.create', 'user.create', 'browser.authorize', 'user.suspend'],
      keys: false,
      stories: [{ users: 2, apps: 1, keyAges: [], opening: [], steps: commands.map((command) => ({ command, look })) }],
    });
    const [result] = await runAll([check], session, { runs: 1, seed, now, shrinkMs: 0 });
    await session.close();
    expect(result?.verdict).toBe('passed');
    return long;
  } finally {
    await service.close();
    await tenant.close();
  }
}

test('a change is waited for by whom it concerns, once, and by nobody else', async () => {
  const ask: Command = { do: 'askForToken', app: 0 };
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  expect(await pausesIn({ do: 'suspend', user: 1 }, ask, visit)).toEqual([]);
  expect(await pausesIn({ do: 'suspend', user: 0 }, ask, visit, visit)).toEqual([propagationSeconds]);
});
