import type { SuiteCheck } from '../check.ts';
import type { ProfileName } from '../requirements/index.ts';

/** Loads the checks of one profile, which takes a fraction of the time that all checks take. */
export async function checksOf(profile: ProfileName): Promise<readonly SuiteCheck[]> {
  const lists = (await import(`./${profile}/index.ts`)) as Readonly<Record<string, readonly SuiteCheck[]>>;
  return Object.values(lists).flat();
}
