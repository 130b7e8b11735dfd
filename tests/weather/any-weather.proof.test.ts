import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { PremiseUnmet } from '../../core/trouble.ts';
import { anyWeather } from './arbitrary-weather.ts';
import { servesTheSuspended } from './faulty-tenants.ts';
import { verdictOn } from './hold.ts';

// where nearly everything is put off a run takes minutes
const { weathers, most } = inject('depth') === 'quick' ? { weathers: 2, most: 0.1 } : { weathers: 20, most: 1 };

test('a tenant that still serves a suspended user is passed in no weather', async () => {
  await fc.assert(
    fc.asyncProperty(anyWeather(most), async (weather) => {
      expect(await unlessNotBegun(verdictOn(servesTheSuspended, weather, 1, 'its requirement'))).not.toBe('passed');
    }),
    // each one is a whole run: what is found is not shrunk
    { numRuns: weathers, endOnFailure: true },
  );
});

/** In some weather the tenant is not reached at all, and a run does not begin. */
async function unlessNotBegun<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof PremiseUnmet) return undefined;
    throw error;
  }
}
