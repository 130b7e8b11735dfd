import type { Place, Turn } from './host.ts';

/** Waits with the clock held, where nobody else moves it. */
export const notAside: NonNullable<Place<unknown>['aside']> = async (event) => ({ value: await event, moved: false });

/**
 * Waits for a turn with no case in hand. The clock may move meanwhile for others, and what the cases of the check share
 * would be older than any of them expects: it is made anew then.
 *
 * @returns undefined where there is none to be had, or the run was stopped
 */
export async function turnOf<Scene>(
  ask: () => Promise<Turn | undefined>,
  { aside = notAside }: Place<Scene>,
  stage: { letGo(): Promise<void> },
  signal: AbortSignal | undefined,
): Promise<Turn | undefined> {
  const asked = ask();
  try {
    const { value: turn, moved } = await aside(asked);
    if (moved) await stage.letGo();
    return turn;
  } catch (reason) {
    // it must not be kept from others where nobody takes it any more
    void asked.then((turn) => turn?.());
    if (signal?.aborted === true) return undefined;
    throw reason;
  }
}
