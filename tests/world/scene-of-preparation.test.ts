import { expect, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { check } from '../../specs/check.ts';
import { runAll } from '../../specs/run-all.ts';

const ask = (scene: Scene): Promise<unknown> => scene.call('/api/v2/entries');
const operate = (scene: Scene): Promise<unknown> => scene.operate('clock.now', {});

interface Asking {
  readonly before?: (scene: Scene) => unknown;
  readonly inCase?: (staged: Scene, own: Scene) => unknown;
}

async function result({ before, inCase }: Asking): Promise<CheckResult | undefined> {
  const made = check({
    id: 'transport/made-up',
    title: 'A check that was made up',
    proves: ['TRN-01'],
    needs: [],
    async arrange(scene) {
      await before?.(scene);
      return scene;
    },
    async gather(scene, _given, staged) {
      await inCase?.(staged, scene);
      return {};
    },
    *judge() {},
  });
  const session = await openEmbedded({ seed: 1, runId: 'made up', realTime });
  try {
    const [only] = await runAll([made], session, { runs: 1, seed: 1, now: realTime.now });
    return only;
  } finally {
    await session.close();
  }
}

test.each([
  ['a request', ask],
  ['an operation', operate],
  ['a request of one of its parts', (scene: Scene) => scene.together([ask])],
])('%s through the scene of its arrangement is a mistake of a check', async (_what, does) => {
  const { verdict, reason } = (await result({ inCase: does })) ?? {};
  expect(verdict).toBe('broken');
  expect(reason).toContain('a case used the scene of its arrangement');
});

test('a case uses its own scene, and the arrangement and its clean-up use the scene of the arrangement', async () => {
  let last: unknown;
  const before = async (scene: Scene): Promise<void> => {
    await ask(scene);
    await operate(scene);
    scene.atEnd(async () => void (last = await ask(scene)));
  };
  expect((await result({ before, inCase: (_staged, own) => ask(own) }))?.verdict).toBe('passed');
  expect(last).toMatchObject({ response: { status: 401 } });
});
