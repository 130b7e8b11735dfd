import { describe, expect, test } from 'vitest';
import { ConfigurationError, exitStatus, run } from '../../api/index.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { catalogueOf, resultOf, runOf } from '../reports/runs.ts';

const catalogue = catalogueOf('DEL-01 delegated stated', 'KEY-01 api-key derived');

describe('the exit status of a report', () => {
  test('follows the requirements and the gate of its own run', () => {
    const results = [resultOf('api-key/a', { 'KEY-01': 'warning' })];
    const status = (given: object): number => exitStatus(assembleReport(runOf(catalogue, results, given)));
    expect(status({})).toBe(0);
    expect(status({ failOnWarning: true })).toBe(1);
    expect(status({ required: ['delegated'] })).toBe(4);
  });

  test('follows the stricter gate that a program passes', () => {
    const report = assembleReport(runOf(catalogue, [resultOf('api-key/a', { 'KEY-01': 'warning' })]));
    expect(exitStatus(report, { required: ['delegated'] })).toBe(4);
    expect(exitStatus(report, { failOn: 'warning' })).toBe(1);
  });
});

test('a gate for acceptance without claims is a mistake of the call', async () => {
  const target = { name: 'nobody', baseUrl: 'https://127.0.0.1:1', control: { type: 'none' } } as const;
  await expect(run(target, { gate: 'acceptance', environment: {} })).rejects.toThrow(ConfigurationError);
  await expect(run(target, { gate: 'acceptance', environment: {} })).rejects.toThrow(/claims: not given/);
});
