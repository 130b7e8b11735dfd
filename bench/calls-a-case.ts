import { realTime } from '../drivers/real-time.ts';
import { resolveProfile } from '../drivers/profile/load.ts';
import { openShared } from '../drivers/session/shared.ts';
import { checks } from '../specs/checks/index.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { runAll } from '../specs/run-all.ts';
import { startOneWorker } from '../tests/slow/one-worker.ts';

// What `labconform plan` reckons with (specs/plan.ts): how many operations there are for a call, and how many of both a
// check makes once and for each case, on the average of its profile. Calls count here as the tenant sees them, so with
// those of the control's browser. `node bench/calls-a-case.ts [few,many cases]`

const [few = 1, many = 4] = (process.argv[2] ?? '1,4').split(',').map(Number);

for (const profile of profileNames) {
  const own = checks.filter(({ id }) => id.startsWith(`${profile}/`));
  const some = await count(own, few);
  const more = await count(own, many);
  const cases = more.cases - some.cases;
  const each = (kind: 'requests' | 'operations'): string => {
    const perCase = cases > 0 ? (more[kind] - some[kind]) / cases : 0;
    return `${kind}: ${perCase.toFixed(1)} a case and ${((some[kind] - perCase * some.cases) / own.length).toFixed(1)} a check`;
  };
  process.stdout.write(`${profile}: ${own.length} checks, ${each('requests')}, ${each('operations')}\n`);
}

async function count(own: typeof checks, runs: number) {
  const tenant = await startOneWorker(0);
  const { baseUrl, controlUrl, caPem } = tenant;
  const profile = {
    name: 'counted',
    baseUrl,
    control: { type: 'http' as const, url: controlUrl },
    api: { schemaFieldsEncoding: 'json' as const },
    limits: { propagationSeconds: 0, deliverySeconds: 0.5 },
  };
  const session = await openShared(resolveProfile(profile, { caPem }), { runId: 'counted', realTime });
  try {
    const results = await runAll(own, session, { runs, seed: 1, now: realTime.now });
    return { ...tenant.served(), cases: results.reduce((sum, { cases }) => sum + cases, 0) };
  } finally {
    await session.close();
    await tenant.close();
  }
}
