// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * Known failures that are waived until a last day, by check, each with a reason and an owner.
 */
export interface Waivers {
  /**
   * The waivers, in any order.
   */
  readonly waivers: readonly Waiver[];
}

/**
 * One check, or one requirement of a check, whose failure is waived.
 */
export interface Waiver {
  /**
   * Id of the check.
   */
  readonly check: string;
  /**
   * Id of the one requirement of the check that is waived; all of them if it is left out.
   */
  readonly requirement?: string;
  /**
   * The reason for the waiver.
   */
  readonly reason: string;
  /**
   * The person or group that is responsible for the waiver.
   */
  readonly owner: string;
  /**
   * The last day on which the waiver is in force, in UTC.
   */
  readonly lastDay: string;
}
