import '../cli/memory.js';
import fc from 'fast-check';
import { finding } from '../core/judgement.ts';
import { realTime } from '../drivers/real-time.ts';
import { openEmbedded } from '../drivers/session/embedded.ts';
import { aLaboratoryOf } from '../drivers/world/filter-laboratory.ts';
import { assayAssertions, assayColumns, assayProbes, assayRows, describeAsked } from '../generators/filter-assays.ts';
import { check } from '../specs/check.ts';
import { assayLook, satisfying } from '../specs/checks/filtering/assays.ts';
import { plainTimes } from '../specs/checks/listing/stocks.ts';
import { traverse } from '../specs/checks/listing/traversal.ts';
import { judgeTraversal, traversalRequirements } from '../specs/checks/listing/page-walks.ts';
import { isExactly, leavesJust } from '../specs/expectations/filter-look.ts';
import { aStock, pick } from '../specs/expectations/listing-stock.ts';
import { runAll } from '../specs/run-all.ts';
import { watchResident } from './resident.ts';
import { objectOf } from '../generators/object.ts';

// Each case traverses ten thousand records, or filters a quarter as many. No cost may grow faster than the number of
// records. More rows than these would exceed the answers that the suite keeps in memory at a time.

const records = Number(process.argv[2] ?? 10_000);
const rows = Math.ceil(records / 4);
const cases = Number(process.argv[3] ?? 100);
const limits = { seconds: 60, megabytes: 500 };

const traversals = check({
  id: 'listing/many-records',
  title: 'Every one of many records once, in any page size and order',
  proves: traversalRequirements,
  needs: ['app.create', 'access'],
  cases: objectOf({
    listing: fc.nat(1),
    pageSize: fc.integer({ min: 40, max: 100 }),
    sort: fc.constantFrom('asc', 'desc'),
  }),
  arrange: (scene) => aStock(scene, { entry: plainTimes(records), plate: [], assayResult: 0 }, ['app']),
  async gather(scene, { listing: version, pageSize, sort }, stock) {
    const listings = (await scene.listings()).filter(({ kind }) => kind === 'entry');
    return traverse(scene, stock, pick(stock.readers, 0), pick(listings, version), { pageSize, sort });
  },
  judge: judgeTraversal,
});

const filters = check({
  id: 'filtering/many-records',
  title: 'Just those of many records that satisfy a filter',
  proves: ['FLT-37'],
  needs: ['app.create', 'access', 'filters'],
  cases: objectOf({ asked: assayAssertions(), pageSize: fc.integer({ min: 40, max: 100 }) }),
  describe: ({ asked }) => describeAsked([asked]),
  arrange: (scene) => aLaboratoryOf(scene, { columns: assayColumns, rows: assayRows(rows) }, { probes: assayProbes }),
  gather: (scene, { asked, pageSize }, laboratory) => assayLook(scene, laboratory, [asked], { pageSize }),
  *judge(look, { asked }) {
    const wanted = satisfying(look.rows, [asked]);
    if (isExactly(look, wanted)) return;
    yield* leavesJust(look, wanted, 'FLT-37');
    yield finding('FLT-37', look.subject, `ended as ${look.view.end}`, 'all pages', look.view.pages[0]?.exchange);
  },
});

const peakOf = watchResident(process.pid);
const began = performance.now();
const results = [];
// one after the other, because each has its own tenant with this many records
for (const one of [traversals, filters]) {
  const session = await openEmbedded({ seed: 1, runId: 'bench', realTime });
  results.push(...(await runAll([one], session, { runs: cases / 2, seed: 1, now: realTime.now })));
  await session.close();
}
const seconds = (performance.now() - began) / 1000;
for (const { id, verdict, cases: done, exchanges, failures, reason } of results) {
  const [failure] = failures;
  const why = failure === undefined ? (reason ?? '') : `${failure.subject} ${failure.observed}`;
  process.stdout.write(`  ${id}: ${verdict}, ${done} cases, ${exchanges} exchanges ${why}\n`);
}
const megabytes = peakOf() / 1e6;
for (const [label, value, limit] of [
  [`${records} records traversed and ${rows} filtered in ${cases} cases, seconds`, seconds, limits.seconds],
  ['resident memory at its peak, megabytes', megabytes, limits.megabytes],
] as const) {
  process.stdout.write(`${value <= limit ? 'ok  ' : 'OVER'} ${label}: ${value.toFixed(1)} (limit ${limit})\n`);
}
process.exitCode = results.every(({ verdict }) => verdict === 'passed') ? 0 : 1;
