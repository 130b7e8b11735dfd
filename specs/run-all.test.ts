import { describe, expect, test } from 'vitest';
import type { CheckHost } from '../core/run/run-check.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Need } from '../drivers/session/need.ts';
import type { HostedCheck, Session } from '../drivers/session/session.ts';
import type { Scene } from '../drivers/world/scene.ts';
import { check, premise } from './check.ts';
import { runSuiteCheck } from './run-all.ts';

type Outcome = Extract<Verdict, 'passed' | 'failed' | 'inconclusive'>;

/** Returns a session that hosts a check first among other checks, then alone, and the record of where. */
function sessionOf(timeIsFree: boolean, alone: boolean) {
  const hosted: string[] = [];
  const hostCheck = (name: string): Promise<HostedCheck> => {
    hosted.push(name);
    const host: CheckHost<Need, Scene> = {
      missing: () => undefined,
      open: () => Promise.resolve({ scene: undefined as unknown as Scene, close: async () => {} }),
      together: (parts) => Promise.all(parts.map((part) => part(host))),
      timeIsFree,
    };
    return Promise.resolve({ host, missingWays: () => [], close: async () => {} });
  };
  const session: Session = {
    facts: { name: 'made up', baseUrl: 'https://tenant.example', control: 'http' },
    operations: [],
    concurrency: 1,
    room: () => 1,
    expect: () => {},
    survey: () => Promise.resolve(undefined),
    host: () => hostCheck('among others'),
    ...(alone ? { hostAlone: () => hostCheck('alone') } : {}),
    close: async () => {},
  };
  return { session, hosted };
}

async function verdictOf(
  outcomes: readonly Outcome[],
  { timeIsFree = true, alone = true, waits }: { timeIsFree?: boolean; alone?: boolean; waits?: number } = {},
) {
  const { session, hosted } = sessionOf(timeIsFree, alone);
  const made = check({
    id: 'transport/made-up',
    title: 'A made-up check',
    proves: ['TRN-01'],
    needs: [],
    ...(waits === undefined ? {} : { maxSeconds: waits }),
    gather: () => Promise.resolve(outcomes[hosted.length - 1] ?? 'inconclusive'),
    *judge(outcome) {
      yield* premise(outcome !== 'inconclusive', 'others were in the way');
      if (outcome !== 'failed') return;
      yield { kind: 'finding', requirement: 'TRN-01', subject: 'a call', observed: 'went wrong', expected: 'not that' };
    },
  });
  const { verdict } = await runSuiteCheck(made, session, { runs: 1, seed: 1, now: () => 0 });
  return { verdict, hosted };
}

describe('a check that was inconclusive among others', () => {
  test('is run once more alone, and that result counts', async () => {
    for (const verdict of ['passed', 'failed'] as const) {
      expect(await verdictOf(['inconclusive', verdict, verdict])).toEqual({
        verdict,
        hosted: ['among others', 'alone'],
      });
    }
  });

  test('stays inconclusive if it is inconclusive again, or cannot run alone', async () => {
    expect((await verdictOf(['inconclusive', 'inconclusive'])).verdict).toBe('inconclusive');
    expect(await verdictOf(['inconclusive'], { alone: false })).toEqual({
      verdict: 'inconclusive',
      hosted: ['among others'],
    });
  });

  test('is not run again if that would take real waiting time', async () => {
    const once = { verdict: 'inconclusive', hosted: ['among others'] };
    expect(await verdictOf(['inconclusive', 'passed'], { timeIsFree: false, waits: 900 })).toEqual(once);
  });
});

test('a check with a conclusive verdict is not run again', async () => {
  for (const verdict of ['passed', 'failed'] as const) {
    expect(await verdictOf([verdict, verdict])).toEqual({ verdict, hosted: ['among others'] });
  }
});
