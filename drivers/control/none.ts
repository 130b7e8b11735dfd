import { Unsupported } from '../../core/trouble.ts';
import type { ControlAdapter } from './control.ts';

/** A target without control: what needs an operation is not exercised, what the fixtures allow is. */
export function noControl(baseUrl: string): ControlAdapter {
  return {
    kind: 'none',
    description: { protocol: 'tenant-control/1', tenantId: 'unknown', baseUrl, clock: 'real', operations: [] },
    operate: (operation) => Promise.reject(new Unsupported(`${operation} is not available: there is no control`)),
  };
}
