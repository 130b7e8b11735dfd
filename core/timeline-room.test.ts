import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch } from './timeline.ts';
import { Timeline } from './timeline.ts';
import { Bench, noGrace, turns } from './timeline-bench.ts';

const seed = 20261120;

describe('a timeline with little room', () => {
  const lives = fc.array(
    fc.array(fc.record({ steps: fc.nat(3), wait: fc.constantFrom(0, 1, 900) }), { maxLength: 3 }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );

  test('limits the checks that begin together, begins each one, and moves only after all have had their turn', async () => {
    await fc.assert(
      fc.asyncProperty(lives, fc.integer({ min: 1, max: 4 }), async (checks, room) => {
        const bench = new Bench(noGrace, room);
        bench.timeline.expect(checks.map((_, index) => String(index)));
        let mostBeginning = 0;
        const run = async (life: (typeof checks)[number], index: number): Promise<void> => {
          const branch = await bench.timeline.open(String(index));
          const first = bench.work(branch, 2);
          mostBeginning = Math.max(mostBeginning, bench.now === 0 ? bench.busy : 0);
          await first;
          for (const { steps: some, wait } of life) {
            await bench.work(branch, some);
            await branch.elapse(wait);
          }
          branch.close();
        };
        await Promise.all(checks.map(run));
        expect(mostBeginning).toBeLessThanOrEqual(room);
        expect(bench.moves.every(({ working }) => working === 0)).toBe(true);
        expect(bench.timeline.heldBy).toEqual([]);
        const longest = checks.map((life) => life.reduce((sum, { wait }) => sum + wait, 0));
        expect(bench.now).toBe(Math.max(...longest));
      }),
      { seed, numRuns: 60 },
    );
  });

  test('ends a check at once if it is stopped while it waits for room', async () => {
    const bench = new Bench(noGrace, 1);
    const busy = await bench.timeline.open('busy');
    const stop = new AbortController();
    const waiting = bench.timeline.open('waiting', stop.signal);
    stop.abort(new Error('stopped'));
    await expect((await waiting).elapse(5)).rejects.toThrow('stopped');
    const next = bench.timeline.open('next');
    busy.close();
    (await next).close();
    expect(bench.timeline.heldBy).toEqual([]);
  });

  test('begins checks in their order, even if there is room for a moment', async () => {
    const bench = new Bench(noGrace, 1);
    const first = await bench.timeline.open('first');
    const order: string[] = [];
    const others = ['second', 'third', 'fourth'].map(async (id) => {
      const branch = await bench.timeline.open(id);
      order.push(id);
      await bench.work(branch, 1);
      branch.close();
    });
    first.close();
    await Promise.all(others);
    expect(order).toEqual(['second', 'third', 'fourth']);
  });

  test('begins cases of begun checks before other checks, within the room, and moves no clock meanwhile', async () => {
    const bench = new Bench(noGrace, 2);
    const order: string[] = [];
    let most = 0;
    const check = async (id: string): Promise<void> => {
      const branch = await bench.timeline.open(id);
      await branch.together(
        Array.from({ length: 6 }, () => async (own: Branch) => {
          await own.turn();
          order.push(id);
          const work = bench.work(own, 3);
          most = Math.max(most, bench.now === 0 ? bench.busy : 0);
          await work;
          await own.elapse(900);
        }),
      );
      branch.close();
    };
    bench.timeline.expect(['first', 'second', 'third']);
    await Promise.all(['first', 'second', 'third'].map(check));
    expect(most).toBe(2);
    expect(order.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'first'));
    expect(order).toHaveLength(18);
    expect(bench.now).toBe(900);
    expect(bench.timeline.heldBy).toEqual([]);
  });

  test('follows the room of each moment', async () => {
    let room = 1;
    const timeline = new Timeline({ advance: async () => {} }, noGrace, () => room);
    const first = await timeline.open('first');
    const opened: string[] = [];
    const others = ['second', 'third', 'fourth'].map(async (id) => {
      const branch = await timeline.open(id);
      opened.push(id);
      return branch;
    });
    await turns(2);
    expect(opened).toEqual([]);
    room = 3;
    first.close();
    await turns(2);
    expect(opened).toEqual(['second', 'third', 'fourth']);
    for (const branch of await Promise.all(others)) branch.close();
  });

  test('ends a case that is stopped while it waits for its turn, and holds no clock for it', async () => {
    const bench = new Bench(noGrace, 1);
    const busy = await bench.timeline.open('busy');
    const stopped = await bench.timeline.openAtOnce('stopped');
    const turn = stopped.turn();
    stopped.close();
    await turn;
    expect(bench.timeline.heldBy).toEqual(['busy']);
    busy.close();
    expect(bench.timeline.heldBy).toEqual([]);
  });

  test('begins other checks while one only lets real time pass, and moves no clock meanwhile', async () => {
    const bench = new Bench(noGrace, 1);
    const pause = Promise.withResolvers<void>();
    const dozing = await bench.timeline.open('dozing');
    const dozed = dozing.dozing(pause.promise);
    const other = await bench.timeline.open('other');
    const waited = other.elapse(900);
    await turns(5);
    expect(bench.moves).toEqual([]);
    pause.resolve();
    await dozed;
    dozing.close();
    await waited;
    expect(bench.now).toBe(900);
    other.close();
  });

  test('does not count a check that waits in real time, so that all waits overlap', async () => {
    const waits: number[] = [];
    const ends: (() => void)[] = [];
    const wait = (seconds: number): Promise<void> =>
      new Promise((resolve) => {
        waits.push(seconds);
        ends.push(resolve);
      });
    const timeline = new Timeline({ wait }, noGrace, () => 1);
    const lives = ['one', 'two', 'three'].map(async (id) => {
      const branch = await timeline.open(id);
      await branch.elapse(900);
      branch.close();
    });
    await turns(5);
    expect(waits).toEqual([900, 900, 900]);
    for (const end of ends) end();
    await Promise.all(lives);
  });
});
