import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { findVariant } from '../../tenant/variants/index.ts';

/** Runs checks at the embedded tenant of a variant. */
export async function runAtVariant(variant: string, ids: readonly string[], runs: number) {
  const session = await openEmbedded({ seed: 1, runId: 'variant', realTime, variant: findVariant(variant)! });
  const some = checks.filter(({ id }) => ids.includes(id));
  try {
    return await runAll(some, session, { runs, seed: 1, now: realTime.now, shrinkMs: 0 });
  } finally {
    await session.close();
  }
}
