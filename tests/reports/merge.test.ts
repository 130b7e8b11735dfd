import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import type { Part } from '../../reports/merge.ts';
import { lastLine } from '../../reports/last-line.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import { writeHtml } from '../../reports/html.ts';
import { mergeReports, NotOneRun } from '../../reports/merge.ts';
import { validator } from '../../schemas/validate.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const catalogue = catalogueOf('DEL-01 delegated stated', 'KEY-01 api-key stated');
const one = resultOf('delegated/a', { 'DEL-01': 'passed' });
const other = resultOf('api-key/a', { 'KEY-01': 'passed' });
const checksByRequirement = new Map([
  ['DEL-01', ['delegated/a']],
  ['KEY-01', ['api-key/a']],
]);

function shard(index: number, of: number, results: Parameters<typeof runOf>[1], given = {}): Part {
  const report = assembleReport(runOf(catalogue, results, { checksByRequirement, shard: { index, of }, ...given }));
  return { name: `shard-${index}.json`, report };
}

test('the shards of a run, in any order, make the report of the whole run', () => {
  const split = fc.tuple(arbitraryRun, fc.integer({ min: 1, max: 4 }), fc.boolean());
  fc.assert(
    fc.property(split, ([run, of, backwards]) => {
      const parts = Array.from({ length: of }, (_, at): Part => {
        const results = run.results.filter((_result, index) => index % of === at);
        return { name: `${at}`, report: assembleReport({ ...run, results, shard: { index: at + 1, of } }) };
      });
      const [first, ...others] = backwards ? parts.toReversed() : parts;
      const { report, missing } = mergeReports([first as Part, ...others]);
      const { outcome, summary, profiles, requirements, checks } = assembleReport(run);
      expect(report).toMatchObject({ outcome, summary, profiles, checks });
      expect(report.requirements.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual(
        requirements.map(({ id, verdict, reason }) => ({ id, verdict, reason })),
      );
      expect(missing).toEqual([]);
      expect(validator('report')(JSON.parse(JSON.stringify(report)))).toEqual([]);
    }),
    { seed: 20261120, numRuns: 150 },
  );
});

test('the faults that a report of an earlier version lists leave the merged one, and their number stays', () => {
  const { name, report } = shard(1, 1, [one, other]);
  const { faults: _none, ...catalogue } = report.catalogue;
  const fault = { id: 'a/b', breaks: ['DEL-01'], summary: 'one' };
  const { report: merged } = mergeReports([{ name, report: { ...report, catalogue, faults: [fault] } }]);
  expect(merged.faults).toBeUndefined();
  expect(merged.catalogue.faults).toBe(1);
});

describe('a note for the reader names', () => {
  test('a missing shard by its number, and the run is incomplete', () => {
    const { report, notes } = mergeReports([shard(1, 3, [one]), shard(3, 3, [other])]);
    expect(notes).toEqual(['1 shard missing: 2/3']);
    expect(report).toMatchObject({ outcome: 'incomplete', interrupted: true, missingShards: [{ index: 2, of: 3 }] });
    expect(lastLine(report)).toMatch(/^Incomplete: shard 2\/3 is missing; none of/);
    expect(writeMarkdown(report)).toContain('- Missing shards: 2/3');
    expect(writeHtml(report)).toMatch(/Shard 2\/3 is missing/);
  });

  test('a check that is in two reports, and the worse verdict is kept', () => {
    const failed = resultOf('delegated/a', { 'DEL-01': 'failed' });
    for (const parts of [
      [shard(1, 2, [one]), shard(2, 2, [failed])],
      [shard(1, 2, [failed]), shard(2, 2, [one])],
    ] as const) {
      const { report, notes } = mergeReports(parts);
      expect(notes).toEqual([expect.stringMatching(/^delegated\/a is in two reports: .*the worse result is kept$/)]);
      expect(report).toMatchObject({ outcome: 'not-conforming', summary: { failed: 1, passed: 0 } });
    }
  });

  test('a shard that was given twice, other seeds, and other numbers of cases', () => {
    const { notes } = mergeReports([shard(1, 1, []), shard(1, 1, [], { seed: 5, runsPerProperty: 7 })]);
    expect(notes).toEqual([
      'shard 1/1 was given twice: shard-1.json and shard-1.json',
      'the shards were run with different seeds (1234, 5); the report names the first',
      'the shards were run with different numbers of cases (100, 7); the report names the smallest',
    ]);
  });

  test('a report that does not say which shard it is', () => {
    const whole: Part = { name: 'whole.json', report: assembleReport(runOf(catalogue, [other])) };
    expect(mergeReports([shard(1, 1, [one]), whole]).notes).toEqual([
      expect.stringMatching(/^whole\.json does not say/),
    ]);
  });
});

test.each([
  ['another target', { target: { name: 'x', baseUrl: 'https://acme.example', control: 'http' } }, 'target.name'],
  ['another version', { tool: { name: 'labconform', version: '9' } }, 'tool.version'],
  ['another division', { shard: { index: 2, of: 5 } }, 'shard'],
  ['other profiles', { selectedProfiles: ['api-key'] }, 'selectedProfiles'],
] as const)('reports of %s are not parts of one run', (_what, given, member) => {
  const strange = shard(2, 2, [other], given);
  expect(() => mergeReports([shard(1, 2, [one]), strange])).toThrow(NotOneRun);
  expect(() => mergeReports([shard(1, 2, [one]), strange])).toThrow(new RegExp(`shard-2\\.json: ${member}: found`));
});

test('a waiver that one shard used is not stale because another shard had no use for it', () => {
  const waiver = { check: 'delegated/a', reason: 'known', owner: 'Ann', lastDay: '2026-12-31' };
  const states = (first: 'unused' | 'applied', second: 'unused' | 'passed') =>
    mergeReports([
      shard(1, 2, [one], { waivers: [{ ...waiver, state: first }] }),
      shard(2, 2, [other], { waivers: [{ ...waiver, state: second }] }),
    ]).report.waivers?.map(({ state }) => state);
  expect(states('applied', 'unused')).toEqual(['applied']);
  expect(states('unused', 'passed')).toEqual(['passed']);
});
