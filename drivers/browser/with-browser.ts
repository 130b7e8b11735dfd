import type { ControlAdapter } from '../control/control.ts';
import type { Input, Output } from '../control/operation.ts';

/** A browser for each user, whose session is kept from one call to the next. */
export interface UsersBrowser {
  /** Makes a user known whom the control created. */
  meet(user: { readonly userId: string; readonly email: string }): void;
  /**
   * The operation `browser.authorize` of the control protocol.
   *
   * @throws TestBedTrouble where the browser fails
   */
  authorize(input: Input<'browser.authorize'>, signal?: AbortSignal): Promise<Output<'browser.authorize'>>;
  close(): Promise<void>;
}

/** A control whose users sit at this browser, whether or not it has browsers of its own. */
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
