import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutCodings } from '../../drivers/client/content-coding.ts';

const encoders = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  identity: (octets: Uint8Array) => octets,
} as const;

const names = Object.keys(encoders) as (keyof typeof encoders)[];
const longest = 1_000_000;

describe('a body in content codings', () => {
  test('is decoded to the original, whatever codings were applied one after the other', async () => {
    const bodies = fc.uint8Array({ minLength: 1, maxLength: 300 });
    const codings = fc.array(fc.constantFrom(...names), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(bodies, codings, async (body, applied) => {
        let octets: Uint8Array = body;
        for (const coding of applied) octets = encoders[coding](octets);
        const label = applied.map((coding) => coding.toUpperCase()).join(', ');
        expect(Buffer.from(await withoutCodings(octets, label, longest))).toEqual(Buffer.from(body));
      }),
      { seed: 20261120 },
    );
  });

  test('may be deflated without a frame', async () => {
    const octets = await withoutCodings(deflateRawSync('a page'), 'deflate', longest);
    expect(Buffer.from(octets).toString()).toBe('a page');
  });

  test.each([
    ['is in an unknown coding', Buffer.from('a page'), 'rot13'],
    ['is not in its declared coding', Buffer.from('a page'), 'gzip'],
    ['would be too long', gzipSync('a'.repeat(longest + 1)), 'gzip'],
    ['has no coding', Buffer.from('a page'), undefined],
  ])('is left unchanged if it %s', async (_where, octets, label) => {
    expect(await withoutCodings(octets, label, longest)).toBe(octets);
  });
});
