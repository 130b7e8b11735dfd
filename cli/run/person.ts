import type { AskedOfPerson, SuiteConfig } from '../../specs/adapter.ts';
import type { Console } from '../console.ts';
import { carryOut } from './carry-out.ts';

/**
 * Passes the requests for a person on to the terminal while the checks run, and passes the answers back.
 *
 * @param hold prevents all other output until the function that it returns is called
 * @param leave ends the run, because the person has left a question
 */
export function passOnRequests(
  config: SuiteConfig,
  console: Console,
  hold: () => () => void,
  leave: () => void,
): { stop(): void } {
  if (config.asksOn === undefined) return { stop: () => {} };
  const channel = new BroadcastChannel(config.asksOn);
  const { ask } = console;
  const answer = async (asked: AskedOfPerson): Promise<void> => {
    const release = hold();
    if (asked.kind === 'sign-in') {
      const { address, email } = asked;
      console.out(`\nSign in as ${email} and allow the app what it asks for. Open:\n\n  ${address}\n\n`);
    }
    const reply =
      asked.kind === 'operation' && ask !== undefined ? await carryOut(asked.request, ask, console.out) : undefined;
    release();
    if (asked.kind !== 'operation' || reply === undefined) return;
    if ('cannot' in reply && reply.cannot === 'be waited for') leave();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there is no origin
    channel.postMessage({ kind: 'reply', id: asked.id, reply } satisfies AskedOfPerson);
  };
  channel.addEventListener('message', (event) => void answer((event as MessageEvent).data as AskedOfPerson));
  return { stop: () => channel.close() };
}
