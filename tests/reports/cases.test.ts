import { expect, test } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import { casesText } from '../../reports/cases.ts';
import { writeHtml } from '../../reports/html.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const catalogue = catalogueOf('DEL-01 delegated stated');
const results = [
  resultOf('delegated/a', { 'DEL-01': 'passed' }, { cases: 3, planned: 100 }),
  resultOf('delegated/b', { 'DEL-01': 'passed' }, { cases: 40, planned: 12 }),
];

test('a run with a time limit reports how many of the planned cases it did, in all and by check', () => {
  const report = assembleReport(runOf(catalogue, results, { withinSeconds: 600 }));
  expect(report.withinSeconds).toBe(600);
  expect(report.checks.map(({ cases, planned }) => [cases, planned])).toEqual([
    [3, 100],
    [40, 12],
  ]);
  expect(casesText(report)).toBe('15 of 112 planned, within 600 s');
  for (const text of [writeMarkdown(report), writeHtml(report)]) expect(text).toContain('15 of 112 planned');
});

test('a run without a time limit does not', () => {
  const report = assembleReport(runOf(catalogue, results));
  expect(casesText(report)).toBe(false);
  expect(writeMarkdown(report)).not.toContain('Cases done');
});
