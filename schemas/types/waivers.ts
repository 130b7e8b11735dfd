// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * What is known to be broken and let pass for a while: by check, with a reason, an owner and a last day.
 */
export interface Waivers {
  /**
   * The waivers, in any order.
   */
  readonly waivers: readonly Waiver[];
}

/**
 * One check, or one requirement of a check, whose failure is let pass.
 */
export interface Waiver {
  /**
   * Id of the check.
   */
  readonly check: string;
  /**
   * Id of the one requirement of the check that is waived; all of them where it is left out.
   */
  readonly requirement?: string;
  /**
   * Why it is let pass.
   */
  readonly reason: string;
  /**
   * Who answers for it.
   */
  readonly owner: string;
  /**
   * The last day on which it is in force, in UTC.
   */
  readonly lastDay: string;
}
