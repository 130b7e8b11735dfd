import { Unsupported } from '../../core/trouble.ts';
import type { ControlAdapter } from './control.ts';

/**
 * Returns the control of a target without one: checks that need an operation are not exercised, checks for which the
 * fixtures suffice are.
 */
export function noControl(baseUrl: string): ControlAdapter {
  return {
    kind: 'none',
    description: { protocol: 'tenant-control/1', tenantId: 'unknown', baseUrl, clock: 'real', operations: [] },
    operate: (operation) => Promise.reject(new Unsupported(`${operation} is not available: there is no control`)),
  };
}
