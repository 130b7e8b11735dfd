import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonItems } from '../../drivers/capture/json-items.ts';
import type { ItemsEnd } from '../../drivers/capture/json-items.ts';
import { Lines } from '../../drivers/capture/lines.ts';
import { textOfMember } from '../../drivers/capture/text-at.ts';

interface Read {
  readonly items: readonly string[];
  readonly tooLong: readonly number[];
  readonly end: ItemsEnd;
}

/** Reads octets in chunks of the given lengths. Each chunk is overwritten after use, like a reader's buffer. */
function read(bytes: Buffer, lengths: readonly number[], longest = 1_000_000): Read {
  const [items, tooLong]: [string[], number[]] = [[], []];
  const scanner = new JsonItems(
    { item: (item) => void items.push(item.toString('utf8')), tooLong: (_, length) => void tooLong.push(length) },
    longest,
  );
  for (const chunk of chunks(bytes, lengths)) {
    scanner.push(chunk);
    chunk.fill(0x7d);
  }
  return { items, tooLong, end: scanner.end() };
}

function* chunks(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield Buffer.from(bytes.subarray(at, at + length));
    at += length;
  }
}

const parsed = (texts: readonly string[]): unknown[] => texts.map((text) => JSON.parse(text) as unknown);

const someChunks = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 })), { minLength: 1, maxLength: 6 });
const someText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[\\"{}[\],:\n]{0,20}$/),
  fc.constantFrom('log', 'entries', 'x'.repeat(300), `${'y'.repeat(200)}\\`, `${'z'.repeat(200)}"`, 'é'.repeat(100)),
);
const someValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(someText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(someText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const someSpace = fc.constantFrom(undefined, 2, '\t');

/** Returns the same JSON with escapes in the keys that the scanner looks for. */
function withEscapedKeys(json: string): string {
  return json.replaceAll(/"(?:request|url|log|entries)"(?=:)/g, (key) =>
    key.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  );
}

describe('in chunks of any length, the scanner finds', () => {
  test('the entries of a HAR as JSON.parse gives them, regardless of its other members', () => {
    fc.assert(
      fc.property(
        fc.array(someValue, { maxLength: 6 }),
        fc.dictionary(someText, someValue, { maxKeys: 3, noNullPrototype: true }),
        fc.dictionary(someText, someValue, { maxKeys: 3, noNullPrototype: true }),
        someSpace,
        someChunks,
        (entries, beside, within, space, lengths) => {
          const har = { ...beside, log: { ...within, entries } };
          const text = JSON.stringify(har, null, space);
          const { items, end } = read(Buffer.from(text), lengths);
          expect(parsed(items)).toEqual((JSON.parse(text) as typeof har).log.entries);
          expect(end).toEqual({ cutOff: false, har: true });
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });

  test('the elements of a list as JSON.parse gives them', () => {
    fc.assert(
      fc.property(fc.array(someValue, { maxLength: 6 }), someSpace, someChunks, (list, space, lengths) => {
        const text = JSON.stringify(list, null, space);
        const { items, end } = read(Buffer.from(text), lengths);
        expect(parsed(items)).toEqual(JSON.parse(text));
        expect(end).toEqual({ cutOff: false, har: false });
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  test('objects one after the other, if no object is a HAR', () => {
    const object = fc.dictionary(
      someText.filter((key) => key !== 'log'),
      someValue,
      { maxKeys: 4, noNullPrototype: true },
    );
    fc.assert(
      fc.property(
        fc.array(object, { maxLength: 5 }),
        fc.constantFrom('', '\n', ' \r\n'),
        someChunks,
        (all, by, lengths) => {
          const texts = all.map((one) => JSON.stringify(one));
          expect(read(Buffer.from(texts.join(by)), lengths).items).toEqual(texts);
        },
      ),
      { seed: 13, numRuns: 300 },
    );
  });

  test('the entries before the end of a HAR that is cut off anywhere, and reports the cut', () => {
    fc.assert(
      fc.property(
        fc.array(someValue, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        someChunks,
        (entries, cut, lengths) => {
          const whole = Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }));
          const begins = whole.indexOf('[') + 1;
          const bytes = whole.subarray(0, begins + (cut % (whole.length - begins)));
          const { items, end } = read(bytes, lengths);
          expect(end).toEqual({ cutOff: true, har: true });
          const given = parsed(entries.map((entry) => JSON.stringify(entry)));
          // The last entry may be a number with only its first digits, or it may be missing.
          expect(items.length).toBeLessThanOrEqual(entries.length);
          expect(parsed(items.slice(0, -1))).toEqual(given.slice(0, Math.max(0, items.length - 1)));
        },
      ),
      { seed: 14, numRuns: 500 },
    );
  });
});

test('no octets make the scanner throw or return more than they contain', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.stringMatching(/^[{}[\]",:\\0a]{0,60}$/),
      someChunks,
      (noise, json, lengths) => {
        const bytes = Buffer.concat([Buffer.from(json), noise, Buffer.from(json)]);
        const { items, tooLong } = read(bytes, lengths);
        expect(items.join('').length).toBeLessThanOrEqual(bytes.toString('utf8').length);
        expect(tooLong).toEqual([]);
      },
    ),
    { seed: 15, numRuns: 500 },
  );
});

test('the length of an item that is too long is reported, and its neighbours are found', () => {
  const text = JSON.stringify({ log: { entries: [1, 'x'.repeat(5000), { a: 'y'.repeat(700) }, [2]] } });
  for (const lengths of [[1], [7, 900], [100_000]]) {
    const { items, tooLong } = read(Buffer.from(text), lengths, 500);
    expect(items).toEqual(['1', '[2]']);
    expect(tooLong).toEqual([5002, 708]);
  }
});

test('a key that is written with escapes is the same key', () => {
  const { items, end } = read(Buffer.from(withEscapedKeys('{"log":{"entries":["a",2]}}')), [5]);
  expect(parsed(items)).toEqual(['a', 2]);
  expect(end.har).toBe(true);
});

test('the lines are the lines of the text without the blank ones', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z {}"]{0,40}$/), { maxLength: 8 }), someChunks, (lines, lengths) => {
      const found: string[] = [];
      const reader = new Lines({ item: (line) => void found.push(line.toString()), tooLong: () => {} }, 10_000);
      for (const chunk of chunks(Buffer.from(lines.join('\n')), lengths)) reader.push(chunk);
      reader.end();
      expect(found).toEqual(lines.filter((line) => line.trim() !== ''));
    }),
    { seed: 16, numRuns: 300 },
  );
});

describe('the text at a place is found', () => {
  test('where JSON.parse finds it', () => {
    const member = fc.constantFrom('request', 'url', 'a', 'response');
    const text = fc.oneof(someText, fc.constantFrom('https://a.example/api/v2/entries'));
    const inner = fc.dictionary(member, fc.oneof(text, someValue), { maxKeys: 4, noNullPrototype: true });
    const outer = fc.dictionary(member, fc.oneof(inner, someValue), { maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(outer, someSpace, (value, space) => {
        const request = value['request'];
        const url =
          typeof request === 'object' && request !== null && !Array.isArray(request)
            ? (request as Record<string, unknown>)['url']
            : undefined;
        const json = JSON.stringify(value, null, space);
        expect(textOfMember(Buffer.from(json), 'request', 'url')).toEqual(typeof url === 'string' ? url : undefined);
        expect(textOfMember(Buffer.from(withEscapedKeys(json)), 'request', 'url')).toEqual(
          typeof url === 'string' ? url : undefined,
        );
      }),
      { seed: 17, numRuns: 800 },
    );
  });

  test('even if its slashes are escaped', () => {
    const bytes = Buffer.from('{"a":{"url":"no"},"request" : { "x":[{"url":1}], "url": "https:\\/\\/a.example\\/b"}}');
    expect(textOfMember(bytes, 'request', 'url')).toBe('https://a.example/b');
  });
});
