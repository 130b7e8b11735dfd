import type { Browsers } from '../browser/browsers.ts';
import type { Tenant } from '../tenant.ts';
import { actorOperations } from './actors.ts';
import { dataOperations } from './data.ts';
import { eventOperations } from './events.ts';
import { positiveNumber } from './input.ts';
import type { ControlOperations } from './operation-types.ts';
import { Refused } from './refused.ts';
import { signInOperations } from './sign-in.ts';

const LONGEST_ADVANCE = 1e10;

export function controlOperations(tenant: Tenant, browsers: Browsers): ControlOperations {
  const { clock } = tenant;
  return {
    'clock.now': () => ({ now: clock.now().toISOString() }),
    'clock.advance': (input) => {
      const seconds = positiveNumber(input, 'seconds');
      // Beyond this, a date would soon have no text form.
      if (seconds > LONGEST_ADVANCE) throw new Refused(400, 'invalid_input', 'seconds must be at most 10000000000.');
      return { now: clock.advance(seconds).toISOString() };
    },
    ...actorOperations(tenant),
    ...dataOperations(tenant),
    ...eventOperations(tenant),
    ...signInOperations(tenant, browsers),
  };
}
