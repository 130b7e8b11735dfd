import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../reports/report.ts';
import { failureText, profileTable, unsettledText } from '../../reports/terminal.ts';
import { failuresOf } from '../../reports/failures.ts';
import { folderWriters, writers } from '../../reports/writers.ts';
import { filledWith } from './html-reports.ts';

/** One character of each kind: C0, DEL, C1, direction, width, line separators, tags. */
const codes = [
  0x00, 0x07, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x61c, 0x200b, 0x200f, 0x2028, 0x202e, 0x2066, 0xfeff, 0xe0041,
];
const unseen = codes.map((code) => String.fromCodePoint(code));

/** Returns a report whose every text contains the unseen characters. */
const hostile = (): Report => filledWith(`a${unseen.join('x')}y`);

function unseenIn(text: string): string[] {
  return unseen.filter((character) => text.includes(character)).map((one) => one.codePointAt(0)?.toString(16) ?? '');
}

test.for(Object.entries(writers))('%s shows unseen characters by their numbers', ([, { write }]) => {
  expect(unseenIn(write(hostile()))).toEqual([]);
});

test('conformance.json gives the same texts when it is read', () => {
  expect(JSON.parse(writers.json.write(hostile()))).toEqual(JSON.parse(JSON.stringify(hostile())));
});

test.for(['junit', 'ctrf', 'md'] as const)(
  '%s shows the mark that reverses the writing direction by its name',
  (name) => {
    expect(writers[name].write(hostile()).replaceAll('\\\\', '\\')).toMatch(/\\u202e/);
  },
);

test('Allure results show unseen characters by their numbers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'labconform-unseen-'));
  try {
    await folderWriters.allure.writeInto(hostile(), folder);
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.flatMap(unseenIn)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the terminal shows unseen characters by their numbers', () => {
  const report = hostile();
  const text = [
    ...failuresOf(report).map((failure) => failureText(failure, { color: false })),
    unsettledText(report, { color: false }),
    profileTable(report, { color: false }),
  ].join('\n');
  expect(unseenIn(text)).toEqual([]);
});
