import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenScene } from './case.ts';
import type { CheckDefinition } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Journal } from './journal.ts';
import type { Judgement } from './judgement.ts';
import { finding } from './judgement.ts';
import type { CheckResult } from './result.ts';
import type { CheckHost, RunOptions } from './run-check.ts';
import { runCheck } from './run-check.ts';
import { Interrupted, PremiseUnmet, SuiteMistake, TestBedTrouble, Unsupported } from './trouble.ts';

/** A scene that does nothing but record exchanges that a test makes up. */
class MadeUpScene {
  readonly journal: Journal;
  readonly opened: number;

  constructor(journal: Journal, opened: number) {
    this.journal = journal;
    this.opened = opened;
  }

  exchange(status: number | 'no answer', body = ''): Exchange {
    const exchange: Exchange = {
      number: this.journal.number(),
      at: 0,
      ms: 1,
      request: { method: 'GET', url: 'https://tenant.example/', headers: {} },
      ...(status === 'no answer'
        ? { trouble: { kind: 'closed', message: 'the connection was closed' } }
        : { response: { status, headers: {}, body } }),
    };
    this.journal.record(exchange);
    return exchange;
  }
}

type MadeUpCheck<Stage, Case, Seen> = CheckDefinition<string, string, string, MadeUpScene, Stage, Case, Seen>;

interface Bench {
  readonly missing?: string;
  readonly elsewhere?: string;
}

/** Runs a made-up check; counts what was opened and closed, and how often it was looked again. */
async function run<Stage, Case, Seen>(
  parts: Partial<MadeUpCheck<Stage, Case, Seen>> & Pick<MadeUpCheck<Stage, Case, Seen>, 'gather' | 'judge'>,
  bench: Bench = {},
  options: Partial<RunOptions> = {},
): Promise<CheckResult & { readonly opened: number; readonly closed: number; readonly looks: number }> {
  const count = { opened: 0, closed: 0, looks: 0 };
  const open: OpenScene<MadeUpScene> = (journal) => {
    const scene = new MadeUpScene(journal, ++count.opened);
    return Promise.resolve({
      scene,
      close: async () => {
        count.closed++;
      },
    });
  };
  const host: CheckHost<string, MadeUpScene> = {
    missing: () => bench.missing,
    open,
    lookAgain: async () => {
      count.looks++;
      return bench.elsewhere;
    },
  };
  let clock = 0;
  const check: MadeUpCheck<Stage, Case, Seen> = {
    id: 'made-up/check',
    title: 'A check that was made up',
    proves: ['REQ-01'],
    needs: [],
    ...parts,
  };
  const result = await runCheck<string, MadeUpScene>(check, host, {
    runs: 50,
    seed: 7,
    basisOf: (requirement) => (requirement.startsWith('DER') ? 'derived' : 'stated'),
    now: () => ++clock,
    shrinkMs: 100_000,
    ...options,
  });
  return { ...result, ...count };
}

const wrong = (requirement = 'REQ-01', exchange?: Exchange): Judgement<string> =>
  finding(requirement, 'the answer', 'was wrong', 'the right one', exchange);

describe('the verdict of a check', () => {
  test('is passed where nothing is wrong, for each requirement', async () => {
    const result = await run({
      proves: ['REQ-01', 'DER-01'],
      gather: async (scene) => scene.exchange(200),
      *judge() {},
    });
    expect(result).toMatchObject({ verdict: 'passed', verdicts: { 'REQ-01': 'passed', 'DER-01': 'passed' } });
    expect(result).toMatchObject({ cases: 1, exchanges: 1, failures: [], opened: 1, closed: 1, looks: 0 });
  });

  test('is not exercised where the target lacks what is needed, and nothing is done', async () => {
    const result = await run({ gather: async () => undefined, *judge() {} }, { missing: 'needs an app' });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'needs an app', opened: 0, cases: 0 });
  });

  test('is failed by a finding against what is stated and a warning by one against what is derived', async () => {
    const result = await run({
      proves: ['DER-01', 'REQ-01', 'REQ-02'],
      gather: async () => undefined,
      *judge() {
        yield wrong('DER-01');
        yield wrong('REQ-01');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts).toEqual({ 'DER-01': 'warning', 'REQ-01': 'failed', 'REQ-02': 'passed' });
    expect(result.failures.map(({ requirement }) => requirement)).toEqual(['REQ-01', 'DER-01']);
    expect(result.failures.every(({ confirmed }) => confirmed)).toBe(true);
  });

  test.for([
    ['inconclusive', () => new PremiseUnmet('no token could be had')],
    ['not-exercised', () => new Unsupported('the control does not offer it')],
    ['broken', () => new TestBedTrouble('the control answered 500')],
    ['inconclusive', () => new Interrupted('the check has ended')],
    ['broken', () => new SuiteMistake('a request of its own is wrong')],
    ['broken', () => new TypeError('cannot read properties of undefined')],
  ] as const)('is %s where gathering ends in such trouble (case %$)', async ([verdict, trouble]) => {
    const result = await run({ gather: () => Promise.reject(trouble()), *judge() {} });
    expect(result).toMatchObject({ verdict, verdicts: { 'REQ-01': verdict }, failures: [], closed: 1 });
    expect(result.reason).toContain(trouble().message);
  });

  test('is that of what kept the arrangement from being made', async () => {
    const result = await run({
      given: fc.nat(),
      arrange: () => Promise.reject(new Unsupported('there is no app')),
      gather: async () => undefined,
      *judge() {},
    });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'there is no app' });
    expect(result.opened).toBe(result.closed);
  });

  test('is broken where a finding names a requirement that the check does not prove', async () => {
    const result = await run({
      gather: async () => undefined,
      *judge() {
        yield wrong('REQ-99');
      },
    });
    expect(result).toMatchObject({ verdict: 'broken', failures: [] });
    expect(result.reason).toContain('made-up/check found REQ-99 broken, which it does not prove');
  });
});

describe('a premise', () => {
  test('that is not met makes the check inconclusive and says which', async () => {
    const result = await run({
      gather: async () => undefined,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
      },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'there was only one page' });
  });

  test('that is not met beside a finding leaves the finding', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      gather: async () => undefined,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
        yield wrong('REQ-01');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts['REQ-02']).not.toBe('passed');
  });
});

describe('a property', () => {
  test('runs as many cases as asked for, and no more than the check allows', async () => {
    const parts = { given: fc.nat(), gather: async () => undefined, *judge() {} };
    expect((await run(parts)).cases).toBe(50);
    expect((await run({ ...parts, atMost: 9 })).cases).toBe(9);
  });

  test('draws the same cases for the same seed', async () => {
    const casesFor = async (seed: number): Promise<number[]> => {
      const drawn: number[] = [];
      await run({ given: fc.nat(), gather: async (_scene, given) => drawn.push(given), *judge() {} }, {}, { seed });
      return drawn;
    };
    expect(await casesFor(3)).toEqual(await casesFor(3));
    expect(await casesFor(3)).not.toEqual(await casesFor(4));
  });

  test('shrinks the failing case to the smallest, and names it in the words of the check', async () => {
    const result = await run({
      given: fc.nat({ max: 10_000 }),
      tell: (age) => `a token ${age} seconds old`,
      gather: async (_scene, given) => given,
      *judge(age) {
        if (age >= 901) yield wrong();
      },
    });
    expect(result.failures[0]).toMatchObject({ counterexample: 'a token 901 seconds old', confirmed: true });
  });

  test('can be replayed from the seed and the path of its failure', async () => {
    const parts = {
      given: fc.nat({ max: 10_000 }),
      gather: async (_scene: MadeUpScene, given: number) => given,
      *judge(age: number) {
        if (age >= 901) yield wrong();
      },
    };
    const { replay } = (await run(parts)).failures[0] ?? { replay: { seed: 0 } };
    expect(replay.path).toBeDefined();
    const again = await run(parts, {}, { ...replay, runs: 1 });
    expect(again.failures[0]?.counterexample).toBe('901');
    expect(again.cases).toBeLessThan(25);
  });

  test('finds every requirement that is broken, each with a case of its own', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02', 'REQ-03'],
      given: fc.nat({ max: 1000 }),
      gather: async (_scene, given) => given,
      *judge(value) {
        if (value > 10) yield wrong('REQ-01');
        if (value > 500) yield wrong('REQ-02');
      },
    });
    expect(result.failures.map(({ requirement, counterexample }) => [requirement, counterexample])).toEqual([
      ['REQ-01', '11'],
      ['REQ-02', '501'],
    ]);
    expect(result.verdicts['REQ-03']).toBe('passed');
  });

  test('stops at a case that comes to nothing, and says why', async () => {
    let cases = 0;
    const result = await run({
      given: fc.nat(),
      gather: async () => {
        if (++cases === 3) throw new TestBedTrouble('the control answered 500');
      },
      *judge() {},
    });
    expect([cases, result.verdict, result.reason]).toEqual([3, 'broken', 'the control answered 500']);
  });

  test('does not take a case that comes to nothing for a smaller failing one', async () => {
    const result = await run(
      {
        given: fc.nat({ max: 1000 }),
        gather: async (_scene, given) => {
          if (given < 200) throw new PremiseUnmet('too small to be judged');
          return given;
        },
        *judge(value) {
          if (value >= 200) yield wrong();
        },
      },
      {},
      { seed: 1 },
    );
    expect(result.verdict === 'failed' ? result.failures[0]?.counterexample : result.reason).toMatch(
      /^(200|too small to be judged)$/,
    );
  });

  test('is shrunk no further once the time for it is over', async () => {
    let cases = 0;
    const result = await run(
      {
        given: fc.nat({ max: 1_000_000 }),
        gather: async (_scene, given) => {
          cases++;
          return given;
        },
        *judge(value) {
          if (value > 3) yield wrong();
        },
      },
      {},
      { shrinkMs: 0 },
    );
    expect(result.verdict).toBe('failed');
    expect(cases).toBeLessThan(8);
  });

  test('shares what was arranged among its cases, and arranges anew to confirm what is red', async () => {
    const stages = new Set<number>();
    const result = await run({
      given: fc.nat({ max: 0 }),
      arrange: async (scene) => ({ number: scene.opened }),
      gather: async (_scene, _given, stage) => {
        stages.add(stage.number);
      },
      *judge() {
        yield wrong();
      },
    });
    expect(stages.size).toBe(2);
    expect(result.opened).toBe(result.closed);
  });
});

describe('a red that something else may explain', () => {
  const noAnswer = {
    gather: async (scene: MadeUpScene) => scene.exchange('no answer'),
    *judge(exchange: Exchange) {
      yield wrong('REQ-01', exchange);
    },
  };
  const serverError = { ...noAnswer, gather: async (scene: MadeUpScene) => scene.exchange(500) };

  test.for([
    ['no answer', noAnswer],
    ['a server error', serverError],
  ] as const)('is excused where others get %s at the same time', async ([, parts]) => {
    const result = await run(parts, { elsewhere: 'GET /api/v2/entries was answered with 503' });
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [], looks: 1 });
    expect(result.reason).toContain('but so it went elsewhere at the same time');
  });

  test('is reported where others are served, for a server error as for no answer', async () => {
    for (const parts of [noAnswer, serverError]) {
      expect(await run(parts)).toMatchObject({ verdict: 'failed', looks: 1 });
    }
  });

  test('is excused where there was no answer once and there is one when it is done again', async () => {
    let times = 0;
    const result = await run({
      gather: async (scene) => scene.exchange(++times === 1 ? 'no answer' : 200),
      *judge(exchange) {
        if (exchange.response === undefined) yield wrong('REQ-01', exchange);
      },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(result.reason).toContain('was answered when it was done again');
  });

  test('is never excused where the answer came and was merely wrong, though it does not come again', async () => {
    let times = 0;
    const result = await run(
      {
        gather: async (scene) => scene.exchange(++times === 1 ? 200 : 401),
        *judge(exchange) {
          if (exchange.response?.status === 200) yield wrong('REQ-01', exchange);
        },
      },
      { elsewhere: 'GET /api/v2/entries was answered with 503' },
    );
    expect(result).toMatchObject({ verdict: 'failed', looks: 0 });
    expect(result.failures[0]).toMatchObject({ confirmed: false, exchange: 1 });
  });
});

describe('an interrupted run', () => {
  test('says so and judges nothing further', async () => {
    const abort = new AbortController();
    let cases = 0;
    const result = await run(
      {
        given: fc.nat(),
        gather: async () => {
          if (++cases === 4) abort.abort();
        },
        *judge() {},
      },
      {},
      { signal: abort.signal },
    );
    expect([cases, result.verdict, result.reason]).toEqual([4, 'inconclusive', 'the run was interrupted']);
  });

  test('keeps what was found before', async () => {
    const abort = new AbortController();
    const result = await run(
      {
        gather: async () => {
          abort.abort();
        },
        *judge() {
          yield wrong();
        },
      },
      {},
      { signal: abort.signal },
    );
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ confirmed: false }] });
  });
});

describe('what leaves a check', () => {
  const secret = 'at_0123456789abcdef';

  test('has labels in place of secrets: findings, counterexamples, reasons, observations and evidence', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      given: fc.constant(0),
      tell: () => `the token ${secret}`,
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
      given: fc.nat({ max: 3 }),
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
