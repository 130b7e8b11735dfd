import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

type Decode = (octets: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const inflated: Decode = promisify(inflate);
const inflatedRaw: Decode = promisify(inflateRaw);
const unzipped: Decode = promisify(gunzip);

const decoders: Readonly<Record<string, Decode>> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // said of the zlib format, and sent without its frame by some
  deflate: (octets, limits) => inflated(octets, limits).catch(() => inflatedRaw(octets, limits)),
};

/**
 * Takes the content codings off a body (RFC 9110, 8.4): whoever says nothing of codings may be sent any (12.5.3).
 *
 * @param label the value of Content-Encoding
 * @param longest octets that may come of it
 * @returns the octets as they came where a coding is not known, or the body is not in it
 */
export async function withoutCodings(
  octets: Uint8Array,
  label: string | readonly string[] | undefined,
  longest: number,
): Promise<Uint8Array> {
  if (label === undefined || octets.length === 0) return octets;
  const codings = [label].flat().flatMap((each) => each.split(',').map((coding) => coding.trim().toLowerCase()));
  let plain = octets;
  for (const coding of codings.toReversed()) {
    if (coding === '' || coding === 'identity') continue;
    const decode = decoders[coding];
    if (decode === undefined) return octets;
    try {
      plain = await decode(plain, { maxOutputLength: longest });
    } catch {
      return octets;
    }
  }
  return plain;
}
