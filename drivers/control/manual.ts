import { Interrupted, Unsupported } from '../../core/trouble.ts';
import type { ControlOperation } from '../../schemas/control/operations.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { atATime } from './at-a-time.ts';
import type { ControlAdapter } from './control.ts';

/** An operation that a person is to carry out. Plain data. */
export interface ManualRequest {
  readonly operation: ControlOperation;
  readonly input: unknown;
}

/** What became of it: the output, or that it can't be done, or that the person has left. */
export type ManualReply = { readonly output: unknown } | { readonly cannot: 'be done' | 'be waited for' };

/** Has a person carry an operation out. */
export type Perform = (request: ManualRequest, signal?: AbortSignal) => Promise<ManualReply>;

/** What nobody can do by hand: a clock is the machine's, and what a browser is shown is seen by the person who has it. */
const notByHand: ReadonlySet<ControlOperation> = new Set(['clock.now', 'clock.advance', 'browser.authorize']);

/**
 * A person who carries operations out, one at a time. What they cannot do once is not asked for again.
 *
 * @param baseUrl of the tenant
 */
export function manualControl(baseUrl: string, perform: Perform): ControlAdapter {
  const turn = atATime(1);
  const beyond = new Set<string>();
  return {
    kind: 'manual',
    description: {
      protocol: 'tenant-control/1',
      tenantId: 'unknown',
      baseUrl,
      clock: 'real',
      operations: CONTROL_OPERATIONS.filter((name) => !notByHand.has(name)),
    },
    operate: (operation, input, signal) =>
      turn(async () => {
        if (beyond.has(operation)) throw new Unsupported(`the person at the terminal cannot do ${operation}`);
        const reply = await perform({ operation: operation as ControlOperation, input }, signal);
        if ('output' in reply) return reply.output;
        if (reply.cannot === 'be waited for') throw new Interrupted('the person at the terminal has left');
        beyond.add(operation);
        throw new Unsupported(`the person at the terminal cannot do ${operation}`);
      }),
  };
}
