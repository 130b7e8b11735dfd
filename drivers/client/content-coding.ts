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
  // said of the zlib format, and sent without its frame by some: no block of theirs begins like one
  deflate: ([octet = 0]) => ((octet & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/**
 * A body in content codings (RFC 9110, 8.4), which are taken off as it comes: a client that says nothing of codings may
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
   * @returns nothing where the body is in no coding, or in one that is not known
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

  /** How many octets of the body were decoded so far. */
  get consumed(): number {
    return this.#outermost?.bytesWritten ?? 0;
  }

  /**
   * The octets without the codings, as fast as they are asked for.
   *
   * @throws where the body is not in the coding that it is said to be in
   */
  decoded(body: Pieces): Pieces {
    return this.#codings.reduceRight((octets, coding) => this.#takeOff(coding, octets), body);
  }

  async *#takeOff(coding: string, body: Pieces): AsyncGenerator<Uint8Array> {
    const rest = body[Symbol.asyncIterator]();
    const first = await rest.next();
    const decoder = first.done === true ? undefined : decoders[coding]?.(first.value);
    if (first.done === true || decoder === undefined) return;
    this.#outermost ??= decoder;
    const whole = async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    // the code that reads from the decoder is told of what goes wrong
    pipeline(whole(), decoder, () => {});
    yield* decoder as AsyncIterable<Uint8Array>;
  }
}

/**
 * Takes the content codings off a body that is there as a whole.
 *
 * @param label the value of Content-Encoding
 * @param longest octets that may come of it
 * @returns the octets as they came where a coding is not known, the body is not in it, or more would come of it
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
