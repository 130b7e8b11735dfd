import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Interrupted, PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { FailureFacts } from '../../drivers/control/failure.ts';
import { ControlFailure } from '../../drivers/control/failure.ts';
import { isIdempotent } from '../../drivers/control/idempotent.ts';
import { retryPolicy } from '../../drivers/control/tries.ts';
import { ControlWeather } from '../../drivers/control/weather.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import type { ControlOperation } from '../../schemas/control/operations.ts';

const timeoutSeconds = 20;

const failing = (facts: FailureFacts): ControlFailure =>
  new ControlFailure(`the control answered with ${facts.kind}: because`, { cause: `it gave ${facts.kind}`, ...facts });

/** The failures that an attempt may meet. */
const failures = {
  crash: () => failing({ kind: 'status 500' }),
  silence: () => failing({ kind: 'no answer in time' }),
  closed: () => failing({ kind: 'connection closed' }),
  nonsense: () => failing({ kind: 'nonsense' }),
  'nobody there': () => failing({ kind: 'no connection', undone: true }),
  'put off': () => failing({ kind: 'status 429', undone: true, retryAfter: 2 }),
  refusal: () => failing({ kind: 'status 409', undone: true, refusal: true }),
  stranger: () => failing({ kind: 'status 401', lasting: true }),
  unknown: () => new Unsupported('the control does not support it (501)'),
} as const;
type Meeting = keyof typeof failures;

/** Failures that leave open whether the operation was carried out. */
const unclear: readonly Meeting[] = ['crash', 'silence', 'closed', 'nonsense'];
/** Failures that show that the operation was not carried out. */
const undone: readonly Meeting[] = ['nobody there', 'put off', 'refusal', 'unknown'];

/** Returns a bench for tries on a clock that moves only in pauses. */
function bench() {
  let time = 0;
  const pauses: number[] = [];
  const weather = new ControlWeather();
  const pause = (ms: number, signal?: AbortSignal): Promise<void> => {
    pauses.push(ms);
    time += ms;
    return signal?.aborted === true ? Promise.reject(new Error('aborted')) : Promise.resolve();
  };
  const control = new AbortController();
  const closed = control.signal;
  const tries = retryPolicy({ now: () => time, pause, timeoutSeconds, weather, closed });
  /** Runs an operation that meets these failures, one in each try, and then succeeds. */
  const operate = async (operation: ControlOperation, meetings: readonly Meeting[], signal?: AbortSignal) => {
    let attempts = 0;
    const attempt = (): Promise<string> => {
      const meeting = meetings[attempts++];
      if (meeting === 'silence') time += timeoutSeconds * 1000;
      return meeting === undefined ? Promise.resolve('done') : Promise.reject(failures[meeting]());
    };
    const ended: unknown = await tries(operation, attempt, signal).catch((error: unknown) => error);
    return { ended, attempts };
  };
  return { operate, pauses, weather, tries, close: () => control.abort() };
}

describe('an operation that sets a state', () => {
  test.for([...unclear, ...undone])('is tried again after %s', async (meeting) => {
    const { operate, weather } = bench();
    expect(await operate('user.suspend', [meeting, meeting])).toEqual({ ended: 'done', attempts: 3 });
    expect(weather.disturbances).toMatchObject([{ operation: 'user.suspend', count: 2 }]);
  });

  test('is not tried again if a further try cannot help', async () => {
    const { ended, attempts } = await bench().operate('user.suspend', ['stranger']);
    expect(attempts).toBe(1);
    expect(ended).toMatchObject({ name: 'TestBedTrouble', passing: false, refusal: false });
  });

  test('that fails in six tries breaks the test bed, with the same words each time', async () => {
    const { operate, pauses } = bench();
    const always = Array.from({ length: 20 }, () => 'crash' as const);
    const first = await operate('user.suspend', always);
    expect(first.attempts).toBe(6);
    expect(pauses).toEqual([100, 300, 900, 2700, 8100]);
    expect(first.ended).toBeInstanceOf(TestBedTrouble);
    expect(first.ended).toMatchObject({
      message: 'the control answered with status 500: because (the last of 6 tries)',
      passing: false,
      refusal: false,
      cause: 'it gave status 500',
    });
    // No later check waits for the operation again.
    const second = await operate('user.suspend', always);
    expect(second).toMatchObject({ attempts: 1, ended: { cause: 'it gave status 500', passing: false } });
    expect(await operate('user.suspend', [])).toEqual({ ended: 'done', attempts: 1 });
    expect((await operate('user.suspend', ['crash'])).ended).toBe('done');
  });

  test('is not waited for longer than three time-outs', async () => {
    const { operate } = bench();
    const { attempts, ended } = await operate(
      'clock.now',
      Array.from({ length: 9 }, () => 'silence' as const),
    );
    expect(attempts).toBe(3);
    expect(ended).toMatchObject({ passing: false });
  });

  test('that is refused in three tries is refused', async () => {
    const { operate, weather } = bench();
    const { attempts, ended } = await operate('app.uninstall', ['refusal', 'refusal', 'refusal']);
    expect(attempts).toBe(3);
    expect(ended).toMatchObject({ refusal: true, passing: false });
    expect(weather.disturbances).toEqual([]);
  });
});

describe('an operation that makes something', () => {
  test.for(unclear)('is not tried again after %s, and its trouble counts as passing', async (meeting) => {
    const { ended, attempts } = await bench().operate('user.create', [meeting]);
    expect(attempts).toBe(1);
    expect(ended).toBeInstanceOf(TestBedTrouble);
    expect(ended).toMatchObject({ passing: true, refusal: false });
  });

  test.for(undone)('is tried again after %s', async (meeting) => {
    expect(await bench().operate('user.create', [meeting, meeting])).toEqual({ ended: 'done', attempts: 3 });
  });

  test('that is refused may be accepted with other names', async () => {
    const { ended } = await bench().operate('user.create', ['refusal', 'refusal', 'refusal']);
    expect(ended).toMatchObject({ refusal: true, passing: true });
  });

  test('waits as long as the control asks for, if that is not too long', async () => {
    const { operate, pauses, tries } = bench();
    await operate('user.create', ['put off']);
    expect(pauses).toEqual([2000]);
    let attempts = 0;
    const later = tries('user.create', () => {
      attempts++;
      return Promise.reject(failing({ kind: 'status 503', undone: true, retryAfter: 21 }));
    });
    await expect(later).rejects.toMatchObject({ passing: false });
    expect(attempts).toBe(1);
  });
});

describe('an operation that is said not to be supported', () => {
  test('is not supported if it never worked', async () => {
    const { operate, weather } = bench();
    const { attempts, ended } = await operate('user.suspend', ['unknown', 'unknown', 'unknown']);
    expect(attempts).toBe(3);
    expect(ended).toBeInstanceOf(Unsupported);
    expect([weather.disturbances, weather.unsteady]).toEqual([[], []]);
  });

  test('is disturbed if it worked before', async () => {
    const { operate, weather } = bench();
    await operate('user.suspend', []);
    const { ended } = await operate('user.suspend', ['unknown', 'unknown', 'unknown']);
    expect(ended).toBeInstanceOf(TestBedTrouble);
    expect(ended).toMatchObject({ passing: true, message: expect.stringContaining('(501)') });
    expect(weather.disturbances).toEqual([{ operation: 'user.suspend', kind: 'status 501', count: 3 }]);
  });

  test('is reported as unsteady if it works later', async () => {
    const { operate, weather } = bench();
    await operate('user.suspend', ['unknown', 'unknown', 'unknown']);
    await operate('user.suspend', []);
    expect(weather.unsteady).toEqual(['user.suspend']);
  });
});

test('an error that is not about the control is passed on unchanged', async () => {
  const { tries } = bench();
  for (const error of [new PremiseUnmet('no'), new Interrupted('over'), new TestBedTrouble('the browser failed')]) {
    await expect(tries('browser.authorize', () => Promise.reject(error))).rejects.toBe(error);
  }
});

test('a check that ends while it pauses is interrupted', async () => {
  const { ended } = await bench().operate('user.suspend', ['crash'], AbortSignal.abort());
  expect(ended).toBeInstanceOf(Interrupted);
});

test('nothing is tried again at a control that was closed', async () => {
  const { operate, pauses, close } = bench();
  close();
  expect(await operate('clock.now', ['closed'])).toMatchObject({ attempts: 1, ended: { name: 'TestBedTrouble' } });
  expect(pauses).toEqual([]);
});

test('no operation that may have been done is done twice, and all tries end within three time-outs and a pause', async () => {
  const meeting = fc.constantFrom(...unclear, ...undone, 'stranger' as const);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...CONTROL_OPERATIONS), fc.array(meeting, { maxLength: 9 })), { maxLength: 5 }),
      async (calls) => {
        const { operate, pauses } = bench();
        for (const [operation, meetings] of calls) {
          pauses.length = 0;
          const { attempts, ended } = await operate(operation, meetings);
          const before = meetings.slice(0, attempts - 1);
          const doneTwice = isIdempotent(operation) ? [] : before.filter((one) => unclear.includes(one));
          expect(doneTwice).toEqual([]);
          expect(before).not.toContain('stranger');
          expect(attempts).toBeLessThanOrEqual(6);
          expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(3 * timeoutSeconds * 1000);
          expect(ended === 'done').toBe(attempts > meetings.length);
        }
      },
    ),
  );
});
