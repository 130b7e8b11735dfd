import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { assembleReport } from '../../reports/assemble.ts';
import type { ExitRules, ExitStatus } from '../../reports/exit-status.ts';
import { exitStatus } from '../../reports/exit-status.ts';
import { lastLine } from '../../reports/last-line.ts';
import type { Gate } from '../../reports/gate.ts';
import type { Outcome, ProfileName, Report } from '../../reports/report.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

interface Situation {
  readonly said: readonly Verdict[];
  readonly required?: readonly ProfileName[];
  readonly claims?: readonly ProfileName[];
  readonly gate?: Gate;
  readonly interrupted?: boolean;
  readonly bailed?: boolean;
  readonly failOn?: 'warning';
  readonly stale?: boolean;
}

const catalogue = catalogueOf(
  'DEL-01 delegated stated',
  'DEL-02 delegated stated',
  'DEL-03 delegated stated',
  'KEY-01 api-key stated',
);

function reportOf(situation: Situation): Report {
  const { said, required = [], claims = [], gate, interrupted = false, bailed = false, failOn } = situation;
  const results = said.map((verdict, at) => resultOf(`delegated/${at + 1}`, { [`DEL-0${at + 1}`]: verdict }));
  return assembleReport(
    runOf(catalogue, results, {
      required: [...claims, ...required],
      claims,
      ...(gate === undefined ? {} : { gate }),
      interrupted,
      bailed,
      failOnWarning: failOn === 'warning',
    }),
  );
}

function rulesOf({ required = [], claims = [], failOn, stale = false }: Situation): ExitRules {
  return { required: [...claims, ...required], failOn, staleWaivers: stale ? ['W-1'] : [] };
}

const all: readonly Verdict[] = ['passed', 'passed', 'passed'];

describe('a run', () => {
  it.each<[string, Situation, ExitStatus, Outcome]>([
    ['in which every requirement with a check passed', { said: all }, 0, 'partly-exercised'],
    ['in which all claims passed', { said: all, claims: ['delegated'] }, 0, 'conforming'],
    ['with a warning', { said: ['passed', 'warning', 'passed'], claims: ['delegated'] }, 0, 'conforming'],
    ['with a waived failure', { said: ['passed', 'waived', 'passed'], claims: ['delegated'] }, 0, 'conforming'],
    ['with a part that was not exercised', { said: ['passed', 'not-exercised'] }, 0, 'partly-exercised'],
    [
      'with a part of the claim that was not exercised',
      { said: ['passed', 'not-exercised'], claims: ['delegated'] },
      4,
      'incomplete',
    ],
    ['with a failure', { said: ['passed', 'failed'] }, 1, 'not-conforming'],
    ['with a failure and trouble', { said: ['broken', 'failed', 'inconclusive'] }, 1, 'not-conforming'],
    ['with a warning that counts', { said: ['passed', 'warning'], failOn: 'warning' }, 1, 'not-conforming'],
    ['with trouble of the test bed', { said: ['passed', 'broken', 'inconclusive'] }, 3, 'broken'],
    ['that came to no conclusion once', { said: ['passed', 'inconclusive'] }, 3, 'incomplete'],
    ['without any check', { said: [] }, 3, 'incomplete'],
    ['that exercised nothing', { said: ['not-exercised', 'not-exercised'] }, 3, 'incomplete'],
    ['that exercised no part of a required profile', { said: [], required: ['delegated'] }, 3, 'incomplete'],
    ['that exercised a required profile whole', { said: all, required: ['delegated'] }, 0, 'partly-exercised'],
    ['that exercised it in part', { said: ['passed', 'not-exercised'], required: ['delegated'] }, 4, 'incomplete'],
    ['that left a planned requirement of it', { said: all, required: ['delegated', 'api-key'] }, 4, 'incomplete'],
    ['with a stale waiver', { said: all, claims: ['delegated'], stale: true }, 5, 'conforming'],
    ['not whole, with a stale waiver', { said: all, required: ['api-key'], stale: true }, 4, 'incomplete'],
    ['with trouble, not whole', { said: ['broken'], required: ['delegated'], stale: true }, 3, 'broken'],
    ['that was interrupted', { said: all, interrupted: true }, 130, 'incomplete'],
    ['that was interrupted after a failure', { said: ['failed'], interrupted: true }, 130, 'not-conforming'],
    ['that was interrupted in trouble', { said: ['broken'], interrupted: true }, 130, 'broken'],
  ])('%s ends with its status and outcome', (_, situation, status, outcome) => {
    const report = reportOf(situation);
    expect({ status: exitStatus(report, rulesOf(situation)), outcome: report.outcome }).toEqual({ status, outcome });
  });
});

describe('the last line', () => {
  it.each<[Situation, string]>([
    [{ said: all }, 'Partly exercised: 3 of 4 requirements, none failed; delegated was exercised whole.'],
    [
      { said: ['passed', 'not-exercised'] },
      'Partly exercised: 1 of 4 requirements, none failed; no profile was exercised whole. 1 requirement of delegated was not exercised. 1 requirement of delegated has no check yet.',
    ],
    [
      { said: all, claims: ['delegated'] },
      'Conforming: claimed and exercised whole: delegated; 3 requirements exercised, none broken.',
    ],
    [
      { said: ['passed', 'warning', 'passed'], claims: ['delegated'] },
      'Conforming: claimed and exercised whole: delegated; 3 requirements exercised, none broken. 1 warning (DEL-02). --gate strict would not let 1 warning pass.',
    ],
    [
      { said: ['passed', 'waived', 'passed'], claims: ['delegated'], gate: 'strict' },
      'Conforming: claimed and exercised whole: delegated; 3 requirements exercised, none broken that is not waived. Broken and waived: DEL-02. --gate acceptance would not let 1 waived requirement pass.',
    ],
    [
      { said: ['passed', 'not-exercised', 'waived'] },
      'Partly exercised: 2 of 4 requirements, none failed that is not waived; no profile was exercised whole. Broken and waived: DEL-03. 1 requirement of delegated was not exercised.',
    ],
    [{ said: ['failed', 'failed', 'passed'] }, 'Not conforming: 2 requirements broken (DEL-01, DEL-02).'],
    [
      { said: ['failed', 'broken', 'inconclusive'] },
      'Not conforming: 1 requirement broken (DEL-01). The test bed failed in 1 check. 1 check came to no conclusion.',
    ],
    [
      { said: ['broken', 'inconclusive', 'passed'] },
      'Test bed broken in 1 check (delegated/1); the one requirement exercised did not fail. 1 check came to no conclusion.',
    ],
    [
      { said: ['warning', 'passed', 'passed'], failOn: 'warning' },
      'Not conforming, with warnings counted as failures: 1 warning (DEL-01).',
    ],
    [
      { said: ['broken', 'passed', 'passed'] },
      'Test bed broken in 1 check (delegated/1); none of the 2 requirements exercised failed.',
    ],
    [
      { said: ['inconclusive', 'passed', 'passed'], required: ['delegated'] },
      'Incomplete: 1 check came to no conclusion; required and not exercised whole: delegated; none of the 2 requirements exercised failed.',
    ],
    [{ said: [] }, 'Incomplete: nothing was exercised; the run is inconclusive for this tenant.'],
    [
      { said: ['failed', 'passed', 'passed'], interrupted: true },
      'Not conforming: 1 requirement broken (DEL-01). The run was interrupted.',
    ],
    [
      { said: ['failed', 'passed', 'passed'], bailed: true },
      'Not conforming: 1 requirement broken (DEL-01). The run ended at its first failure.',
    ],
    [
      { said: all, interrupted: true },
      'Incomplete: the run was interrupted; none of the 3 requirements exercised failed.',
    ],
  ])('of %j', (situation, line) => {
    expect(lastLine(reportOf(situation))).toBe(line);
  });

  it('counts the requirements not exercised of each selected profile, also if the whole profile was not exercised', () => {
    const two = catalogueOf('DEL-01 delegated stated', 'KEY-01 api-key stated', 'KEY-02 api-key stated');
    const results = [
      resultOf('delegated/a', { 'DEL-01': 'passed' }),
      resultOf('api-key/a', { 'KEY-01': 'not-exercised', 'KEY-02': 'not-exercised' }),
    ];
    expect(lastLine(assembleReport(runOf(two, results)))).toBe(
      'Partly exercised: 1 of 3 requirements, none failed; delegated was exercised whole. 2 requirements were not exercised.',
    );
  });
});
