import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { held } from '../../core/judgement.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import type { MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

/** Returns a check that demands success for one request. */
function wantsService(answers: (doing: number) => number | 'no answer', contrast: MadeUpScene['contrast'] = 'here') {
  let doing = 0;
  return {
    gather: async (scene: MadeUpScene) => {
      scene.contrast = contrast;
      return scene.exchange(answers(++doing));
    },
    *judge(exchange: Exchange) {
      if (exchange.response?.status !== 200) yield wrong('REQ-01', exchange);
    },
  };
}

/** Returns a check that demands a refusal of one request, with any status. */
function wantsRefusal(answers: (doing: number) => number | 'no answer') {
  return {
    ...wantsService(answers),
    *judge(exchange: Exchange) {
      if (exchange.response?.status === 200) yield wrong('REQ-01', exchange);
    },
  };
}

describe('a disturbed answer', () => {
  test('shows no breach: the case is done again, and passes', async () => {
    expect(await run(wantsService((doing) => (doing === 1 ? 503 : 200)))).toMatchObject({
      verdict: 'passed',
      cases: 1,
      exchanges: 2,
      traffic: [{ endpoint: 'GET /', requests: 2, disturbed: { 'server-error': 1 }, serverErrors: 1 }],
    });
  });

  test('shows no refusal either: the breach that it hides is found', async () => {
    expect(await run(wantsRefusal((doing) => (doing === 1 ? 503 : 200)))).toMatchObject({ verdict: 'failed' });
  });

  test('that comes each time is a finding if success is demanded', async () => {
    const result = await run(wantsService(() => 500));
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ requirement: 'REQ-01', confirmed: true }] });
    // The tenant's own answers do not count as server errors of its gateway.
    expect(result.traffic?.[0]?.serverErrors).toBeUndefined();
  });

  test('that comes each time is a refusal if only a refusal is demanded', async () => {
    expect(await run(wantsRefusal(() => 503))).toMatchObject({ verdict: 'passed' });
  });

  test('is a finding also if the connection is cut each time, and no refusal', async () => {
    expect(await run(wantsService(() => 'no answer'))).toMatchObject({ verdict: 'failed' });
    expect(await run(wantsRefusal(() => 'no answer'))).toMatchObject({ verdict: 'inconclusive' });
  });

  test('that is a rate limit is never a finding', async () => {
    expect(await run(wantsService(() => 429))).toMatchObject({ verdict: 'inconclusive' });
    expect(await run(wantsRefusal(() => 429))).toMatchObject({ verdict: 'passed' });
  });

  test('is weather if no good request is served either', async () => {
    const result = await run(wantsService(() => 503, 'nowhere'));
    expect(result).toMatchObject({ verdict: 'inconclusive', unjudged: 1 });
    expect(result.reason).toContain('disturbed each time, the last time by a server error at GET /');
  });

  test('for only one value is found although the other values are served', async () => {
    const result = await run(
      {
        cases: fc.constantFrom('a', 'b', 'c', 'd'),
        gather: async (scene: MadeUpScene, given) => scene.exchange(given === 'c' ? 500 : 200),
        *judge(exchange) {
          if (exchange.response?.status !== 200) yield wrong('REQ-01', exchange);
        },
      },
      {},
      { runs: 8 },
    );
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ given: 'c' }] });
  });

  test('spreads the doings over half a minute if only another place is served', async () => {
    let now = 0;
    const pause = async (ms: number): Promise<void> => {
      now += ms;
    };
    const gather = async (scene: MadeUpScene): Promise<Exchange> => {
      scene.contrast = 'elsewhere';
      scene.began = now;
      return scene.exchange(500);
    };
    const result = await run({ ...wantsService(() => 500), gather }, { pause }, { now: () => now });
    expect(result.verdict).toBe('failed');
    expect(now).toBeGreaterThanOrEqual(30_000);
  });

  test('does not remove a finding that rests on received answers: two winners of a race stay two', async () => {
    const result = await run({
      gather: async (scene: MadeUpScene) => {
        scene.contrast = 'nowhere';
        return [
          scene.exchange(200, '', 'one'),
          scene.exchange('no answer', '', 'another'),
          scene.exchange(200, '', 'third'),
        ];
      },
      *judge(calls) {
        const winners = calls.filter(({ response }) => response?.status === 200);
        const restsOn = winners.map(({ number }) => number);
        if (winners.length > 1) yield { ...wrong('REQ-01', winners[0]), restsOn };
        else yield held('REQ-01');
      },
    });
    expect(result).toMatchObject({ verdict: 'failed' });
  });

  test('ends its case and its check at once if the tenant answers no request', async () => {
    const silence = { told: 'the tenant answered no request for 41 s, in 120 requests', cause: 'nothing' };
    const parts = { ...wantsService(() => 'no answer', 'nowhere'), cases: fc.nat() };
    const result = await run(parts, { silence: () => silence }, { runs: 8 });
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      inWeather: true,
      cause: 'nothing',
      cases: 1,
      exchanges: 1,
    });
    expect(result.reason).toContain(silence.told);
  });

  test('is treated as usual again when the tenant has answered', async () => {
    const silence = { told: 'the tenant answered no request for 41 s, in 120 requests', cause: 'nothing' };
    let doing = 0;
    const parts = { ...wantsService(() => (++doing < 4 ? 'no answer' : 200), 'nowhere'), cases: fc.nat() };
    const result = await run(parts, { silence: () => (doing < 1 ? silence : undefined) }, { runs: 8 });
    expect(result).toMatchObject({ verdict: 'passed', cases: 8, exchanges: 11 });
  });

  test('of cases that wait is repeated in further passes of all disturbed cases', async () => {
    const passes: number[][] = [];
    let doing = 0;
    const result = await run(
      {
        cases: fc.nat({ max: 1000 }),
        maxSeconds: 900,
        gather: async (scene: MadeUpScene, given: number) => {
          passes.push([given]);
          return scene.exchange(++doing === 3 ? 503 : 200);
        },
        *judge(exchange) {
          if (exchange.response?.status !== 200) yield wrong('REQ-01', exchange);
        },
      },
      {},
      { runs: 6 },
    );
    expect(result).toMatchObject({ verdict: 'passed', cases: 6 });
    expect(passes).toHaveLength(7);
    expect(passes[6]).toEqual(passes[2]);
  });
});

describe('a control', () => {
  const changes = (scene: MadeUpScene): void =>
    scene.journal.record({
      number: scene.journal.number(),
      at: 0,
      operation: 'user.suspend',
      input: {},
      output: {},
    });

  test('that fails briefly makes the case be done again, and one that keeps failing breaks the check', async () => {
    const failing = (times: number) => {
      let doing = 0;
      return {
        gather: async (scene: MadeUpScene) => {
          if (++doing > times) return doing;
          scene.disturbed('control');
          throw new TestBedTrouble('the control answered user.suspend with 500', { passing: true });
        },
        *judge() {},
      };
    };
    expect(await run(failing(4))).toMatchObject({ verdict: 'passed' });
    expect(await run(failing(5))).toMatchObject({
      verdict: 'broken',
      reason: 'the control answered user.suspend with 500',
    });
  });

  test('that says "done" and does nothing causes no red: the finding disappears if the operation is repeated', async () => {
    let doing = 0;
    const claims = {
      gather: async (scene: MadeUpScene) => {
        changes(scene);
        doing++;
        return doing === 1 && scene.manner.repeatOperations !== true;
      },
      *judge(wasClaimed: boolean) {
        if (wasClaimed) yield wrong();
      },
    };
    const result = await run(claims, { controlMayFail: true });
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(result.reason).toContain('each control operation repeated');
  });

  test('does not excuse a tenant with the finding in each of five doings, although repeating the operation removes it', async () => {
    const result = await run(
      {
        gather: async (scene: MadeUpScene) => {
          changes(scene);
          return scene.manner.repeatOperations !== true;
        },
        *judge(isWrong: boolean) {
          if (isWrong) yield wrong();
        },
      },
      { controlMayFail: true },
    );
    expect(result).toMatchObject({ verdict: 'failed', failures: [{ confirmed: true }] });
  });
});
