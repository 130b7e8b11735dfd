// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * controllable if clock.advance moves the clock. The whole tenant has one clock.
 */
export type ClockKind = 'controllable' | 'real';

/**
 * The answer of a control service to GET: its identity and the operations that it supports.
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
   * Base address of the tenant. Its form is a requirement, which a check judges.
   */
  readonly baseUrl: string;
  readonly clock: ClockKind;
  /**
   * The supported operations. The suite calls no operation that is not listed. The list may contain names of later operations.
   */
  readonly operations: readonly string[];
}

/**
 * The body of an answer with a status other than 200.
 */
export interface ControlError {
  /**
   * Code of the error.
   */
  readonly error: string;
  /**
   * The error, as a sentence.
   */
  readonly message: string;
}
