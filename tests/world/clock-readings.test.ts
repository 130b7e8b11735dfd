import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scene } from '../../drivers/world/scene.ts';
import { datedByOthers } from '../../specs/expectations/age.ts';

interface Doing {
  /** Milliseconds that pass before the act and during it. */
  readonly before: number;
  readonly during: number;
  /** Milliseconds by which the tenant's clock, which never goes back, is ahead at the act. */
  readonly ahead: number;
}

/** Returns a tenant whose clock is at times a little ahead of its own pace. Real time passes by `pass` and acts. */
function tenantAhead(runsOn: boolean) {
  let real = 1001;
  let ahead = 0;
  let latest = 0;
  const now = (): number => (latest = Math.max(latest, real + ahead));
  let readings = 0;
  // The last move was long ago.
  const shown = { seconds: 0, grain: 0.001, began: -1e6, ended: -1e6, runsOn };
  const scene = {
    target: { timeline: { moment: 0 }, shown: () => shown, realTime: { now: () => real } },
    clock: () => {
      readings++;
      return Promise.resolve(now() / 1000);
    },
  } as unknown as Scene;
  const act = async ({ during, ahead: by }: Doing): Promise<number> => {
    real += during / 2;
    ahead = by;
    const at = now();
    real += during / 2;
    await Promise.resolve();
    return at / 1000;
  };
  return { scene, act, pass: (milliseconds: number) => (real += milliseconds), readings: () => readings };
}

test('an act is dated by an interval around its time, also if the clock is at times a little ahead of its own pace', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          before: fc.integer({ min: 0, max: 900 }),
          during: fc.integer({ min: 1, max: 120 }),
          ahead: fc.integer({ min: 0, max: 50 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.boolean(),
      async (doings, runsOn) => {
        const { scene, act, pass } = tenantAhead(runsOn);
        for (const doing of doings) {
          pass(doing.before);
          const { outcome: at, moment } = await datedByOthers(scene, () => act(doing));
          expect(moment.after).toBeLessThanOrEqual(at);
          expect(moment.before).toBeGreaterThanOrEqual(at);
        }
      },
    ),
  ));

test('a clock that was seen to run on by itself is read only now and then, and acts are dated just as closely', async () => {
  const read = async (runsOn: boolean): Promise<{ readonly readings: number; readonly widest: number }> => {
    const { scene, act, pass, readings } = tenantAhead(runsOn);
    let widest = 0;
    for (let doing = 0; doing < 12; doing++) {
      pass(307);
      const { moment } = await datedByOthers(scene, () => act({ before: 0, during: 50, ahead: 0 }));
      widest = Math.max(widest, moment.before - moment.after);
    }
    return { readings: readings(), widest };
  };
  const [standing, running] = [await read(false), await read(true)];
  expect(running.readings).toBeLessThanOrEqual(standing.readings / 2);
  expect(running.widest).toBeLessThan(0.3);
});
