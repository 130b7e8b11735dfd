import { writeFileSync } from 'node:fs';
import { openEmbedded } from '../drivers/session/embedded.ts';
import { realTime } from '../drivers/real-time.ts';
import { exercisedIn } from '../reports/exercised.ts';
import { checks } from '../specs/checks/index.ts';
import { perCaseFile } from '../specs/cost-per-case.ts';
import { runAll } from '../specs/run-all.ts';
import type { ExercisedRecord } from './exercised-page.ts';
import { recordFile } from './exercised-page.ts';

// Records what a run of everything does at the reference tenant: what its histories exercise, and how many calls,
// control operations and milliseconds each check needs for a case. Usage: `node docs/record-run.ts`, which takes longer
// than a run of everything, because it has one thread.

const seed = 20261120;
const runs = 100;

const session = await openEmbedded({ seed, runId: 'recorded', realTime });
try {
  const results = await runAll(checks, session, { runs, seed, now: realTime.now });
  const record: ExercisedRecord = { seed, runs, exercised: exercisedIn(results) };
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
  const perCase = results.map(({ id, cases, exchanges, operations = 0, durationMs }) => {
    const totals = [exchanges, operations, durationMs];
    const averages = totals.map((total) => Number((total / Math.max(1, cases)).toFixed(1)));
    return `  ${JSON.stringify(id)}: [${averages.join(', ')}]`;
  });
  writeFileSync(perCaseFile, `{\n${perCase.toSorted().join(',\n')}\n}\n`);
} finally {
  await session.close();
}
