import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { answerLimits } from '../client/answer-limits.ts';

/** Maximum number of octets of an unpacked capture. No real recording is that long, and it is read as a stream. */
export const longestUnpacked = 8 * 1024 ** 3;

/** The reason why a packed capture is not read to its end. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/** Reports whether a file is packed with gzip, or with zlib like the `.zhar` files of recording proxies. */
export function isPacked(begin: Buffer): boolean {
  const [first = 0, second = 0] = begin;
  if (first === 0x1f && second === 0x8b) return true;
  // text that begins with these octets is no JSON, so it cannot be mistaken for a packed file
  return first === 0x78 && (first * 256 + second) % 31 === 0;
}

/**
 * Yields the octets of a packed file, as fast as the caller asks for them. If the file is cut off, they end there.
 *
 * @param ending its `cutOff` becomes true if the file is cut off
 * @throws {UnpackError} if the file is damaged, or unpacks to more than any capture does
 */
export async function* unpacked(path: string, ending: { cutOff?: boolean } = {}): AsyncGenerator<Buffer> {
  const unzip = createUnzip({ chunkSize: 1 << 18 });
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  // the loop that reads from the stream gets its errors
  pipeline(file, unzip, () => {});
  let length = 0;
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      length += chunk.length;
      demandPlausible(length, unzip.bytesWritten);
      yield chunk;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof UnpackError || !code.startsWith('Z_')) throw error;
    if (code !== 'Z_BUF_ERROR') throw new UnpackError('it is packed, and damaged');
    // everything before the end of the file was yielded
    ending.cutOff = true;
  } finally {
    file.destroy();
    unzip.destroy();
  }
}

function demandPlausible(length: number, consumed: number): void {
  if (length > longestUnpacked) throw new UnpackError(`it unpacks to more than ${longestUnpacked / 1024 ** 3} GB`);
  if (length > answerLimits.ratioFromBytes && length > consumed * answerLimits.ratio) {
    throw new UnpackError(`it unpacks to more than ${answerLimits.ratio} times its size, which no capture does`);
  }
}
