import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch } from './timeline.ts';
import { Timeline } from './timeline.ts';

const seed = 20261122;
const noGrace = (): Promise<void> => Promise.resolve();

class MovableClock {
  moved = 0;
  moves = 0;

  readonly advance = async (seconds: number): Promise<void> => {
    this.moved += seconds;
    this.moves++;
  };
}

describe('a move of a clock that many checks share', () => {
  test('wakes as many branches together as it can, and none later than it allows', async () => {
    const wait = fc.record({ seconds: fc.integer({ min: 1, max: 60 }), late: fc.integer({ min: 0, max: 30 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(wait, { minLength: 1, maxLength: 12 }), async (waits) => {
        const clock = new MovableClock();
        const timeline = new Timeline(clock, noGrace);
        const branches = await Promise.all(waits.map((_, index) => timeline.open(`check ${index}`)));
        await Promise.all(
          waits.map(async ({ seconds, late }, index) => {
            const branch = branches[index] as Branch;
            await branch.elapse(seconds, { late });
            expect(clock.moved).toBeGreaterThanOrEqual(seconds);
            expect(clock.moved).toBeLessThanOrEqual(seconds + late);
            branch.close();
          }),
        );
        // the smallest number of moments such that each wait ends at one of them
        let fewest = 0;
        let last = -Infinity;
        for (const { seconds, late } of waits.toSorted((a, b) => a.seconds + a.late - b.seconds - b.late)) {
          if (last >= seconds) continue;
          last = seconds + late;
          fewest++;
        }
        expect(clock.moves).toBe(fewest);
      }),
      { seed, numRuns: 200 },
    );
  });

  test('counts the time that a clock runs by itself only for a branch that looks again', async () => {
    const clock = new MovableClock();
    let ran = 0;
    const timeline = new Timeline({ advance: clock.advance, ran: () => ran }, noGrace);
    const [busy, looking, waiting] = [
      await timeline.open('busy'),
      await timeline.open('looks again'),
      await timeline.open('waits'),
    ];
    const woken: (readonly [string, number])[] = [];
    const wait = async (branch: Branch, running: boolean): Promise<void> => {
      await branch.elapse(900, { running });
      woken.push([branch.id, ran + clock.moved]);
      branch.close();
    };
    const both = [wait(looking, true), wait(waiting, false)];
    ran = 4;
    busy.close();
    await Promise.all(both);
    expect(woken).toEqual([
      ['looks again', 900],
      ['waits', 904],
    ]);
  });
});
