import { describe, expect, test } from 'vitest';
import type { Entry } from '../../core/journal.ts';
import type { Control } from '../../drivers/control/control.ts';
import { endHeldStates, heldStatesIn } from '../../drivers/session/held-states.ts';

let number = 0;
const done = (operation: string, input: object): Entry => ({ number: ++number, at: 0, operation, input, output: {} });
const app = { appId: 'app_1' };
const user = { userId: 'user_1' };

describe('the held states of a case', () => {
  test('are the states that the case has not ended, the last one first', () => {
    const entries = [
      done('app.create', { name: 'x' }),
      done('app.archive', app),
      done('user.suspend', user),
      done('app.unarchive', app),
      done('app.uninstall', { appId: 'app_2' }),
      done('app.archive', { appId: 'app_2' }),
    ];
    expect(heldStatesIn(entries)).toEqual([
      { operation: 'app.unarchive', input: { appId: 'app_2' } },
      { operation: 'app.install', input: { appId: 'app_2' } },
      { operation: 'user.unsuspend', input: user },
    ]);
  });

  test('are none if each state that began was ended, however often', () => {
    const again = [done('user.suspend', user), done('user.unsuspend', user)];
    expect(heldStatesIn([...again, ...again])).toEqual([]);
  });

  test('are ended as far as the control can, and a refusal leaves its state', async () => {
    const asked: string[] = [];
    const control = {
      supports: (operation: string) => operation !== 'app.install',
      call: (operation: string) => {
        asked.push(operation);
        return operation === 'app.unarchive' ? Promise.reject(new Error('declined')) : Promise.resolve({});
      },
    } as unknown as Control;
    await endHeldStates({ control }, [
      { operation: 'app.unarchive', input: app },
      { operation: 'app.install', input: app },
      { operation: 'user.unsuspend', input: user },
    ]);
    expect(asked).toEqual(['app.unarchive', 'user.unsuspend']);
  });
});
