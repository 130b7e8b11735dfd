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
   * Type of the payload.
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
   * Name of the key. It is a hint, and no proof.
   */
  readonly keyid?: string;
  /**
   * The signature in base64.
   */
  readonly sig: string;
}

/**
 * PASSED if the tenant conforms; WARNED if it conforms with warnings or waivers; FAILED otherwise, also if the run could not show conformance.
 */
export type TestVerdict = 'PASSED' | 'WARNED' | 'FAILED';

/**
 * An in-toto Statement v1 with the test-result predicate v0.1: the content that a signature over a report signs.
 */
export interface ResultStatement {
  /**
   * Type of this document.
   */
  readonly _type: 'https://in-toto.io/Statement/v1';
  /**
   * The subjects of the statement, each with its digest.
   *
   * @minItems 1
   */
  readonly subject: readonly Subject[];
  /**
   * Type of the predicate: the kind of statement about the subjects.
   */
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: TestResult;
}

/**
 * A document with its digest.
 */
export interface Subject {
  /**
   * Name that distinguishes the subjects.
   */
  readonly name: string;
  /**
   * Address of the subject.
   */
  readonly uri?: string;
  readonly digest: DigestSet;
  /**
   * Media type of the subject.
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
 * The result of a test run.
 */
export interface TestResult {
  readonly result: TestVerdict;
  /**
   * The suite, the catalogue and the target profile of the run.
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
 * The suite, the catalogue or the target profile.
 */
export interface ConfigurationPart {
  /**
   * Name that distinguishes the parts.
   */
  readonly name: string;
  /**
   * Global identifier of the part.
   */
  readonly uri?: string;
  readonly digest?: DigestSet;
  readonly annotations?: Annotations;
}
