import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportToCi } from '../../cli/run/ci.ts';
import type { Console } from '../../cli/console.ts';
import { annotationLines, longestStepSummary, stepSummary } from '../../reports/github.ts';
import type { Report, ReportedCheck } from '../../reports/report.ts';
import { sampleReport } from '../reports/sample.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a report in which `count` checks each have a different finding. */
function withMany(
  count: number,
  verdict: 'failed' | 'warning',
  observed = (at: number) => `was thing ${'abcdefghijklmnop'[at]}`,
): Report {
  const report = sampleReport();
  const [check] = report.checks.filter(({ findings }) => findings.length > 0);
  const [finding] = check?.findings ?? [];
  if (check === undefined || finding === undefined) throw new Error('the sample has no finding');
  const checks = Array.from({ length: count }, (_, at): ReportedCheck => {
    const { failure: _failure, furtherFailures: _further, ...rest } = check;
    return {
      ...rest,
      id: `${check.id}-${at}`,
      findings: [{ ...finding, verdict, requirement: `NEW-${at}`, observed: observed(at) }],
      verdicts: {},
    };
  });
  return { ...report, checks };
}

describe('annotations', () => {
  test('name each likely cause once: failures as errors, warnings and checks without a verdict as warnings', () => {
    const lines = annotationLines(sampleReport());
    for (const line of lines) expect(line).toMatch(/^::(error|warning) title=labconform%3A [^:,\n]+::[^\n]+$/);
    expect(lines.filter((line) => line.startsWith('::error')).join('\n')).toContain('DEL-42');
    const warnings = lines.filter((line) => line.startsWith('::warning')).join('\n');
    expect(warnings).toContain('KEY-03');
    expect(warnings).toContain('Service <Unavailable>');
  });

  test('are at most ten of a kind, and the last one gives the number of the others', () => {
    const lines = annotationLines(withMany(14, 'failed'));
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('::error title=labconform%3A 5 more::5 more causes stand in the report.');
    expect(annotationLines(withMany(10, 'warning')).filter((line) => line.includes('more'))).toEqual([]);
  });

  test('stay one command each, whatever text a finding contains', () => {
    const odd = 'said 100%\r\n::set-output name=x::y, a: b\u0007';
    const [line = ''] = annotationLines(withMany(1, 'failed', () => odd));
    expect(line.split('\n')).toHaveLength(1);
    expect(line).toContain('said 100%25%0A::set-output name=x::y, a: b');
    expect(line).not.toContain('\u0007');
    expect(annotationLines(withMany(1, 'failed', () => 'x'.repeat(9000)))[0]?.length).toBeLessThan(1200);
  });
});

describe('the summary of a step', () => {
  test('has outcome, profiles and causes, and escapes text of the tenant', () => {
    const text = stepSummary(withMany(3, 'failed', (at) => `was <img src=x> | ${'abc'[at]}`));
    expect(text).toMatch(/^## labconform: .+\n\n/);
    expect(text).toContain('| Profile | Verdict | Exercised | Failed | Warnings |');
    expect(text).toContain('### Failures (3 requirements)');
    expect(text).not.toContain('<img');
    expect(text.length).toBeLessThan(20_000);
  });

  test('is only its head if there is little room, and empty if there is no room', () => {
    const whole = stepSummary(sampleReport());
    const head = stepSummary(sampleReport(), Buffer.byteLength(whole) - 1);
    expect(whole.startsWith(head.trimEnd())).toBe(true);
    expect(head.length).toBeLessThan(whole.length);
    expect(stepSummary(sampleReport(), Buffer.byteLength(head) - 1)).toBe('');
  });
});

describe('a run in CI', () => {
  const outputOf = async (variables: Record<string, string>): Promise<{ out: string; err: string }> => {
    let [out, err] = ['', ''];
    const console: Console = {
      out: (text) => void (out += text),
      err: (text) => void (err += text),
      interactive: false,
      color: false,
      columns: 100,
    };
    await reportToCi(sampleReport(), variables, console);
    return { out, err };
  };

  test('prints nothing more if no variable says that it runs on GitHub', async () => {
    const file = join(folder, 'none.md');
    expect(await outputOf({ CI: 'true', GITHUB_STEP_SUMMARY: file })).toEqual({ out: '', err: '' });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('appends to an existing summary until the summary is full', async () => {
    const file = join(folder, 'summary.md');
    await writeFile(file, 'before\n');
    const { out, err } = await outputOf({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file });
    expect(out.trimEnd().split('\n')).toEqual(annotationLines(sampleReport()));
    expect(err).toBe('');
    expect(await readFile(file, 'utf8')).toBe(`before\n${stepSummary(sampleReport())}`);
    await writeFile(file, 'x'.repeat(longestStepSummary - 10));
    expect((await outputOf({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file })).err).toMatch(
      /the step summary is full/,
    );
  });

  test('writes annotations even if the summary cannot be written', async () => {
    const { out, err } = await outputOf({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder });
    expect(out).toContain('::error');
    expect(err).toBe(
      "labconform: GITHUB_STEP_SUMMARY: found a file that can't be written (EISDIR), so there is no summary\n",
    );
  });
});
