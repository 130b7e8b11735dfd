// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * A DSSE envelope: a payload and the signatures over it.
 */
export interface Envelope {
  /**
   * The payload in base64.
   */
  readonly payload: string;
  /**
   * What the payload is.
   */
  readonly payloadType: string;
  /**
   * The signatures.
   *
   * @minItems 1
   */
  readonly signatures: readonly EnvelopeSignature[];
}

/**
 * One signature.
 */
export interface EnvelopeSignature {
  /**
   * Names the key; a hint, and no proof.
   */
  readonly keyid?: string;
  /**
   * The signature in base64.
   */
  readonly sig: string;
}

/**
 * PASSED where the tenant conforms; WARNED where it does with warnings or waivers; FAILED otherwise, also where the run could not show it.
 */
export type TestVerdict = 'PASSED' | 'WARNED' | 'FAILED';

/**
 * An in-toto Statement v1 with the test-result predicate v0.1: what a signature over a report speaks of.
 */
export interface ResultStatement {
  /**
   * What this document is.
   */
  readonly _type: 'https://in-toto.io/Statement/v1';
  /**
   * What the statement is about; each with its digest.
   *
   * @minItems 1
   */
  readonly subject: readonly Subject[];
  /**
   * What is said of the subjects.
   */
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: TestResult;
}

/**
 * Something with a digest.
 */
export interface Subject {
  /**
   * Tells the subjects apart.
   */
  readonly name: string;
  /**
   * Address of it.
   */
  readonly uri?: string;
  readonly digest: DigestSet;
  /**
   * What kind of document it is.
   */
  readonly mediaType?: string;
  readonly annotations?: Annotations;
}

/**
 * Digests by algorithm, in hexadecimal.
 */
export interface DigestSet {
  /**
   * SHA-256.
   */
  readonly sha256: string;
}

/**
 * Further facts, as text.
 */
export interface Annotations {
  readonly [k: string]: string;
}

/**
 * How a test run ended.
 */
export interface TestResult {
  readonly result: TestVerdict;
  /**
   * What the run was done with.
   */
  readonly configuration: readonly ConfigurationPart[];
  /**
   * Ids of the checks that passed.
   */
  readonly passedTests?: readonly string[];
  /**
   * Ids of the checks with a warning or a waiver.
   */
  readonly warnedTests?: readonly string[];
  /**
   * Ids of the checks that failed.
   */
  readonly failedTests?: readonly string[];
}

/**
 * Suite, catalogue or target profile.
 */
export interface ConfigurationPart {
  /**
   * Tells the parts apart.
   */
  readonly name: string;
  /**
   * Identifies it globally.
   */
  readonly uri?: string;
  readonly digest?: DigestSet;
  readonly annotations?: Annotations;
}
