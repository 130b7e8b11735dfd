import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import { writeJson } from '../../reports/json.ts';
import { writeJunit } from '../../reports/junit.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import type { Report } from '../../reports/report.ts';
import { folderWriters, writers } from '../../reports/writers.ts';
import { arbitraryCatalogue, arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, failureOf, resultOf, runOf } from './runs.ts';
import { sampleReport } from './sample.ts';
import { elements, readStrictly } from './well-formed.ts';

const report = sampleReport();
const reports = arbitraryRun.map((run) => assembleReport(run));
const options = { seed: 4, numRuns: 150 };

describe('the JSON report', () => {
  it('is the report, indented by two spaces and with a newline at the end', () => {
    const written = writeJson(report);
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(written).toMatch(/^\{\n {2}"reportVersion": 1,\n[^]*\n\}\n$/);
  });

  it('is the same when it is read and written again', () => {
    fc.assert(
      fc.property(reports, (any) => {
        const written = writeJson(any);
        expect(writeJson(JSON.parse(written) as Report)).toBe(written);
      }),
      options,
    );
  });
});

describe('the JUnit report', () => {
  it('is well-formed and counts its contents correctly, after any run', () => {
    fc.assert(
      fc.property(reports, (any) => {
        const root = readStrictly(writeJunit(any));
        for (const suite of [root, ...elements(root, 'testsuite')]) {
          const { tests, failures, errors, skipped } = suite.attributes;
          const held = ['testcase', 'failure', 'error', 'skipped'].map((name) => String(elements(suite, name).length));
          expect([tests, failures, errors, suite === root ? held[3] : skipped]).toEqual(held);
        }
      }),
      options,
    );
  });

  it('has a suite for each profile and a case for each check', () => {
    const suites = elements(readStrictly(writeJunit(report)), 'testsuite');
    expect(suites.map(({ attributes }) => attributes['name'])).toEqual(report.profiles.map(({ name }) => name));
    const cases = suites.flatMap((suite) => elements(suite, 'testcase'));
    expect(cases.map(({ attributes }) => attributes['name'])).toEqual(report.checks.map(({ id }) => id));
  });

  it.each([
    ['delegated/spent-refresh-token-is-refused', 'failure', 'DEL-42: presenting a spent refresh token yielded'],
    ['webhooks/delivery-is-signed', 'error', 'the control answered `app.setWebhook` with 503: Service <Unavailable>'],
    ['listing/last-page-has-no-token', 'error', 'at least two pages were needed'],
    ['expiry/token-ends-after-fifteen-minutes', 'skipped', 'the clock cannot be moved'],
    ['versioning/older-paths-go-on', 'skipped', 'waived: waiver W-3'],
  ])('ends %s with a %s', (id, kind, message) => {
    const found = elements(readStrictly(writeJunit(report)), 'testcase').find(
      ({ attributes }) => attributes['name'] === id,
    );
    expect(found?.children.map(({ name }) => name)).toEqual([kind, 'system-out']);
    expect(found?.children[0]?.attributes['message']).toContain(message);
  });

  it('lets a warning pass, with its text in the output', () => {
    const found = elements(readStrictly(writeJunit(report)), 'testcase').find(({ text }) => text.includes('KEY-03'));
    expect(found?.children.map(({ name }) => name)).toEqual(['system-out']);
    expect(found?.text).toContain('warning KEY-03: A call with a key');
  });
});

describe('the Markdown report', () => {
  it('has the failures, the commands that reproduce them, and the requirements not exercised', () => {
    const written = writeMarkdown(report);
    for (const part of [
      '### DEL-42: A refresh token works once',
      '- **Counterexample:** `{ refreshesBefore: 0, presentAgainAfter: 0 }`',
      'labconform run --check delegated/spent-refresh-token-is-refused --seed 7',
      'curl -i -u "app_1:$CLIENT_SECRET_1"',
      '| the clock cannot be moved and `--allow-waits` was not given | EXP-01, EXP-02 | 1 |',
      'Service &lt;Unavailable&gt;',
      `${report.catalogue.planned} requirements of ${report.catalogue.requirements} have no check yet`,
      '| FRE-02 |',
    ]) {
      expect(written).toContain(part);
    }
  });

  it('keeps each text within its code or cell', () => {
    fc.assert(
      fc.property(reports, (any) => {
        const lines = writeMarkdown(any).replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '');
        const outside = lines.replaceAll(/`[^`\n]+`/g, '').replaceAll(/<\/?code>/g, '');
        expect(outside).not.toMatch(/[<`]/);
        // A row has as many cells as its head, whether or not a reader counts backslashes in pairs.
        for (const table of lines.split('\n\n').filter((part) => part.startsWith('| '))) {
          for (const bars of [/(?<!\\)\|/g, /(?<!\\)(?:\\\\)*\|/g]) {
            const cells = table
              .trim()
              .split('\n')
              .map((line) => line.match(bars)?.length);
            expect(new Set(cells).size).toBe(1);
          }
        }
      }),
      options,
    );
  });

  it('fits into the summary of a CI step, however many failures there are', () => {
    const long = '<&|'.repeat(20_000);
    const catalogue = {
      ...arbitraryCatalogue,
      requirements: Array.from({ length: 400 }, (_, at) => ({
        id: `DEL-${at}`,
        profile: 'delegated' as const,
        basis: 'stated' as const,
        section: long,
        statement: long,
      })),
    };
    const results = catalogue.requirements.flatMap(({ id }, at) => [
      resultOf(
        `delegated/${at}`,
        { [id]: at % 2 === 0 ? 'failed' : 'warning' },
        {
          failures: [
            failureOf(id, {
              verdict: at % 2 === 0 ? 'failed' : 'warning',
              observed: long,
              expected: long,
              counterexample: long,
              evidence: [{ number: 1, at: 0, ms: 1, request: { method: 'POST', url: long, headers: {}, body: long } }],
            }),
          ],
          observations: [{ freedom: 'FRE-01', observed: `${at}${long}`, evidence: [] }],
        },
      ),
      resultOf(`delegated/b${at}`, { [id]: 'inconclusive' }, { reason: `${at}${long}` }),
      resultOf(`delegated/c${at}`, { [id]: 'not-exercised' }, { reason: `${at}${long}` }),
    ]);
    const written = writeMarkdown(assembleReport(runOf(catalogue, results)));
    expect(Buffer.byteLength(written)).toBeLessThan(1_000_000);
    expect(written).toContain('## Failures (200 requirements)');
  });
});

it('the summary has a requirement once if several checks find it broken in the same way', () => {
  const results = ['a', 'b', 'c'].map((name) => resultOf(`delegated/${name}`, { 'DEL-01': 'failed' }));
  const written = writeMarkdown(assembleReport(runOf(catalogueOf('DEL-01 delegated stated'), results)));
  expect(written.match(/^### DEL-01/gm)).toHaveLength(1);
  expect(written).toContain('- **Check:** `delegated/a`\n- **Also seen by:** `delegated/b`, `delegated/c`');
});

it('every writer has a file of its own', () => {
  const files = [...Object.values(writers).map(({ file }) => file), folderWriters.allure.folder];
  expect(files).toEqual([
    'conformance.json',
    'conformance.md',
    'junit.xml',
    'ctrf.json',
    'badge.svg',
    'conformance.html',
    'allure-results',
  ]);
  for (const { write } of Object.values(writers)) expect(write(report)).toBe(write(report));
});
