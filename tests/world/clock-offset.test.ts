import { describe, expect, test } from 'vitest';
import type { Target } from '../../drivers/session/target.ts';
import { clockOffset } from '../../drivers/world/clock-offset.ts';
import type { Scene } from '../../drivers/world/scene.ts';

const now = Date.UTC(2026, 10, 20, 8);

/** Returns a tenant whose answers have this date, and the number of its calls. */
function tenant(
  date: string | undefined,
  { time = 'real', readsClock = false } = {},
): { scene: Scene; asked: () => number } {
  let calls = 0;
  const target = { time, realTime: { today: () => new Date(now) } } as unknown as Target;
  const scene = {
    target,
    supports: () => readsClock,
    call: () => {
      calls++;
      const headers = date === undefined ? {} : { date };
      return Promise.resolve({ number: 1, at: 0, request: {}, response: { status: 401, headers, body: '' } });
    },
  } as unknown as Scene;
  return { scene, asked: () => calls };
}

describe("the offset of the tenant's clock", () => {
  test('is measured once, however large it is', async () => {
    const { scene, asked } = tenant(new Date(now - 86_400_000 * 4000).toUTCString());
    expect(await clockOffset(scene)).toBe(-86_400 * 4000);
    expect(await clockOffset(scene)).toBe(-86_400 * 4000);
    expect(asked()).toBe(1);
  });

  test('is zero if it may be only apparent, or if no answer has a date', async () => {
    expect(await clockOffset(tenant(new Date(now + 2000).toUTCString()).scene)).toBe(0);
    expect(await clockOffset(tenant(undefined).scene)).toBe(0);
  });

  test('is not measured if the control reads the clock or the clock can be moved', async () => {
    const late = new Date(now - 3_600_000).toUTCString();
    for (const one of [tenant(late, { readsClock: true }), tenant(late, { time: 'shared' })]) {
      expect(await clockOffset(one.scene)).toBe(0);
      expect(one.asked()).toBe(0);
    }
  });
});
