import { writeFileSync } from 'node:fs';
import { openEmbedded } from '../drivers/session/embedded.ts';
import { realTime } from '../drivers/real-time.ts';
import { exercisedIn } from '../reports/exercised.ts';
import { checks } from '../specs/checks/index.ts';
import { runAll } from '../specs/run-all.ts';
import type { ExercisedRecord } from './exercised-page.ts';
import { recordFile } from './exercised-page.ts';

// Records what histories exercise at the reference tenant: `node docs/record-exercised.ts`. It takes as long as a run
// of everything.

const seed = 20261120;
const runs = 100;

const session = await openEmbedded({ seed, runId: 'exercised', realTime });
try {
  const results = await runAll(checks, session, { runs, seed, now: realTime.now });
  const record: ExercisedRecord = { seed, runs, exercised: exercisedIn(results) };
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
} finally {
  await session.close();
}
