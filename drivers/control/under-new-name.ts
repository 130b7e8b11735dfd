import { TestBedTrouble } from '../../core/trouble.ts';

/** As many as an operation that is refused is tried: what takes longer than that concerns the whole case. */
const most = 3;

/**
 * Makes something that stands for itself, and makes another one where nobody can tell whether the former was made: by its
 * own name it is in nobody's way.
 *
 * @param make gives each a name, or an e-mail address, that nothing else has
 */
export async function underNewName<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (reason) {
      const isUnclear = reason instanceof TestBedTrouble && reason.passing && !reason.refusal;
      if (!isUnclear || tries === most) throw reason;
    }
  }
}
