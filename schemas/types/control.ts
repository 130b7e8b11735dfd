// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * controllable where clock.advance moves it; one clock for the whole tenant.
 */
export type ClockKind = 'controllable' | 'real';

/**
 * What a control service answers to GET: what it is and what it supports.
 */
export interface ControlDescription {
  /**
   * Name and version of the protocol.
   */
  readonly protocol: 'tenant-control/1';
  /**
   * Global tenant id.
   */
  readonly tenantId: string;
  /**
   * Base address of the tenant. Its form is a requirement of its own, which a check judges.
   */
  readonly baseUrl: string;
  readonly clock: ClockKind;
  /**
   * The operations supported; one that is not listed is not called. Names of later operations may stand among them.
   */
  readonly operations: readonly string[];
}

/**
 * The body beside a status other than 200.
 */
export interface ControlError {
  /**
   * Code of what went wrong.
   */
  readonly error: string;
  /**
   * What went wrong, as a sentence.
   */
  readonly message: string;
}
