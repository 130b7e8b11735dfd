import type { ControlAdapter } from '../control/control.ts';
import type { Input, Output } from '../control/operation.ts';

/** A browser for each user, whose session is kept between calls. */
export interface UsersBrowser {
  /** Makes a user known that the control created. */
  meet(user: { readonly userId: string; readonly email: string }): void;
  /**
   * Carries out the operation `browser.authorize` of the control protocol.
   *
   * @throws TestBedTrouble if the browser fails
   */
  authorize(input: Input<'browser.authorize'>, signal?: AbortSignal): Promise<Output<'browser.authorize'>>;
  close(): Promise<void>;
}

/** Returns a control whose users use this browser, whether or not the control has browsers of its own. */
export function withBrowser(adapter: ControlAdapter, browser: UsersBrowser): ControlAdapter {
  const { description } = adapter;
  return {
    kind: adapter.kind,
    description: {
      ...description,
      operations: [...new Set([...description.operations, 'browser.authorize' as const])],
    },
    operate: async (operation, input, signal) => {
      if (operation === 'browser.authorize') return browser.authorize(input as Input<'browser.authorize'>, signal);
      const output = await adapter.operate(operation, input, signal);
      if (operation === 'user.create') {
        const { userId, email } = (output ?? {}) as Partial<Output<'user.create'>>;
        if (userId !== undefined && email !== undefined) browser.meet({ userId, email });
      }
      return output;
    },
  };
}
