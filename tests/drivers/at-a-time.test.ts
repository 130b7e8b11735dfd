import { describe, expect, test } from 'vitest';
import { ControlFailure } from '../../drivers/control/failure.ts';
import type { ControlAdapter } from '../../drivers/control/control.ts';
import { inTurn } from '../../drivers/control/at-a-time.ts';
import type { Ended, InFlight } from '../../drivers/client/in-flight.ts';

/** Returns a control that answers with `operate`, and a list of how its operations ended. */
function observed(operate: ControlAdapter['operate']): { control: ControlAdapter; endings: (Ended | undefined)[] } {
  const endings: (Ended | undefined)[] = [];
  const inFlight: InFlight = { limit: 1, enter: async () => (ended) => void endings.push(ended) };
  const description = { clock: 'none', operations: [] } as unknown as ControlAdapter['description'];
  return { control: inTurn({ kind: 'http', description, operate }, inFlight), endings };
}

describe('the duration of an operation is compared', () => {
  test('with other operations of its name', async () => {
    const { control, endings } = observed(async () => ({ userId: 'u' }));
    await control.operate('user.create', {});
    expect(endings).toEqual([{ kind: 'user.create', overloaded: false }]);
  });

  test('for a visit, with visits that showed the same prompts', async () => {
    const shown = [[], ['sign-in', 'consent'], ['consent'], ['sign-in', 'consent']];
    const { control, endings } = observed(async () => ({ prompts: shown.shift() }));
    for (let visit = 0; visit < 4; visit++) await control.operate('browser.authorize', {});
    const kinds = endings.map((ended) => ended?.kind);
    expect(kinds[1]).toBe(kinds[3]);
    expect(new Set(kinds).size).toBe(3);
  });

  test('with other refusals if it was declined, which does not show an overload', async () => {
    const { control, endings } = observed(async () => {
      throw new ControlFailure('status 409', { kind: 'status 409', refusal: true });
    });
    await expect(control.operate('user.create', {})).rejects.toThrow('status 409');
    expect(endings).toEqual([{ kind: 'user.create refused', overloaded: false }]);
  });

  test('with no other if it failed', async () => {
    const { control, endings } = observed(async () => {
      throw new ControlFailure('no answer', { kind: 'nonsense' });
    });
    await expect(control.operate('user.create', {})).rejects.toThrow('no answer');
    expect(endings.map((ended) => ended?.overloaded)).toEqual([true]);
  });
});
