import type { CheckResult } from '../../core/result.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { exitStatus } from '../../reports/exit-status.ts';
import type { Report } from '../../reports/report.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Fault, Variant } from '../../tenant/index.ts';
import { createCertificate, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';
import type { Disturbed } from './proxy.ts';
import { startWeatherProxy } from './proxy.ts';
import type { Weather } from './weather.ts';

/** One run: its checks, its cases, its tenant and its weather. */
export interface WeatherRun {
  /** The part before the slash of the checks' ids. */
  readonly profile: string;
  /** The ids of the checks to run; by default all of the profile. */
  readonly among?: ReadonlySet<string>;
  readonly weather: Weather;
  /** Cases a property. */
  readonly runs: number;
  /** The seed of the cases and of the tenant. */
  readonly seed: number;
  readonly fault?: Fault;
  readonly variant?: Variant;
}

export interface RunOutcome {
  readonly results: readonly CheckResult[];
  readonly report: Report;
  /** The exit status with which the command would have ended. */
  readonly exit: number;
  readonly exchanges: number;
  readonly disturbed: readonly Disturbed[];
  /** Milliseconds in real time. */
  readonly took: number;
}

/**
 * A run that takes longer, in ms, got stuck, even with concurrent runs. It ends, and its verdicts until then are
 * compared.
 */
const longestRun = 600_000;
const startsAt = new Date('2026-11-20T08:00:00Z');
const certificate = await createCertificate(realTime.today());

/**
 * Starts a tenant with a movable clock behind the proxy, and runs checks against it as the command does, but in this
 * process. The tenant uses the address of the proxy as its own. Only requests to the tenant are disturbed, including
 * those of its own browser, but not its control and not its deliveries.
 */
export async function runInWeather(run: WeatherRun): Promise<RunOutcome> {
  const proxy = await startWeatherProxy({ certificate, weather: run.weather, realTime });
  const tenant = await startTenant({
    certificate,
    random: seededRandom(run.seed),
    seed: run.seed,
    elapsed: realTime.now,
    startsAt,
    publicUrl: proxy.url,
    ...(run.fault === undefined ? {} : { fault: run.fault }),
    ...(run.variant === undefined ? {} : { variant: run.variant }),
  });
  proxy.setTenantOrigin(tenant.listensAt);
  const control = await startControlService({ control: tenant.control });
  try {
    const began = realTime.now();
    const results = await resultsOf(run, tenant.baseUrl, control.url);
    const took = realTime.now() - began;
    const report = reportOf(run, results, tenant.baseUrl);
    return {
      results,
      report,
      exit: exitStatus(report, { required: [] }),
      exchanges: proxy.exchanges(),
      disturbed: proxy.disturbed(),
      took,
    };
  } finally {
    await control.close();
    await tenant.close();
    await proxy.close();
  }
}

async function resultsOf(run: WeatherRun, baseUrl: string, controlUrl: string): Promise<CheckResult[]> {
  const profile: TargetProfile = {
    name: 'in the weather',
    baseUrl,
    control: { type: 'http', url: controlUrl },
    identityProvider: { listen: '127.0.0.1:0' },
    api: { schemaFieldsEncoding: 'json' },
    writeProbe: {
      method: 'POST',
      path: '/api/v2/entries',
      body: { name: 'conformance', projectId: '{{projectId}}' },
      createdBy: '/createdBy/id',
    },
    // Everything runs on this machine: a change is seen at once, a delivery comes within two seconds, and an answer
    // that is not lost comes within ten.
    limits: { timeoutSeconds: 10, propagationSeconds: 0, deliverySeconds: 2 },
  };
  const { profile: prefix, among, runs, seed } = run;
  const selected = checks.filter(({ id }) => id.startsWith(`${prefix}/`) && (among?.has(id) ?? true));
  if (selected.length === 0) throw new RangeError(`profile: found ${prefix}, expected a profile with such checks`);
  const loaded = resolveProfile(profile, { caPem: certificate.caPem });
  const session = await openShared(loaded, { runId: 'weather', realTime });
  try {
    const signal = AbortSignal.timeout(longestRun);
    // a fault only has to be found, so its case need not become small
    const pace = run.fault === undefined ? {} : { shrinkMs: 500, searchMs: 1000 };
    return await runAll(selected, session, { runs, seed, now: realTime.now, signal, ...pace });
  } finally {
    await session.close();
  }
}

function reportOf({ runs, seed }: WeatherRun, results: readonly CheckResult[], baseUrl: string): Report {
  const at = realTime.today().toISOString();
  return assembleReport({
    tool: { name: 'labconform', version: '0' },
    target: { name: 'in the weather', baseUrl, control: 'http' },
    startedAt: at,
    finishedAt: at,
    seed,
    runsPerProperty: runs,
    results,
    catalogue,
    checksByRequirement: new Map(),
    required: [],
    interrupted: false,
  });
}
