import { Interrupted, Unsupported } from '../../core/trouble.ts';
import type { ControlOperation } from '../../schemas/control/operations.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { atATime } from './at-a-time.ts';
import type { ControlAdapter } from './control.ts';

/** An operation that a person is asked to carry out. Plain data. */
export interface ManualRequest {
  readonly operation: ControlOperation;
  readonly input: unknown;
}

/** The person's reply: the output, or that the operation cannot be done, or that the person has left. */
export type ManualReply = { readonly output: unknown } | { readonly cannot: 'be done' | 'be waited for' };

/** Asks a person to carry out an operation. */
export type Perform = (request: ManualRequest, signal?: AbortSignal) => Promise<ManualReply>;

/**
 * Operations that a person cannot do: a clock belongs to the machine, and only the user of a browser sees its pages.
 */
const notByHand: ReadonlySet<ControlOperation> = new Set(['clock.now', 'clock.advance', 'browser.authorize']);

/**
 * Creates a control whose operations are carried out by a person, one at a time. An operation that the person could not
 * do is not asked for again.
 *
 * @param baseUrl of the tenant
 */
export function manualControl(baseUrl: string, perform: Perform): ControlAdapter {
  const turn = atATime(1);
  const impossible = new Set<string>();
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
        if (impossible.has(operation)) throw new Unsupported(`the person at the terminal cannot do ${operation}`);
        const reply = await perform({ operation: operation as ControlOperation, input }, signal);
        if ('output' in reply) return reply.output;
        if (reply.cannot === 'be waited for') throw new Interrupted('the person at the terminal has left');
        impossible.add(operation);
        throw new Unsupported(`the person at the terminal cannot do ${operation}`);
      }),
  };
}
