import { readFile } from 'node:fs/promises';
import type { Report } from '../schemas/types/report.ts';
import { checks } from '../specs/checks/index.ts';
import { sizeOf } from '../specs/asked.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { say } from './telling.ts';

// What `labconform plan` reckons with (specs/asked.ts), as the report of a run of everything has it: calls of the tenant
// and operations of its control for each case. `npm run conformance`, then `node bench/calls-a-case.ts [report]`

const [path = 'reports/conformance.json'] = process.argv.slice(2);
const report = JSON.parse(await readFile(path, 'utf8')) as Report;
const declared = new Map(checks.map((check) => [check.id, check]));

for (const profile of profileNames) {
  const cases = [0, 0, 0];
  const asked = { exchanges: [0, 0, 0], operations: [0, 0, 0] };
  for (const told of report.checks) {
    const check = declared.get(told.id);
    if (check === undefined || told.profile !== profile) continue;
    const size = sizeOf(check);
    cases[size]! += told.cases;
    asked.exchanges[size]! += told.exchanges;
    asked.operations[size]! += told.operations ?? 0;
  }
  const aCase = (counts: readonly number[]): string =>
    counts.map((count, size) => Number((count / Math.max(1, cases[size]!)).toFixed(1))).join(', ');
  say(`  ${profile}: { requests: [${aCase(asked.exchanges)}], operations: [${aCase(asked.operations)}] },`);
}
