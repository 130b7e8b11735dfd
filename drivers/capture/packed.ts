import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { answerLimits } from '../client/answer-limits.ts';

/** Octets that may come of a packed capture: more than anybody records, and read as a stream. */
export const longestUnpacked = 8 * 1024 ** 3;

/** A packed capture that is not read to its end. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/** Whether a file is packed with gzip, or with zlib as recording proxies do in `.zhar`. */
export function isPacked(begin: Buffer): boolean {
  const [first = 0, second = 0] = begin;
  if (first === 0x1f && second === 0x8b) return true;
  // a text that begins like this is no JSON either
  return first === 0x78 && (first * 256 + second) % 31 === 0;
}

/**
 * The octets of a packed file, as fast as they are asked for. One that stops in the middle ends there.
 *
 * @param told is told that the file stops in the middle
 * @throws {UnpackError} where it is damaged, or more comes of it than of any capture
 */
export async function* unpacked(path: string, told: { cutOff?: boolean } = {}): AsyncGenerator<Buffer> {
  const unzip = createUnzip({ chunkSize: 1 << 18 });
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  // the code that reads from it is told of what goes wrong
  pipeline(file, unzip, () => {});
  let length = 0;
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      length += chunk.length;
      demandSane(length, unzip.bytesWritten);
      yield chunk;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof UnpackError || !code.startsWith('Z_')) throw error;
    if (code !== 'Z_BUF_ERROR') throw new UnpackError('it is packed, and damaged');
    // all that stands before the place where it stops was handed out
    told.cutOff = true;
  } finally {
    file.destroy();
    unzip.destroy();
  }
}

function demandSane(length: number, consumed: number): void {
  if (length > longestUnpacked) throw new UnpackError(`it unpacks to more than ${longestUnpacked / 1024 ** 3} GB`);
  if (length > answerLimits.ratioFromBytes && length > consumed * answerLimits.ratio) {
    throw new UnpackError(`it unpacks to more than ${answerLimits.ratio} times its size, which no capture does`);
  }
}
