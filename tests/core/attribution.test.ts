import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finding } from '../../core/judgement.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { Bench } from './made-up-check.ts';
import { isKnown, presumingNothing, run, wrong } from './made-up-check.ts';

describe('a finding after a shortened wait', () => {
  /** Returns the patience of a check that shortens its waits after `after` looks. Done again, it waits in full. */
  function shortenedWaits(after: number): { patience: NonNullable<Bench['patience']>; looks: () => boolean } {
    const state = { looks: 0, anew: false };
    return {
      looks: () => ++state.looks > after && !state.anew,
      patience: {
        get hurried() {
          return state.looks > after && !state.anew;
        },
        slow: false,
        ...presumingNothing,
        ...isKnown,
        insist: () => {
          state.anew = true;
        },
        anew: async (work) => {
          state.anew = true;
          return work().finally(() => (state.anew = false));
        },
      },
    };
  }

  test('is excused if it does not appear again after a full wait', async () => {
    const { patience, looks } = shortenedWaits(0);
    const result = await run(
      {
        gather: async () => looks(),
        *judge(hurried) {
          if (hurried) yield wrong();
        },
      },
      { patience },
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(result.reason).toContain('after a shortened wait');
  });

  test('is reported if it appears again', async () => {
    const { patience, looks } = shortenedWaits(0);
    const result = await run(
      {
        gather: async () => looks(),
        *judge() {
          yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]).toMatchObject({ requirement: 'REQ-01', confirmed: true });
  });

  test('is reported with the case that showed it after a full wait, if a smaller case showed it only after a shortened one', async () => {
    const { patience, looks } = shortenedWaits(1);
    const result = await run(
      {
        cases: fc.integer({ min: 100, max: 200 }),
        gather: async () => looks(),
        *judge(hurried, given: number) {
          if (hurried || given > 100) yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]?.confirmed).toBe(true);
    expect(Number(result.failures[0]?.counterexample)).toBeGreaterThan(100);
  });

  test('does not arise if the waits take real time and the case is not done again', async () => {
    const { patience, looks } = shortenedWaits(0);
    const result = await run(
      {
        maxSeconds: 900,
        gather: async () => looks(),
        *judge(hurried) {
          if (hurried) yield wrong();
        },
      },
      { patience, timeIsFree: false },
    );
    expect(result.verdict).toBe('passed');
  });
});

describe('an interrupted run', () => {
  test('says so and judges no further case', async () => {
    const abort = new AbortController();
    let cases = 0;
    const result = await run(
      {
        cases: fc.nat(),
        gather: async () => {
          if (++cases === 4) abort.abort();
          return null;
        },
        *judge() {},
      },
      {},
      { signal: abort.signal },
    );
    expect([cases, result.verdict, result.reason]).toEqual([4, 'inconclusive', 'the run was interrupted']);
  });

  test('is no mistake of the suite, however the case that was under way ends', async () => {
    const abort = new AbortController();
    const result = await run(
      {
        gather: async () => {
          abort.abort();
          throw new DOMException('The operation was aborted.', 'AbortError');
        },
        *judge() {},
      },
      {},
      { signal: abort.signal },
    );
    expect([result.verdict, result.reason]).toEqual(['inconclusive', 'the run was interrupted']);
  });

  test('says so if its cases wait together and no case can begin any more', async () => {
    const abort = new AbortController();
    const result = await run(
      {
        cases: fc.nat(),
        maxSeconds: 900,
        gather: async () => {
          abort.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
          return null;
        },
        *judge() {},
      },
      {},
      { signal: abort.signal },
    );
    expect([result.verdict, result.reason]).toEqual(['inconclusive', 'the run was interrupted']);
  });

  test('keeps an earlier finding', async () => {
    const abort = new AbortController();
    const result = await run(
      {
        gather: async () => {
          abort.abort();
          return null;
        },
        *judge() {
          yield wrong();
        },
      },
      {},
      { signal: abort.signal },
    );
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ requirement: 'REQ-01' }] });
    expect(result.failures[0]?.confirmed).toBeUndefined();
  });
});

describe('the result of a check', () => {
  const secret = 'at_0123456789abcdef';

  test('has labels instead of secrets in findings, counterexamples, reasons, observations and evidence', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      cases: fc.constant(0),
      describe: () => `the token ${secret}`,
      gather: async (scene) => {
        scene.journal.secrets.learn('access token', secret);
        return scene.exchange(200, JSON.stringify({ access_token: secret, echo: secret }));
      },
      *judge(exchange) {
        yield { kind: 'observation', freedom: 'FRE-01', observed: `it said ${secret}`, exchange: exchange.number };
        yield { kind: 'premise', text: `no use for ${secret}` };
        yield { ...finding('REQ-01', `a call with ${secret}`, `showed ${secret}`, `not ${secret}`, exchange) };
      },
    });
    expect(result.failures).toHaveLength(1);
    expect(result.observations).toHaveLength(1);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result.failures[0]).toMatchObject({ subject: 'a call with <access token 1>', exchange: 1 });
  });

  test('has each observation once, with an exchange that shows it', async () => {
    const result = await run({
      cases: fc.nat({ max: 3 }),
      gather: async (scene, given) => ({ given, exchange: scene.exchange(200) }),
      *judge({ given, exchange }) {
        const observed = given > 1 ? 'many' : 'few';
        yield { kind: 'observation', freedom: 'FRE-02', observed, exchange: exchange.number };
      },
    });
    expect(result.observations.map(({ observed }) => observed).toSorted()).toEqual(['few', 'many']);
    expect(result.observations.every(({ evidence }) => evidence.length === 1)).toBe(true);
  });
});

describe('a result of a case that presumed a change to be known everywhere', () => {
  /** Returns the patience of a check that does not wait for propagation until it may presume nothing. */
  function presuming(): { patience: NonNullable<Bench['patience']>; waits: () => boolean } {
    const state = { presumes: true, presumed: false };
    return {
      waits: () => {
        state.presumed ||= state.presumes;
        return !state.presumes;
      },
      patience: {
        hurried: false,
        slow: false,
        ...isKnown,
        get mayPresume() {
          return state.presumes;
        },
        get presumed() {
          return state.presumed;
        },
        insist: () => {},
        presumeNothing: () => {
          state.presumes = false;
        },
        anew: (work) => work(),
      },
    };
  }

  test('is dropped if it disappears after waiting, and no later case presumes anything', async () => {
    const { patience, waits } = presuming();
    const seen: boolean[] = [];
    const result = await run(
      {
        cases: fc.nat(),
        gather: async () => {
          const waited = waits();
          seen.push(waited);
          return waited;
        },
        *judge(waited) {
          if (!waited) yield wrong('REQ-01');
        },
      },
      { patience },
      { runs: 5 },
    );
    expect(result).toMatchObject({ verdict: 'passed', cases: 5 });
    expect(seen).toEqual([false, true, true, true, true, true]);
  });

  test('is reported as a failure if it appears again after waiting', async () => {
    const { patience, waits } = presuming();
    const result = await run(
      {
        cases: fc.nat(),
        gather: async () => waits(),
        *judge() {
          yield wrong('REQ-01');
        },
      },
      { patience },
      { runs: 5 },
    );
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ requirement: 'REQ-01', confirmed: true }] });
  });

  test('is unclear only if it is unclear after waiting too', async () => {
    const { patience, waits } = presuming();
    const result = await run(
      {
        gather: async () => {
          if (!waits()) throw new PremiseUnmet('no code could be had');
          return 'a code';
        },
        *judge() {},
      },
      { patience },
    );
    expect(result.verdict).toBe('passed');
  });
});
