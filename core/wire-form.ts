/** How the names of header fields are written; they mean the same in each (RFC 9110, section 5.1). */
export type LetterCase = 'lower case' | 'upper case' | 'capitals' | 'mixed case';

/** A form in which HTTP/1.1 lets one and the same request lie on the wire. */
export interface WireForm {
  /** The body comes in chunks (RFC 9112, section 7.1), and its length is not told. */
  readonly chunked: boolean;
  /** The head, and each piece of the body, is written by itself. */
  readonly segments: boolean;
  /** Where the body is cut into pieces, as shares of its length in 1/256. */
  readonly cuts: readonly number[];
  /** The header fields behind Host that come first, by their places in the usual order; the others follow. */
  readonly order: readonly number[];
  readonly letterCase: LetterCase;
  /** The body waits until the other side asks for it (RFC 9110, section 10.1.1). */
  readonly expect: boolean;
}

/** The form in which clients send a request that they have as a whole. */
export const usualForm: WireForm = {
  chunked: false,
  segments: false,
  cuts: [],
  order: [],
  letterCase: 'lower case',
  expect: false,
};

/** A form in words: what is not as usual in it, such as `in chunks, names of fields in upper case`. */
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
