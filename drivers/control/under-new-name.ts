import { TestBedTrouble } from '../../core/trouble.ts';

/** The number of tries for an operation whose result is unknown. A longer failure concerns the whole case. */
const mostTries = 3;

/**
 * Creates something independent. If the result is unknown, creates another one: under a name of its own it disturbs
 * nothing.
 *
 * @param make gives each one a name, or an e-mail address, that nothing else has
 */
export async function underNewName<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (reason) {
      const isUnclear = reason instanceof TestBedTrouble && reason.passing && !reason.refusal;
      if (!isUnclear || tries === mostTries) throw reason;
    }
  }
}
