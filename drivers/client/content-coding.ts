import type { Transform } from 'node:stream';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { Octets } from './octets.ts';

type Decoder = Transform & { readonly bytesWritten: number };
type Pieces = AsyncIterable<Uint8Array>;

const decoders: Readonly<Record<string, (first: Uint8Array) => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
  // the name means the zlib format, but some senders omit its frame, and no block of theirs begins like a frame
  deflate: ([octet = 0]) => ((octet & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/**
 * A body in content codings (RFC 9110, 8.4), which are removed as the body comes: a client that states no codings may
 * be sent any (12.5.3).
 */
export class Decoding {
  readonly #codings: readonly string[];
  #outermost: Decoder | undefined;

  private constructor(codings: readonly string[]) {
    this.#codings = codings;
  }

  /**
   * @param label the value of Content-Encoding
   * @returns undefined if the body has no coding, or one that is not known
   */
  static of(label: string | readonly string[] | undefined): Decoding | undefined {
    if (label === undefined) return undefined;
    const codings = [label]
      .flat()
      .flatMap((each) => each.split(',').map((coding) => coding.trim().toLowerCase()))
      .filter((coding) => coding !== '' && coding !== 'identity');
    return codings.length > 0 && codings.every((coding) => Object.hasOwn(decoders, coding))
      ? new Decoding(codings)
      : undefined;
  }

  /** Number of octets of the body that were decoded so far. */
  get consumed(): number {
    return this.#outermost?.bytesWritten ?? 0;
  }

  /**
   * Returns the octets without the codings, as fast as the caller reads them.
   *
   * @throws if the body is not in the coding that its label states
   */
  decoded(body: Pieces): Pieces {
    return this.#codings.reduceRight((octets, coding) => this.#withoutCoding(coding, octets), body);
  }

  async *#withoutCoding(coding: string, body: Pieces): AsyncGenerator<Uint8Array> {
    const rest = body[Symbol.asyncIterator]();
    const first = await rest.next();
    const decoder = first.done === true ? undefined : decoders[coding]?.(first.value);
    if (first.done === true || decoder === undefined) return;
    this.#outermost ??= decoder;
    const whole = async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    // the code that reads from the decoder receives its errors
    pipeline(whole(), decoder, () => {});
    yield* decoder as AsyncIterable<Uint8Array>;
  }
}

/**
 * Removes the content codings from a complete body.
 *
 * @param label the value of Content-Encoding
 * @param longest the most octets that the decoded body may have
 * @returns the octets unchanged if a coding is not known, if the body is not in it, or if the decoded body would be
 *   longer
 */
export async function withoutCodings(
  octets: Uint8Array,
  label: string | readonly string[] | undefined,
  longest: number,
): Promise<Uint8Array> {
  const decoding = octets.length === 0 ? undefined : Decoding.of(label);
  if (decoding === undefined) return octets;
  const plain = new Octets();
  try {
    for await (const piece of decoding.decoded(Readable.from([octets]))) {
      plain.append(piece);
      if (plain.length > longest) return octets;
    }
  } catch {
    return octets;
  }
  return plain.whole();
}
