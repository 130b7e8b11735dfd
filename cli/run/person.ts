import type { SuiteConfig } from '../../specs/adapter.ts';
import type { Console } from '../console.ts';

/** Prints what a person is asked to do while the checks run. */
export function passOnRequests(config: SuiteConfig, console: Console, clear: () => void): { stop(): void } {
  if (config.asksOn === undefined) return { stop: () => {} };
  const channel = new BroadcastChannel(config.asksOn);
  channel.addEventListener('message', (event) => {
    const { address, email } = (event as MessageEvent).data as { readonly address: string; readonly email: string };
    clear();
    console.out(`\nSign in as ${email} and allow the app what it asks for. Open:\n\n  ${address}\n\n`);
  });
  return { stop: () => channel.close() };
}
