import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { PremiseUnmet } from '../../core/trouble.ts';
import { anyWeather } from './arbitrary-weather.ts';
import { tenantServingSuspendedUsers } from './faulty-tenants.ts';
import { verdictOn } from './weather-class.ts';

// if nearly every exchange is disturbed, a run takes minutes
const { weathers, most } = inject('depth') === 'quick' ? { weathers: 2, most: 0.1 } : { weathers: 20, most: 1 };

test('a tenant that still serves a suspended user passes in no weather', async () => {
  await fc.assert(
    fc.asyncProperty(anyWeather(most), async (weather) => {
      expect(await undefinedIfNotBegun(verdictOn(tenantServingSuspendedUsers, weather, 1, 'its requirement'))).not.toBe(
        'passed',
      );
    }),
    // not shrunk, because each case is a whole run
    { numRuns: weathers, endOnFailure: true },
  );
});

/** Returns undefined if the run does not begin, because the weather makes the tenant unreachable. */
async function undefinedIfNotBegun<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof PremiseUnmet) return undefined;
    throw error;
  }
}
