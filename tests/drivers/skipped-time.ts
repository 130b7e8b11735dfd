import { resolveProfile } from '../../drivers/profile/load.ts';
import { openShared } from '../../drivers/session/shared.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { CheckResult } from '../../core/result.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Fault, Variant } from '../../tenant/index.ts';
import { createCertificate, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';

const seed = 20261120;
/** Seconds that the profile allows for propagation. */
export const propagationSeconds = 5;

export interface Skipped {
  readonly result: CheckResult;
  /** The pauses that a run in real time would make, in milliseconds. */
  readonly pauses: readonly number[];
}

interface SkippedRun {
  readonly runs: number;
  readonly fault?: Fault;
  readonly variant?: Variant;
  /** Operations that the control does not offer. */
  readonly lacking?: readonly string[];
}

/** Runs a check at a served tenant whose changes may be seen late. All pauses are skipped. */
export async function withTimeSkipped(
  check: SuiteCheck,
  { runs, fault, variant, lacking = [] }: SkippedRun,
): Promise<Skipped> {
  const pauses: number[] = [];
  let skipped = 0;
  const now = (): number => performance.now() + skipped;
  const realTime: RealTime = {
    now,
    today: () => new Date(),
    pause: (ms) => {
      pauses.push(ms);
      skipped += ms;
      return Promise.resolve();
    },
  };
  const tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: seededRandom(check.id),
    seed,
    elapsed: now,
    startsAt: new Date('2026-11-20T08:00:00.000Z'),
    ...(fault === undefined ? {} : { fault }),
    ...(variant === undefined ? {} : { variant }),
  });
  const { control } = tenant;
  const description = {
    ...control.description,
    operations: control.description.operations.filter((one) => !lacking.includes(one)),
  };
  const service = await startControlService({ control: { ...control, description } });
  try {
    const profile = resolveProfile(
      {
        name: 'slow to notice',
        baseUrl: tenant.baseUrl,
        control: { type: 'http', url: service.url },
        limits: { propagationSeconds },
      },
      { caPem: tenant.caPem },
    );
    const session = await openShared(profile, { runId: 'skipped', realTime });
    const [result] = await runAll([check], session, { runs, seed, now, shrinkMs: 0 });
    await session.close();
    if (result === undefined) throw new Error(`${check.id} gave no result`);
    return { result, pauses };
  } finally {
    await service.close();
    await tenant.close();
  }
}
