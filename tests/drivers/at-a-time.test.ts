import { describe, expect, test } from 'vitest';
import { ControlFailure } from '../../drivers/control/failure.ts';
import type { ControlAdapter } from '../../drivers/control/control.ts';
import { inTurn } from '../../drivers/control/at-a-time.ts';
import type { Ended, InFlight } from '../../drivers/client/in-flight.ts';

/** A control that answers so, and how its operations ended. */
function observed(operate: ControlAdapter['operate']): { control: ControlAdapter; endings: (Ended | undefined)[] } {
  const endings: (Ended | undefined)[] = [];
  const inFlight: InFlight = { limit: 1, enter: async () => (ended) => void endings.push(ended) };
  const description = { clock: 'none', operations: [] } as unknown as ControlAdapter['description'];
  return { control: inTurn({ kind: 'http', description, operate }, inFlight), endings };
}

describe('how long an operation takes is compared', () => {
  test('with others of its name', async () => {
    const { control, endings } = observed(async () => ({ userId: 'u' }));
    await control.operate('user.create', {});
    expect(endings).toEqual([{ kind: 'user.create', overloaded: false }]);
  });

  test('and for a visit with those to whom as much was shown', async () => {
    const shown = [[], ['sign-in', 'consent'], ['consent'], ['sign-in', 'consent']];
    const { control, endings } = observed(async () => ({ prompts: shown.shift() }));
    for (let visit = 0; visit < 4; visit++) await control.operate('browser.authorize', {});
    const kinds = endings.map((ended) => ended?.kind);
    expect(kinds[1]).toBe(kinds[3]);
    expect(new Set(kinds).size).toBe(3);
  });

  test('with other refusals where it was declined, which says nothing of too much', async () => {
    const { control, endings } = observed(async () => {
      throw new ControlFailure('status 409', { kind: 'status 409', refusal: true });
    });
    await expect(control.operate('user.create', {})).rejects.toThrow('status 409');
    expect(endings).toEqual([{ kind: 'user.create refused', overloaded: false }]);
  });

  test('with none where it failed', async () => {
    const { control, endings } = observed(async () => {
      throw new ControlFailure('no answer', { kind: 'nonsense' });
    });
    await expect(control.operate('user.create', {})).rejects.toThrow('no answer');
    expect(endings.map((ended) => ended?.overloaded)).toEqual([true]);
  });
});
