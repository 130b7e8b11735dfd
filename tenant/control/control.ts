import type { Browsers } from '../browser/browsers.ts';
import type { Tenant } from '../tenant.ts';
import { isObject, type Input } from './input.ts';
import type { Operation } from './operation-types.ts';
import { controlOperations } from './operations.ts';
import { Refused } from './refused.ts';

/** The description that the control gives of itself and its tenant. */
export interface ControlDescription {
  readonly protocol: 'tenant-control/1';
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly clock: 'controllable';
  readonly operations: readonly string[];
}

/** The tenant control protocol, called directly. */
export interface Control {
  readonly description: ControlDescription;
  /** Carries an operation out. Rejects with `Refused` for wrong input (400, 404, 409) or an unknown operation (501). */
  readonly operate: (operation: string, input?: Input) => Promise<Record<string, unknown>>;
}

/** The operations whose time distinguishes later actions from earlier ones: each gets a millisecond of its own. */
const ofItsOwnMoment = /^user\.(un)?suspend$|^app\.(un)?(archive|install)$|rotate|^identityProvider\./u;

export function createControl(tenant: Tenant, browsers: Browsers): Control {
  const operations = new Map<string, Operation<object>>(Object.entries(controlOperations(tenant, browsers)));
  return {
    description: {
      protocol: 'tenant-control/1',
      tenantId: tenant.tenantId,
      baseUrl: tenant.baseUrl(),
      clock: 'controllable',
      operations: [...operations.keys()],
    },
    operate: async (name, input = {}) => {
      const operation = operations.get(name);
      if (operation === undefined) throw new Refused(501, 'not_supported', `There is no operation ${name}.`);
      if (!isObject(input)) throw new Refused(400, 'invalid_input', 'The input must be a JSON object.');
      if (ofItsOwnMoment.test(name)) tenant.clock.next();
      return { ...(await operation(input)) };
    },
  };
}
