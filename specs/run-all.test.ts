import { describe, expect, test } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import type { CheckHost } from '../core/run/run-check.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Need } from '../drivers/session/need.ts';
import type { HostedCheck, Session } from '../drivers/session/session.ts';
import type { Scene } from '../drivers/world/scene.ts';
import { finding } from '../core/judgement.ts';
import { check, premise } from './check.ts';
import { runSuiteCheck } from './run-all.ts';

type Outcome = Extract<Verdict, 'passed' | 'failed' | 'inconclusive'>;

/** Returns a session that hosts a check first among other checks, then alone, and the record of what it did. */
function sessionOf(timeIsFree: boolean, alone: boolean) {
  const hosted: string[] = [];
  let inVain = 0;
  const hostCheck = (name: string): Promise<HostedCheck> => {
    hosted.push(name);
    const host: CheckHost<Need, Scene> = {
      missing: () => undefined,
      open: (journal) => Promise.resolve({ scene: { journal } as Scene, close: async () => {} }),
      together: (parts) => Promise.all(parts.map((part) => part(host))),
      timeIsFree,
    };
    return Promise.resolve({ host, missingWays: () => [], wasInVain: () => void inVain++, close: async () => {} });
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
  return { session, hosted, timesInVain: () => inVain };
}

/** Returns an exchange of a case. */
function exchangeOf(query: string, status: number): Exchange {
  const url = `https://tenant.example/api/v2/plates?${query}`;
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'GET', url, headers: {} },
    response: { status, headers: {}, body: '' },
  };
}

async function verdictOf(
  outcomes: readonly Outcome[],
  {
    timeIsFree = true,
    alone = true,
    waits,
    shown,
  }: { timeIsFree?: boolean; alone?: boolean; waits?: number; shown?: Exchange } = {},
) {
  const { session, hosted, timesInVain } = sessionOf(timeIsFree, alone);
  const made = check({
    id: 'transport/made-up',
    title: 'A made-up check',
    proves: ['TRN-01'],
    needs: [],
    ...(waits === undefined ? {} : { maxSeconds: waits }),
    gather: ({ journal }) => {
      if (shown !== undefined) journal.record(shown);
      return Promise.resolve(outcomes[hosted.length - 1] ?? 'inconclusive');
    },
    *judge(outcome) {
      yield* premise(outcome !== 'inconclusive', 'others were in the way');
      if (outcome !== 'failed') return;
      yield finding('TRN-01', 'a call', 'went wrong', 'not that', shown);
    },
  });
  const { verdict } = await runSuiteCheck(made, session, { runs: 1, seed: 1, now: () => 0 });
  return { verdict, hosted, inVain: timesInVain() };
}

describe('a check that was inconclusive among others', () => {
  test('is run once more alone, and that result counts', async () => {
    for (const verdict of ['passed', 'failed'] as const) {
      expect(await verdictOf(['inconclusive', verdict, verdict])).toEqual({
        verdict,
        hosted: ['among others', 'alone'],
        inVain: 0,
      });
    }
  });

  test('stays inconclusive if it is inconclusive again, or cannot run alone', async () => {
    expect(await verdictOf(['inconclusive', 'inconclusive'])).toEqual({
      verdict: 'inconclusive',
      hosted: ['among others', 'alone'],
      inVain: 1,
    });
    expect(await verdictOf(['inconclusive'], { alone: false })).toEqual({
      verdict: 'inconclusive',
      hosted: ['among others'],
      inVain: 0,
    });
  });

  test('is not run again if that would take real waiting time', async () => {
    const once = { verdict: 'inconclusive', hosted: ['among others'], inVain: 0 };
    expect(await verdictOf(['inconclusive', 'passed'], { timeIsFree: false, waits: 900 })).toEqual(once);
  });
});

test('a check with a conclusive verdict is not run again', async () => {
  for (const verdict of ['passed', 'failed'] as const) {
    expect(await verdictOf([verdict, verdict])).toEqual({ verdict, hosted: ['among others'], inVain: 0 });
  }
});

describe('a check that found a following page wrong among others, which may have ended its page token', () => {
  const following = exchangeOf('pageSize=2&nextToken=x', 409);

  test('is run once more alone, and that result counts', async () => {
    expect(await verdictOf(['failed', 'passed'], { shown: following })).toMatchObject({ verdict: 'passed', inVain: 0 });
    expect(await verdictOf(['failed', 'failed'], { shown: following })).toMatchObject({ verdict: 'failed', inVain: 1 });
  });

  test('is inconclusive if it gets no verdict alone', async () => {
    const { verdict } = await verdictOf(['failed', 'inconclusive'], { shown: following });
    expect(verdict).toBe('inconclusive');
  });

  test('is not run again if the finding is about a first page or a refused credential', async () => {
    for (const shown of [exchangeOf('pageSize=2', 409), exchangeOf('pageSize=2&nextToken=x', 401)])
      expect(await verdictOf(['failed', 'passed'], { shown })).toEqual({
        verdict: 'failed',
        hosted: ['among others'],
        inVain: 0,
      });
  });
});
