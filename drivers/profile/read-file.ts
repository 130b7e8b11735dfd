import { open } from 'node:fs/promises';

/** The most that a profile or a certificate file may hold. */
const mostBytes = 1_000_000;

/** What stands in a file, or why it could not be had, as the words that follow "found". */
export type FileContent = { readonly text: string } | { readonly missing: true } | { readonly trouble: string };

/** Reads a small text file; never more than a megabyte of it, regardless of what it is. */
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

/** Reads until the end or until the room is full: what a file says of its size need not be so. */
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
