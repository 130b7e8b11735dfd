import { open } from 'node:fs/promises';

/** The largest profile or certificate file that is read, in bytes. */
const mostBytes = 1_000_000;

/** The text of a file, or the words that follow "found" in a message and say why it could not be read. */
export type FileContent = { readonly text: string } | { readonly missing: true } | { readonly trouble: string };

/** Reads a small text file. Reads at most one megabyte, of any kind of file. */
export async function readSmallFile(path: string): Promise<FileContent> {
  let bytes: Buffer;
  try {
    await using handle = await open(path, 'r');
    const info = await handle.stat();
    if (info.isDirectory()) return { trouble: 'a folder' };
    bytes = await upTo(mostBytes + 1, async (into, from) => {
      const { bytesRead } = await handle.read(into, from, into.length - from);
      return bytesRead;
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { missing: true };
    return { trouble: `a file that cannot be read (${code})` };
  }
  if (bytes.length > mostBytes) return { trouble: 'a file of more than 1 MB' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { trouble: 'a file that is not UTF-8 text' };
  }
}

/** Reads until the end or until the buffer is full: the size that a file reports may be wrong. */
async function upTo(most: number, read: (into: Buffer, from: number) => Promise<number>): Promise<Buffer> {
  const room = Buffer.alloc(most);
  let filled = 0;
  while (filled < most) {
    const count = await read(room, filled);
    if (count === 0) break;
    filled += count;
  }
  return room.subarray(0, filled);
}
