import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch } from './timeline.ts';
import { Timeline } from './timeline.ts';
import { Bench, noGrace, turns } from './timeline-bench.ts';
import { SuiteMistake } from './trouble.ts';

const seed = 20261120;

type Step =
  | { readonly do: 'work'; readonly steps: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'together'; readonly parts: readonly (readonly Step[])[] }
  | { readonly do: 'throw' }
  | { readonly do: 'event'; readonly steps: number; readonly seconds: number };

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 5 }),
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), steps: fc.nat(3) }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(0, 0.5, 1, 450, 899, 900) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('throw' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('event' as const),
        steps: fc.nat(4),
        seconds: fc.constantFrom(1, 450, 900),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('together' as const),
        parts: fc.array(tie('steps'), { maxLength: 4 }),
      }),
    },
  ),
}));

class Thrown extends Error {}

async function perform(bench: Bench, branch: Branch, plan: readonly Step[]): Promise<void> {
  for (const step of plan) {
    const before = branch.moment;
    if (step.do === 'work') await bench.work(branch, step.steps);
    else if (step.do === 'throw') throw new Thrown('by the check itself');
    else if (step.do === 'together') {
      await branch.together(step.parts.map((part) => (inner) => perform(bench, inner, part)));
    } else if (step.do === 'wait') {
      await branch.elapse(step.seconds);
      if (branch.moment !== before + step.seconds)
        throw new Error(`woke at ${branch.moment}, not at the moment asked for`);
      if (Math.abs(bench.now - branch.moment) > 1e-6) throw new Error('the clock and the timeline disagree');
    } else {
      const event = turns(step.steps).then(() => 'it came' as const);
      const got = await branch.until(event, step.seconds);
      const late = branch.moment - before;
      if (got === undefined ? late !== step.seconds : late > step.seconds) throw new Error(`woke ${late} s later`);
    }
  }
}

describe('a timeline that many checks share', () => {
  test('never gets stuck, never moves while a check works, and wakes each branch at its requested moment', async () => {
    const given = fc.array(fc.record({ plan: steps, abortAfter: fc.option(fc.nat(12), { nil: undefined, freq: 4 }) }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(given, async (checks) => {
        const bench = new Bench();
        const { timeline } = bench;
        timeline.expect(checks.map((_, index) => `check ${index}`));
        const wrong: unknown[] = [];
        await Promise.all(
          checks.map(async ({ plan, abortAfter }, index) => {
            const abort = new AbortController();
            const aborted = new Error('stopped');
            const branch = await timeline.open(`check ${index}`, abort.signal);
            if (abortAfter !== undefined) void turns(abortAfter).then(() => abort.abort(aborted));
            try {
              await perform(bench, branch, plan);
            } catch (reason) {
              if (!(reason instanceof Thrown) && reason !== aborted) wrong.push(reason);
            } finally {
              branch.close();
            }
          }),
        );
        expect(wrong).toEqual([]);
        expect(timeline.heldBy).toEqual([]);
        expect(bench.moves.filter(({ working, by }) => working > 0 || by <= 0)).toEqual([]);
      }),
      { seed, numRuns: 150 },
    );
  });

  test('moves once for all branches that wait for the same moment', async () => {
    const bench = new Bench();
    const names = ['one', 'two', 'three'];
    bench.timeline.expect(names);
    const woken: string[] = [];
    await Promise.all(
      names.map(async (name) => {
        const branch = await bench.timeline.open(name);
        await branch.elapse(900);
        woken.push(name);
        branch.close();
      }),
    );
    expect(woken.toSorted()).toEqual(names.toSorted());
    expect(bench.timeline.moves).toBe(1);
    expect(bench.now).toBe(900);
  });

  test('goes to the earliest moment that a branch waits for, in any order of the waits', async () => {
    const bench = new Bench();
    bench.timeline.expect(['late', 'early', 'middle']);
    const woken: [string, number][] = [];
    const sleep = async (name: string, seconds: number): Promise<void> => {
      const branch = await bench.timeline.open(name);
      await branch.elapse(seconds);
      woken.push([name, bench.now]);
      branch.close();
    };
    await Promise.all([sleep('late', 1800), sleep('early', 1), sleep('middle', 900)]);
    expect(woken).toEqual([
      ['early', 1],
      ['middle', 900],
      ['late', 1800],
    ]);
  });

  test('waits for an announced check until it opens, and names it', async () => {
    const bench = new Bench();
    bench.timeline.expect(['here', 'not yet']);
    const here = await bench.timeline.open('here');
    let woken = false;
    const waiting = here.elapse(10).then(() => (woken = true));
    await turns(5);
    expect([woken, bench.timeline.heldBy]).toEqual([false, ['not yet']]);
    (await bench.timeline.open('not yet')).close();
    await waiting;
    expect(bench.now).toBe(10);
    here.close();
  });

  test('rejects all waits when the clock cannot be moved, and still serves later waits', async () => {
    let fails = true;
    let now = 0;
    const advance = async (seconds: number): Promise<void> => {
      if (fails) throw new Error('the control does not answer');
      now += seconds;
    };
    const timeline = new Timeline({ advance }, noGrace);
    timeline.expect(['one', 'two']);
    const [one, two] = [await timeline.open('one'), await timeline.open('two')];
    const ends = await Promise.allSettled([one.elapse(5), two.elapse(900)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    two.close();
    await one.elapse(5);
    expect([now, one.moment]).toEqual([5, 5]);
    one.close();
  });

  test('refuses a second wait of a branch that already waits', async () => {
    const bench = new Bench();
    const branch = await bench.timeline.open('careless');
    const first = branch.elapse(5);
    await expect(branch.elapse(6)).rejects.toBeInstanceOf(SuiteMistake);
    await expect(branch.together([async () => {}])).rejects.toBeInstanceOf(SuiteMistake);
    await first;
    branch.close();
  });

  test('does not hold time for a check whose signal was aborted before it began', async () => {
    const bench = new Bench();
    const branch = await bench.timeline.open('late', AbortSignal.abort(new Error('stopped')));
    await expect(branch.elapse(5)).rejects.toThrow('stopped');
    expect(bench.timeline.heldBy).toEqual([]);
    expect(bench.moves).toEqual([]);
  });

  test('ends the parts of a check that is closed while they wait', async () => {
    const bench = new Bench();
    const stop = new Error('stopped');
    const branch = await bench.timeline.open('with parts');
    const other = await bench.timeline.open('other'); // holds time, so that the parts keep waiting
    const parts = branch.together([(part) => part.elapse(5), (part) => part.elapse(900)]);
    await turns(2);
    branch.close(stop);
    await expect(parts).rejects.toBe(stop);
    expect(bench.timeline.heldBy).toEqual(['other']);
    other.close();
  });
});

describe('waiting for an event', () => {
  test('returns an event that came in time, without moving the clock', async () => {
    const bench = new Bench(() => turns(20));
    const branch = await bench.timeline.open('listener');
    const delivery = turns(5).then(() => 'a delivery');
    expect(await branch.until(delivery, 60)).toBe('a delivery');
    expect(bench.moves).toEqual([]);
    branch.close();
  });

  test('gives up when the time is over and nothing came', async () => {
    const bench = new Bench();
    const branch = await bench.timeline.open('listener');
    expect(await branch.until(new Promise(() => {}), 60)).toBeUndefined();
    expect(bench.now).toBe(60);
    branch.close();
  });

  test('throws the reason with which the event was rejected', async () => {
    const bench = new Bench(() => turns(20));
    const branch = await bench.timeline.open('listener');
    const broken = turns(2).then(() => Promise.reject(new Error('the receiver was closed')));
    await expect(branch.until(broken, 60)).rejects.toThrow('the receiver was closed');
    branch.close();
  });
});

describe('a timeline on a real clock', () => {
  test('waits for each branch separately, and ends a wait with its check', async () => {
    const waits: number[] = [];
    const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        waits.push(seconds);
        if (seconds < 100) setImmediate(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    const timeline = new Timeline({ wait }, noGrace);
    const [short, long] = [await timeline.open('short'), await timeline.open('long')];
    await short.elapse(3);
    const endless = long.elapse(900);
    const stop = new Error('stopped');
    long.close(stop);
    await expect(endless).rejects.toBe(stop);
    expect(waits).toEqual([3, 900]);
    short.close();
  });
});

describe('waiting aside for an event in real time', () => {
  test('lets the clock move for others, and goes on when the event has come', async () => {
    const bench = new Bench();
    const [listener, sleeper] = [await bench.timeline.open('listener'), await bench.timeline.open('sleeper')];
    let deliver: (text: string) => void = () => {};
    const heard = listener.aside(new Promise<string>((resolve) => (deliver = resolve)));
    await sleeper.elapse(900);
    expect(bench.now).toBe(900);
    deliver('a delivery');
    expect(await heard).toBe('a delivery');
    const later = sleeper.elapse(60);
    await turns(20);
    expect(bench.now).toBe(900);
    listener.close();
    await later;
    expect(bench.now).toBe(960);
    sleeper.close();
  });

  test('moves no clock if no branch waits for it, and ends with its check', async () => {
    const bench = new Bench();
    const branch = await bench.timeline.open('listener');
    const endless = branch.aside(new Promise(() => {}));
    await turns(20);
    expect(bench.moves).toEqual([]);
    branch.close(new Error('the check was stopped'));
    await expect(endless).rejects.toThrow('the check was stopped');
  });
});
