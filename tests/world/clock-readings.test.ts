import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scene } from '../../drivers/world/scene.ts';
import { datedByOthers } from '../../specs/expectations/age.ts';

interface Doing {
  /** Milliseconds that pass before something is done, and while it is. */
  readonly before: number;
  readonly during: number;
  /** Milliseconds that the tenant's clock, which shows none of them twice, has run ahead by then. */
  readonly ahead: number;
}

/** A tenant whose clock is a little ahead of its own pace at times; real time passes as it is let pass. */
function tenantAhead() {
  let real = 1000;
  let ahead = 0;
  let told = 0;
  const now = (): number => (told = Math.max(told, real + ahead));
  const scene = {
    target: { timeline: { moment: 0 }, shown: () => undefined, realTime: { now: () => real } },
    clock: () => Promise.resolve(now() / 1000),
  } as unknown as Scene;
  const act = async ({ during, ahead: by }: Doing): Promise<number> => {
    real += during / 2;
    ahead = by;
    const at = now();
    real += during / 2;
    await Promise.resolve();
    return at / 1000;
  };
  return { scene, act, pass: (milliseconds: number) => (real += milliseconds) };
}

test('what is done is dated around its time, also at a clock that is a little ahead of its own pace at times', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          before: fc.integer({ min: 0, max: 300 }),
          during: fc.integer({ min: 1, max: 120 }),
          ahead: fc.integer({ min: 0, max: 50 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      async (doings) => {
        const { scene, act, pass } = tenantAhead();
        for (const doing of doings) {
          pass(doing.before);
          const { outcome: at, moment } = await datedByOthers(scene, () => act(doing));
          expect(moment.after).toBeLessThanOrEqual(at);
          expect(moment.before).toBeGreaterThanOrEqual(at);
        }
      },
    ),
  ));
