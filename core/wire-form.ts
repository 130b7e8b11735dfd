/** The letter case of the names of header fields. It makes no difference to their meaning (RFC 9110, section 5.1). */
export type LetterCase = 'lower case' | 'upper case' | 'capitals' | 'mixed case';

/** A form on the wire in which HTTP/1.1 allows one and the same request to be sent. */
export interface WireForm {
  /** Whether the body is sent in chunks (RFC 9112, section 7.1), without its length. */
  readonly chunked: boolean;
  /** Whether the head, and each piece of the body, is written separately. */
  readonly segments: boolean;
  /** The places at which the body is cut into pieces, as shares of its length in 1/256. */
  readonly cuts: readonly number[];
  /** The header fields after Host that come first, by their places in the usual order. The other fields follow. */
  readonly order: readonly number[];
  readonly letterCase: LetterCase;
  /** Whether the body waits until the other side asks for it (RFC 9110, section 10.1.1). */
  readonly expect: boolean;
}

/** The usual form, in which clients send a request whose whole content they know. */
export const usualForm: WireForm = {
  chunked: false,
  segments: false,
  cuts: [],
  order: [],
  letterCase: 'lower case',
  expect: false,
};

/** Returns the unusual parts of a form in words, such as `in chunks, names of fields in upper case`. */
export function formInWords({ chunked, segments, order, letterCase, expect }: WireForm): string {
  const words = [
    ...(chunked ? ['in chunks'] : []),
    ...(segments ? ['in several segments'] : []),
    ...(expect ? ['with Expect: 100-continue'] : []),
    ...(order.some((usual, place) => usual !== place) ? ['its fields in another order'] : []),
    ...(letterCase === 'lower case' ? [] : [`names of fields in ${letterCase}`]),
  ];
  return words.length > 0 ? words.join(', ') : 'in the usual form, over HTTP/1.1';
}
