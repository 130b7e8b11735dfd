import type { CaseHost, Turn } from './host.ts';

/** Waits while the clock is held, for a host whose clock no other check moves. */
export const notAside: NonNullable<CaseHost<unknown>['aside']> = async (event) => ({
  value: await event,
  moved: false,
});

/**
 * Waits for a turn while no case is under way. The clock may move for others meanwhile. The shared actors of the check
 * would then be older than any case expects, so they are dropped and made anew.
 *
 * @returns undefined if there is no turn, or if the run was stopped
 */
export async function turnOf<Scene>(
  ask: () => Promise<Turn | undefined>,
  { aside = notAside }: CaseHost<Scene>,
  stage: { letGo(): Promise<void> },
  signal: AbortSignal | undefined,
): Promise<Turn | undefined> {
  const asked = ask();
  try {
    const { value: turn, moved } = await aside(asked);
    if (moved) await stage.letGo();
    return turn;
  } catch (reason) {
    // a turn that comes later and is not used must be free for others
    void asked.then((turn) => turn?.());
    if (signal?.aborted === true) return undefined;
    throw reason;
  }
}
