// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * A page of the assay-results listing.
 */
export interface AssayResultsPage {
  /**
   * Assay results; their fields are not specified.
   */
  readonly results: readonly unknown[];
  /**
   * Empty if no page follows, otherwise a non-empty opaque page token.
   */
  readonly nextToken: string;
}

/**
 * A page of a listing.
 */
export interface Page {
  /**
   * Empty if no page follows, otherwise a non-empty opaque page token.
   */
  readonly nextToken: string;
}
