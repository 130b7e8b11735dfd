import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draw } from './draw.ts';

const seeds = fc.integer();
const names = ['name', 'place', 'order', 'state'] as const;

/** A few dimensions with two to five alternatives each. */
const domains = fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), size: fc.integer({ min: 2, max: 5 }) }), {
  minLength: 1,
  maxLength: names.length,
  selector: ({ name }) => name,
});

function casesOf(domain: readonly { readonly name: string; readonly size: number }[]) {
  const numbers = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
  return fc.record(Object.fromEntries(domain.map(({ name, size }) => [name, fc.constantFrom(...numbers(size))])));
}

describe('the cases that are run', () => {
  test('are among those that the seed draws, each at most once', () => {
    fc.assert(
      fc.property(domains, fc.integer({ min: 1, max: 60 }), seeds, (domain, runs, seed) => {
        const given = casesOf(domain);
        const chosen = draw(given, runs, seed);
        const drawn = fc.sample(given, { numRuns: 240, seed });
        expect(chosen).toHaveLength(runs);
        expect(chosen.map(({ value }) => value)).toEqual(chosen.map(({ index }) => drawn[index]));
        expect(new Set(chosen.map(({ index }) => index)).size).toBe(runs);
      }),
    );
  });

  test('show each thing that a case can be about among the first ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), seeds, (most, seed) => {
        const given = fc.nat(200);
        const about = (value: number): string[] => [`remainder ${value % most}`];
        const first = draw(given, most, seed, about).map(({ value }) => value % most);
        expect(new Set(first).size).toBe(most);
        expect(draw(given, 50, seed, about).slice(0, most)).toEqual(draw(given, most, seed, about));
      }),
    );
  });

  test('are the same for the same seed', () => {
    fc.assert(
      fc.property(domains, fc.integer({ min: 1, max: 30 }), seeds, (domain, runs, seed) => {
        expect(draw(casesOf(domain), runs, seed)).toEqual(draw(casesOf(domain), runs, seed));
      }),
    );
  });

  test('are the first ones of one sequence, however many of them are run', () => {
    fc.assert(
      fc.property(
        domains,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        seeds,
        (domain, one, other, seed) => {
          const [fewer, more] = one < other ? [one, other] : [other, one];
          expect(draw(casesOf(domain), more, seed).slice(0, fewer)).toEqual(draw(casesOf(domain), fewer, seed));
        },
      ),
    );
  });

  test('are all different cases, if exactly as many are run', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), seeds, (first, second, seed) => {
        const domain = [
          { name: 'name', size: first },
          { name: 'place', size: second },
        ];
        const chosen = draw(casesOf(domain), first * second, seed);
        expect(new Set(chosen.map(({ value }) => JSON.stringify(value))).size).toBe(first * second);
      }),
    );
  });

  test('are all different stories, also if these differ only in their order', () => {
    const orders = ['abcd', 'acbd', 'acdb', 'cabd', 'cadb', 'cdab', 'dcba'].map((order) => order.split(''));
    fc.assert(
      fc.property(seeds, (seed) => {
        const chosen = draw(fc.constantFrom(...orders), orders.length, seed);
        expect(new Set(chosen.map(({ value }) => value.join(''))).size).toBe(orders.length);
      }),
    );
  });

  test('show every alternative, if there are four cases for each alternative of the largest dimension', () => {
    fc.assert(
      fc.property(domains, seeds, (domain, seed) => {
        const most = Math.max(...domain.map(({ size }) => size));
        const chosen = draw(casesOf(domain), most * 4, seed);
        for (const { name, size } of domain) {
          expect(new Set(chosen.map(({ value }) => value[name])).size).toBe(size);
        }
      }),
    );
  });

  test('show each pair of alternatives, if there are eight cases for each pair of the largest dimensions', () => {
    fc.assert(
      fc.property(
        // with 25 pairs, one of them is rarely missing among all drawn cases
        domains
          .filter((domain) => domain.length > 1)
          .map((domain) => domain.map(({ name, size }) => ({ name, size: Math.min(size, 4) }))),
        seeds,
        (domain, seed) => {
          const [most = 1, second = 1] = domain.map(({ size }) => size).sort((a, b) => b - a);
          const chosen = draw(casesOf(domain), most * second * 8, seed);
          for (const one of domain) {
            for (const other of domain) {
              if (one.name === other.name) continue;
              const shown = chosen.map(({ value }) => `${value[one.name]} ${value[other.name]}`);
              expect(new Set(shown).size).toBe(one.size * other.size);
            }
          }
        },
      ),
    );
  });

  test('show each story once before any twice, and each alternative of what is drawn with the stories', () => {
    const given = fc.record({ story: fc.nat(7), way: fc.nat(3), place: fc.nat(3) });
    fc.assert(
      fc.property(seeds, (seed) => {
        const chosen = draw(given, 8, seed, undefined, ({ story }) => story).map(({ value }) => value);
        expect(new Set(chosen.map(({ story }) => story)).size).toBe(8);
        expect(new Set(chosen.map(({ way }) => way)).size).toBe(4);
        expect(new Set(chosen.map(({ place }) => place)).size).toBe(4);
      }),
    );
  });

  test('show each sequence of two steps, in stories of few kinds of step', () => {
    const kinds = ['archive', 'unarchive', 'rotate'] as const;
    const step = fc.record({ command: fc.record({ do: fc.constantFrom(...kinds) }), look: fc.nat(2) });
    const story = fc.array(step, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(seeds, (seed) => {
        const after = draw(story, 20, seed).flatMap(({ value }) =>
          value.slice(1).map(({ command }, index) => `${value[index]?.command.do} ${command.do}`),
        );
        expect(new Set(after).size).toBe(kinds.length ** 2);
      }),
    );
  });

  test('show each kind of text, if text is drawn freely', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const texts = draw(fc.string({ unit: 'grapheme-ascii', maxLength: 4 }), 40, seed).map(({ value }) => value);
        for (const kind of [/^$/u, /[A-Z]/u, /[0-9]/u, /[<>=]/u, /["'`]/u, /[_*?]/u]) {
          expect(texts.some((text) => kind.test(text))).toBe(true);
        }
      }),
    );
  });

  test('show each pair of alternatives, also if some cases are text that is never repeated', () => {
    const text = fc.string({ minLength: 12, maxLength: 40 });
    const given = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.nat(5), late: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ text }) },
    );
    fc.assert(
      fc.property(seeds, (seed) => {
        const shown = draw(given, 40, seed).map(({ value }) => ('text' in value ? '' : `${value.kind} ${value.late}`));
        expect(new Set(shown).size).toBe(13);
      }),
    );
  });

  test('show addresses of every depth, if addresses are drawn freely', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 8 });
    const path = fc.oneof(
      { weight: 20, arbitrary: fc.array(part, { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.array(part, { minLength: 4, maxLength: 4 }) },
    );
    const given = fc.tuple(part, path).map(([host, parts]) => ['https:/', `${host}.example`, ...parts].join('/'));
    fc.assert(
      fc.property(seeds, (seed) => {
        const depths = draw(given, 20, seed).map(({ value }) => value.split('/').length - 3);
        expect(new Set(depths)).toEqual(new Set([0, 1, 2, 4]));
      }),
    );
  });

  test('show each of a few texts that are worth trying, also if any other text is drawn too', () => {
    const known = ['Digest', 'Token', 'OAuth', 'MAC', 'HOBA', 'ApiKey', 'JWT', 'AccessToken', 'DPoP', 'PoP'] as const;
    const given = fc.oneof(
      fc.constantFrom(...known),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 9 }),
    );
    fc.assert(
      fc.property(seeds, (seed) => {
        const shown = new Set(draw(given, 30, seed).map(({ value }) => value));
        expect(known.filter((name) => !shown.has(name))).toEqual([]);
      }),
    );
  });
});
