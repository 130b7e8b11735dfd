import { readFile } from 'node:fs/promises';
import type { Report } from '../schemas/types/report.ts';
import { checks } from '../specs/checks/index.ts';
import { sizeOf } from '../specs/requests-per-case.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { say } from './telling.ts';

// Prints what `labconform plan` counts with (specs/requests-per-case.ts), from the report of a run of everything: calls of the
// tenant and operations of its control for each case. Usage: `npm run conformance`, then `node bench/calls-a-case.ts
// [report]`.

const [path = 'reports/conformance.json'] = process.argv.slice(2);
const report = JSON.parse(await readFile(path, 'utf8')) as Report;
const declared = new Map(checks.map((check) => [check.id, check]));

for (const profile of profileNames) {
  const cases = [0, 0, 0];
  const asked = { exchanges: [0, 0, 0], operations: [0, 0, 0] };
  for (const reported of report.checks) {
    const check = declared.get(reported.id);
    if (check === undefined || reported.profile !== profile) continue;
    const size = sizeOf(check);
    cases[size]! += reported.cases;
    asked.exchanges[size]! += reported.exchanges;
    asked.operations[size]! += reported.operations ?? 0;
  }
  const aCase = (counts: readonly number[]): string =>
    counts.map((count, size) => Number((count / Math.max(1, cases[size]!)).toFixed(1))).join(', ');
  say(`  ${profile}: { requests: [${aCase(asked.exchanges)}], operations: [${aCase(asked.operations)}] },`);
}
