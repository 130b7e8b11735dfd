import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Delays, Patience } from '../../drivers/world/propagation.ts';

const most = 5000;

/** Returns the patience of a check that has waited `times` times in vain. */
function patienceAfter(times: number, delays = new Delays()): Patience {
  const patience = new Patience(delays);
  for (let time = 0; time < times; time++) patience.waitedInVain(most);
  return patience;
}

describe('a change is waited for', () => {
  test('as long as it may take, while few waits were in vain', () => {
    for (const times of [0, 1, 2]) {
      expect(patienceAfter(times).limit(most)).toBe(most);
      expect(patienceAfter(times).hurried).toBe(false);
    }
  });

  test('for a tenth of the time, after several waits in vain at a quick tenant', () => {
    expect(patienceAfter(3).limit(most)).toBe(most / 10);
    expect(patienceAfter(3).hurried).toBe(false);
    expect(patienceAfter(4).hurried).toBe(true);
  });

  test('as long as it may take at a tenant that was seen to be slow', () => {
    const delays = new Delays();
    new Patience(delays).seen(3000);
    expect(patienceAfter(4, delays).limit(most)).toBe(most);
    expect(patienceAfter(4, delays).hurried).toBe(false);
  });

  test('never longer than it may take, and always at least twice as long as the slowest change', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20_000), fc.integer({ min: 1, max: 60_000 }), (times, took, may) => {
        const delays = new Delays();
        const patience = patienceAfter(times, delays);
        patience.seen(took);
        expect(patience.limit(may)).toBeLessThanOrEqual(may);
        expect(patience.limit(may)).toBeGreaterThanOrEqual(Math.min(may, 2 * took));
      }),
    );
  });

  test('for a tenth of the time by every check, after many waits in vain in all checks together', () => {
    const delays = new Delays();
    for (let check = 0; check < 6; check++) patienceAfter(2, delays);
    expect(new Patience(delays).limit(most)).toBe(most / 10);
  });

  test('for the full time if a case is done again or a check insists', async () => {
    const patience = patienceAfter(20);
    expect(await patience.anew(async () => patience.limit(most))).toBe(most);
    expect(patience.limit(most)).toBe(most / 10);
    patience.insist();
    expect(patience.limit(most)).toBe(most);
  });

  test('everywhere before the next step, if a case is done again at a tenant that was seen to be slow', async () => {
    const delays = new Delays();
    const patience = new Patience(delays);
    const leftAt = (now: number): number => patience.untilKnownEverywhere(now, most);
    patience.changed(100);
    expect(await patience.anew(async () => leftAt(100))).toBe(0);
    patience.seen(700);
    expect(leftAt(100)).toBe(0);
    await patience.anew(async () => {
      expect(leftAt(100)).toBe(0);
      patience.changed(100);
      expect(leftAt(100)).toBe(most);
      expect(leftAt(3000)).toBe(most - 2900);
      expect(leftAt(9000)).toBe(0);
    });
  });
});

describe('whether changes take a while is unknown', () => {
  function unknownAfter(act: (patience: Patience) => void, mayTake?: boolean): boolean {
    const patience = new Patience(new Delays(mayTake));
    act(patience);
    return patience.mayBeSlow;
  }
  const times = (count: number, act: (patience: Patience) => void) => (patience: Patience) => {
    for (let time = 0; time < count; time++) act(patience);
  };

  test('until one change was seen late, many were seen at once, or findings appeared with time for each change', () => {
    expect(unknownAfter(() => {})).toBe(true);
    expect(unknownAfter((patience) => patience.seen(700))).toBe(false);
    expect(unknownAfter(times(49, (patience) => patience.seen(0)))).toBe(true);
    expect(unknownAfter(times(50, (patience) => patience.seen(0)))).toBe(false);
    expect(unknownAfter(times(5, (patience) => patience.recordCarefulLook(true)))).toBe(true);
    expect(unknownAfter(times(6, (patience) => patience.recordCarefulLook(true)))).toBe(false);
  });

  test('never with a profile that says that they do not', () => {
    expect(unknownAfter(() => {}, false)).toBe(false);
  });

  test('until a finding appears only without time for each change, and the tenant counts as slow from then on', () => {
    const patience = new Patience(new Delays());
    patience.recordCarefulLook(false);
    expect(patience.mayBeSlow).toBe(false);
    expect(patience.slow).toBe(true);
  });

  test('so that a careful repetition waits for each change', async () => {
    const patience = new Patience(new Delays());
    const careful = async (): Promise<number> => {
      patience.changed(100);
      return patience.untilKnownEverywhere(100, most);
    };
    expect(await patience.anew(careful)).toBe(0);
    expect(await patience.anew(careful, true)).toBe(most);
    expect(patience.untilKnownEverywhere(100, most)).toBe(0);
  });
});

describe('a change that no answer can show is waited for', () => {
  /** Returns the patience of a check at a tenant where `changes` changes were seen, each after `milliseconds`. */
  function seeing(changes: number, milliseconds = 0): { delays: Delays; patience: Patience } {
    const delays = new Delays();
    const patience = new Patience(delays);
    for (let change = 0; change < changes; change++) patience.seen(milliseconds);
    return { delays, patience };
  }

  test('until enough changes were seen, all at once; then it is presumed to be known', () => {
    expect(seeing(49).patience.presume()).toBe(false);
    const { patience } = seeing(50);
    expect(patience.presumed).toBe(false);
    expect(patience.presume()).toBe(true);
    expect(patience.presumed).toBe(true);
  });

  test('and a case that began before then may be run again, because it may have presumed something', () => {
    const { patience } = seeing(49);
    expect(patience.mayPresume).toBe(true);
    expect(patience.presume()).toBe(false);
    patience.seen(0);
    expect([patience.presume(), patience.mayPresume, patience.presumed]).toEqual([true, true, true]);
    patience.presumeNothing();
    expect(patience.mayPresume).toBe(false);
  });

  test('always at a tenant at which one change took a while', () => {
    const { delays, patience } = seeing(500);
    expect(patience.presume()).toBe(true);
    new Patience(delays).seen(40);
    expect(patience.presume()).toBe(false);
  });

  test('if a case is done again, a check insists, or a presumption was wrong', async () => {
    const { delays, patience } = seeing(50);
    expect(await patience.anew(async () => patience.presume())).toBe(false);
    expect(patience.presume()).toBe(true);
    patience.presumeNothing();
    expect(patience.presume()).toBe(false);
    const insisting = new Patience(delays);
    insisting.insist();
    expect(insisting.presume()).toBe(false);
  });
});
