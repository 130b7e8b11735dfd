import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { staysRefused } from '../../drivers/examination/refusal.ts';
import { SkippingClock } from './skipping-clock.ts';

const answered = (status: number): Exchange => ({ response: { status } }) as Exchange;

/** Sends a request that gets these statuses in turn, and the last one again from then on. */
async function asked(statuses: readonly number[], settleSeconds: number) {
  const time = new SkippingClock();
  let at = 0;
  const ask = (): Promise<Exchange> => Promise.resolve(answered(statuses[Math.min(at++, statuses.length - 1)] ?? 200));
  const refusal = await staysRefused(ask, time, settleSeconds);
  const paused = time.pauses.reduce((sum, ms) => sum + ms, 0) / 1000;
  return { refusal: refusal?.response?.status, times: at, paused };
}

describe('a credential', () => {
  test('that is served is used once', async () => {
    expect(await asked([200], 5)).toEqual({ refusal: undefined, times: 1, paused: 0 });
  });

  test('that is refused three times stays refused', async () => {
    expect(await asked([401], 0)).toEqual({ refusal: 401, times: 3, paused: 1 });
  });

  test('that was just made counts as refused only after the time for changes', async () => {
    expect(await asked([401], 5)).toEqual({ refusal: 401, times: 8, paused: 6 });
    expect(await asked([401, 401, 401, 401, 200], 5)).toMatchObject({ refusal: undefined });
  });

  test.each([500, 503, 429, 408, 0])('that met a %d in between is not refused', async (status) => {
    expect(await asked([401, 401, status], 0)).toMatchObject({ refusal: undefined, times: 3 });
  });
});
