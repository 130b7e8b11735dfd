import fc from 'fast-check';
import { expect, test } from 'vitest';
import { satisfies } from '../../schemas/validate.ts';
import {
  askableTexts,
  backslashTexts,
  freedomOf,
  operatorLookalikes,
  OPERATORS,
  textsAround,
  twiceDecodedTexts,
  wildcardTexts,
} from './awkward-text.ts';
import { simpleCasePairs } from './letter-case.ts';
import { dates, instants, repeatedTimes, utcTexts } from './times.ts';

const SEEDED = { seed: 20261120, numRuns: 200 };
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      law(value);
    }),
    SEEDED,
  );
const drawn = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 1000) => fc.sample(arbitrary, { seed: 1, numRuns });

test('a letter with a simple case pair leads to the other and back, and is one code point in normal form C', () => {
  for (const [upper, lower] of simpleCasePairs) {
    expect(lower).not.toBe(upper);
    expect([upper.toLowerCase(), lower.toUpperCase()]).toEqual([lower, upper]);
    expect([upper, lower].map((letter) => letter.normalize('NFC'))).toEqual([upper, lower]);
    expect([Array.from(upper).length, Array.from(lower).length]).toEqual([1, 1]);
  }
  const letters = new Set(simpleCasePairs.flat());
  // the last three are the signs for kelvin, ångström and ohm
  for (const left of ['ß', 'ẞ', 'İ', 'ı', 'Σ', 'σ', 'ς', 'µ', 'ſ', '\u212a', '\u212b', '\u2126'])
    expect(letters).not.toContain(left);
  for (const wanted of ['É', 'é', 'Ж', 'ж', 'Ω', 'ω']) expect(letters).toContain(wanted);
});

test('the freedom of a text is the one that the specification leaves', () => {
  for (const operator of OPERATORS) {
    expect(freedomOf(operator)).toBe('equals an operator');
    expect(freedomOf(`${operator} 5`)).toBe('begins with an operator and a space');
    expect(freedomOf(`"${operator}"`)).toBe('has double quotes');
  }
  holds(operatorLookalikes, (text) => expect(freedomOf(text)).toBeUndefined());
  expect(freedomOf('')).toBe('is empty');
  expect(freedomOf('> ')).toBe('has white space at an end');
});

test('a filter must find a text that can be asked for, and each awkward character is drawn', () => {
  holds(askableTexts, (text) => expect(freedomOf(text)).toBeUndefined());
  const askable = drawn(askableTexts, 3000).join('');
  for (const character of ['%', '_', '*', '?', "'", '+', '&', '=', '#', '\\', '/', '>', '<', 'é', '🧬']) {
    expect(askable).toContain(character);
  }
  expect(drawn(backslashTexts).every((text) => text.includes('\\'))).toBe(true);
});

test('a decoy is the text that a pattern or a second decoding would match, and differs from the text', () => {
  holds(wildcardTexts, ({ text, decoy }) => {
    const pattern = text
      .replaceAll(/[\\^$+|()[\]{}]/g, String.raw`\$&`)
      .replaceAll(/[%*]/g, '.*')
      .replaceAll(/[_?]/g, '.');
    expect(decoy).toMatch(new RegExp(`^${pattern}$`));
    expect(decoy.toLowerCase()).not.toBe(text.toLowerCase());
  });
  holds(twiceDecodedTexts, ({ text, decoy }) => {
    const decoded = [text.replaceAll('+', ' '), text.replaceAll('&amp;', '&'), decodeURIComponent(text)];
    expect(decoded).toContain(decoy);
    expect(decoy).not.toBe(text);
  });
});

test('texts around a text contain it and differ from it in more than letter case', () => {
  holds(askableTexts, (text) => {
    for (const around of textsAround(text)) {
      expect(around).toContain(text);
      expect(around.toLowerCase()).not.toBe(text.toLowerCase());
    }
  });
});

test('the spellings of an instant all differ, mean the same instant and are accepted by the control', () => {
  holds(instants, (instant) => {
    const texts = utcTexts(instant);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(4);
    for (const text of texts) expect(Date.parse(text)).toBe(instant);
    const records = texts.map((modifiedAt) => ({ name: 'entry', modifiedAt }));
    expect(satisfies('record.create.input', { kind: 'entry', projectId: 'p', records })).toBe(true);
  });
});

test('repeated times repeat an instant, sometimes in another spelling', () => {
  const lists = fc.integer({ min: 2, max: 10 }).chain(repeatedTimes);
  holds(lists, (times) => expect(new Set(times.map(Date.parse)).size).toBeLessThan(times.length));
  const respelled = drawn(lists, 200).filter((times) => new Set(times).size > new Set(times.map(Date.parse)).size);
  expect(respelled.length).toBeGreaterThan(20);
});

test('dates are days of the calendar', () => {
  holds(dates, (date) => expect(new Date(`${date}T00:00:00Z`).toISOString()).toBe(`${date}T00:00:00.000Z`));
});
