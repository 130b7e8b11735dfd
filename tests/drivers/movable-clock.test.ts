import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { ControlAdapter } from '../../drivers/control/control.ts';
import { Control } from '../../drivers/control/control.ts';
import { ControlFailure } from '../../drivers/control/failure.ts';
import { MovableClock } from '../../drivers/control/movable-clock.ts';
import { ControlWeather } from '../../drivers/control/weather.ts';

/** The reaction of a control to a request to move the clock. */
type Act = 'moves' | 'claims' | 'moves half' | 'loses the answer' | 'fails' | 'refuses' | 'knows no fractions';

const began = Date.parse('2026-11-20T08:00:00Z') / 1000;

interface BenchOptions {
  /** The reactions to the calls in order. After them it moves the clock, or repeats the last one if `stays`. */
  readonly acts?: readonly Act[];
  readonly stays?: boolean;
  /** Reports whether the control can read the clock. */
  readonly reads?: boolean;
  /** The precision of the shown time in seconds, and the seconds that pass in each call. */
  readonly grain?: number;
  readonly tick?: number;
  /** Reports whether the clock stands still between two moves, against the protocol. */
  readonly stands?: boolean;
}

function bench({ acts = [], stays = false, reads = true, grain = 0.001, tick = 0, stands = false }: BenchOptions = {}) {
  let time = began + 0.123;
  let real = 0;
  let readings = 0;
  const asked: number[] = [];
  const pass = (seconds: number): void => {
    real += seconds;
    if (!stands) time += seconds;
  };
  const lost = (undone: boolean): ControlFailure =>
    new ControlFailure('the control answered clock.advance with 500: oh', {
      kind: 'status 500',
      undone,
      cause: 'the control answered clock.advance with 500',
    });
  const shown = (): { now: string } => ({
    now: new Date(Math.floor(time / grain + 1e-6) * grain * 1000).toISOString(),
  });
  const advance = (seconds: number): unknown => {
    const act = acts[asked.length] ?? (stays ? acts.at(-1) : undefined) ?? 'moves';
    asked.push(seconds);
    if (act === 'refuses' || (act === 'knows no fractions' && !Number.isInteger(seconds))) {
      throw new ControlFailure('refused', { kind: 'status 400', undone: true, refusal: true });
    }
    if (act === 'fails') throw lost(true);
    if (act === 'claims') return { now: new Date((time + seconds) * 1000).toISOString() };
    time += act === 'moves half' ? seconds / 2 : seconds;
    if (act === 'loses the answer') throw lost(false);
    return shown();
  };
  const adapter: ControlAdapter = {
    kind: 'http',
    description: {
      protocol: 'tenant-control/1',
      tenantId: 'ten_1',
      baseUrl: 'https://a.example',
      clock: 'controllable',
      operations: ['clock.advance', ...(reads ? (['clock.now'] as const) : [])],
    },
    operate: async (operation, input) => {
      pass(tick);
      await Promise.resolve();
      if (operation === 'clock.now') readings++;
      return operation === 'clock.now' ? shown() : advance((input as { seconds: number }).seconds);
    },
  };
  const weather = new ControlWeather();
  const clock = new MovableClock(new Control(adapter), { now: () => real * 1000, weather });
  return { clock, weather, asked, pass, readings: () => readings, passed: () => time - began - 0.123 };
}

const troubleOf = (work: Promise<void>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

describe('a clock that is moved', () => {
  test.for([
    ['as asked', [], [900]],
    ['after an advance that was only claimed', ['claims'], [900, 900]],
    ['after two advances that were only claimed', ['claims', 'claims'], [900, 900, 900]],
    ['by the missing seconds', ['moves half', 'moves half'], [900, 450, 225]],
    ['once if the answer was lost', ['loses the answer'], [900]],
    ['again if it was not moved', ['fails', 'refuses'], [900, 900, 900]],
  ] as const)('%s has moved as far as asked', async ([, acts, asked]) => {
    const made = bench({ acts });
    await made.clock.advance(900);
    expect(made.asked).toEqual(asked);
    expect(made.passed()).toBeCloseTo(900, 3);
    expect(made.clock.moved).toBe(900);
  });

  test('counts claims without a move as disturbances', async () => {
    const { clock, weather } = bench({ acts: ['claims', 'moves half'] });
    await clock.advance(900);
    expect(weather.disturbances).toEqual([{ operation: 'clock.advance', kind: 'claimed only', count: 2 }]);
  });

  test('may accept only whole seconds', async () => {
    const { clock, passed } = bench({ acts: ['knows no fractions'], stays: true });
    await clock.advance(899.75);
    expect(passed()).toBeCloseTo(900, 3);
  });

  test('may show only whole seconds', async () => {
    const { clock, asked } = bench({ grain: 1 });
    for (const seconds of [0.25, 0.25, 899.75, 0.9]) await clock.advance(seconds);
    expect(asked).toEqual([0.25, 0.25, 899.75, 0.9]);
  });
});

describe('the clock before a move', () => {
  const readingsOf = async (stands: boolean): Promise<number> => {
    const { clock, pass, readings } = bench({ stands });
    for (let move = 0; move < 4; move++) {
      await clock.advance(900);
      pass(2);
    }
    return readings();
  };

  test('is not read again after it was seen to run on by itself', async () => {
    expect(await readingsOf(false)).toBe(6);
  });

  test('is read each time if it stands still', async () => {
    expect(await readingsOf(true)).toBe(8);
  });
});

test('a clock that was seen to run on by itself is read together with the move, which confirms the move', async () => {
  const { clock, pass, readings } = bench();
  for (let move = 0; move < 3; move++) {
    await clock.advance(900);
    pass(2);
  }
  const before = readings();
  await clock.advance(900);
  expect(readings() - before).toBe(1);
  expect(clock.shown).toMatchObject({ runsOn: true });
});

describe('a clock that cannot be moved', () => {
  test.for([
    ['claims', /could not be moved in 3 tries: the control reports success, but the clock did not move/],
    ['fails', /could not be moved in 3 tries: the control answered clock\.advance with 500$/],
  ] as const)(
    'because the control %s, is not moved again, and the message is the same each time',
    async ([act, pattern]) => {
      const { clock, asked } = bench({ acts: [act], stays: true });
      const first = await troubleOf(clock.advance(900));
      expect(first).toBeInstanceOf(TestBedTrouble);
      expect(first).toMatchObject({ message: expect.stringMatching(pattern), passing: false, refusal: false });
      expect(asked).toHaveLength(3);
      expect(await troubleOf(clock.advance(1))).toBe(first);
      expect(asked).toHaveLength(3);
      expect(clock.moved).toBe(0);
    },
  );

  test('so far may be moved by another distance', async () => {
    const { clock, asked } = bench({ acts: ['refuses', 'refuses', 'refuses'] });
    expect(await troubleOf(clock.advance(1e9))).toMatchObject({ passing: false, refusal: false });
    await clock.advance(900);
    expect(asked).toEqual([1e9, 1e9, 1e9, 900]);
  });
});

describe('a clock that can be moved but not read', () => {
  test('is believed the first time, and compared with its earlier answer afterwards', async () => {
    const { clock, asked, passed } = bench({ reads: false, acts: ['moves', 'moves half'] });
    await clock.advance(900);
    await clock.advance(100);
    expect(asked).toEqual([900, 100, 50]);
    expect(passed()).toBeCloseTo(1000, 3);
  });

  test('is unknown for a moment if the answer was lost, and is moved again afterwards', async () => {
    const { clock, asked } = bench({ reads: false, acts: ['moves', 'loses the answer'] });
    await clock.advance(900);
    expect(await troubleOf(clock.advance(900))).toMatchObject({ passing: true });
    await clock.advance(5);
    expect(asked).toEqual([900, 900, 5]);
  });
});

test('an advance that is not supported is passed on as unsupported', async () => {
  const control = new Control({
    kind: 'http',
    description: { protocol: 'tenant-control/1', tenantId: 't', baseUrl: 'u', clock: 'real', operations: [] },
    operate: () => Promise.resolve({}),
  });
  await expect(new MovableClock(control, { now: () => 0 }).advance(1)).rejects.toBeInstanceOf(Unsupported);
});

test('a clock that was moved without trouble has moved as far as asked, whatever the control did', async () => {
  const act = fc.constantFrom<Act>('moves', 'claims', 'moves half', 'loses the answer', 'fails', 'refuses');
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 8 }),
      fc.array(fc.constantFrom(0.25, 1, 2.5, 899, 86_400), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 0.004),
      fc.constantFrom(0, 0.05, 20),
      fc.boolean(),
      async (acts, moves, tick, between, stands) => {
        const { clock, passed, pass } = bench({ acts, tick, stands });
        for (const seconds of moves) {
          pass(between);
          const before = passed();
          if ((await troubleOf(clock.advance(seconds))) !== undefined) break;
          expect(passed() - before).toBeGreaterThan(seconds - 0.002);
          expect(passed() - before).toBeLessThan(seconds + 1.2);
        }
      },
    ),
  );
});
