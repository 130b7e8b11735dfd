import { realTime } from '../../drivers/real-time.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { dropUnjudgeable } from '../../reports/rejudge.ts';
import type { Report } from '../../reports/report.ts';
import { openSession } from '../../specs/adapter.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';

/** Returns the report of some checks run against the embedded tenant with a fault, as read from disk. */
export async function realReport(fault: string, ids: readonly string[]): Promise<Report> {
  const chosen = checks.filter(({ id }) => ids.includes(id));
  const opening = await openSession({ seed: 7, runs: 3, runId: 'report', checks: ids, fault });
  if (!('session' in opening)) throw new Error(opening.reason);
  const results = await runAll(chosen, opening.session, { runs: 3, seed: 7, now: realTime.now });
  await opening.session.close();
  const checksByRequirement = new Map<string, string[]>();
  for (const { id, proves } of checks) {
    for (const requirement of proves) {
      checksByRequirement.set(requirement, [...(checksByRequirement.get(requirement) ?? []), id]);
    }
  }
  const report = assembleReport({
    tool: { name: 'labconform', version: '0.1.0' },
    target: { name: 'embedded reference tenant', baseUrl: 'https://127.0.0.1', control: 'embedded', fault },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:00:01.000Z',
    seed: 7,
    runsPerProperty: 3,
    results,
    catalogue,
    checksByRequirement,
    required: [],
    interrupted: false,
  });
  return JSON.parse(JSON.stringify(dropUnjudgeable(report, checks))) as Report;
}
