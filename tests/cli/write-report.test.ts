import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeReportDirectory, writeReport } from '../../cli/write-report.ts';
import { folderWriters } from '../../reports/writers.ts';
import { sampleReport } from '../reports/sample.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const report = sampleReport();

describe('a full disk', () => {
  // Writing to /dev/full fails as on a full disk.
  beforeEach(() => symlink('/dev/full', join(folder, 'junit.xml.part')));

  test('leaves neither an empty junit.xml nor a part of it', async () => {
    await expect(writeReport(report, ['junit'], folder)).rejects.toThrow('ENOSPC');
    expect(await readdir(folder)).toEqual([]);
  });

  test('leaves the earlier files and the other files that were written', async () => {
    await writeFile(join(folder, 'junit.xml'), '<before/>');
    await expect(writeReport(report, ['md', 'junit', 'badge'], folder)).rejects.toThrow('ENOSPC');
    expect((await readdir(folder)).sort()).toEqual(['badge.svg', 'conformance.md', 'junit.xml']);
    expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toBe('<before/>');
  });

  test('is reported in one line that names the folder, the file and the remedy', async () => {
    await expect(writeReport(report, ['junit'], folder)).rejects.toThrow(
      `--report-dir: found no room left in ${folder} (ENOSPC at junit.xml), expected a folder on a disk with room, e.g. --report-dir `,
    );
  });
});

test('Allure results are removed if some could not be written, and other files are left', async () => {
  const results = join(folder, 'allure-results');
  await mkdir(results);
  await writeFile(join(results, 'notes.txt'), 'mine');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  vi.spyOn(folderWriters.allure, 'writeInto').mockImplementation(async () => {
    await writeFile(join(results, 'one-result.json'), '{}');
    throw full;
  });
  await expect(writeReport(report, ['allure'], folder)).rejects.toThrow(
    `found no room left in ${folder} (ENOSPC at allure-results)`,
  );
  expect(await readdir(results)).toEqual(['notes.txt']);
});

test('the error for a file that cannot be replaced names the flag and the path', async () => {
  await symlink('/dev/null/nowhere', join(folder, 'badge.svg.part'));
  await expect(writeReport(report, ['badge'], folder)).rejects.toThrow(
    `--report-dir: found ${join(folder, 'badge.svg')}, which can't be written (ENOTDIR), expected a folder that can be written`,
  );
});

describe('the folder of a report', () => {
  test('is created with its parents, and removed if nothing was written to it', async () => {
    const takeAway = await makeReportDirectory(join(folder, 'some', 'where'));
    expect(await readdir(join(folder, 'some'))).toEqual(['where']);
    await takeAway();
    expect(await readdir(join(folder, 'some'))).toEqual([]);
  });

  test('stays if it existed before', async () => {
    const takeAway = await makeReportDirectory(folder);
    await takeAway();
    expect(await readdir(folder)).toEqual([]);
  });

  // Node.js never stops trying to create a folder there.
  test.runIf(process.platform === 'linux')('that the file system refuses to create is reported', async () => {
    await expect(makeReportDirectory('/proc/nope/x')).rejects.toThrow(
      "--report-dir: found /proc/nope/x, which can't be made (ENOENT), expected a folder that can be written",
    );
  });

  test('that would be inside a file is reported', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeReportDirectory(join(folder, 'file', 'x'))).rejects.toThrow("which can't be made (ENOTDIR)");
    await expect(makeReportDirectory(join(folder, 'file'))).rejects.toThrow("which can't be made (EEXIST)");
  });
});
