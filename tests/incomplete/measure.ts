import { parseArgs } from 'node:util';
import { checks } from '../../specs/checks/index.ts';
import { rows } from './rows.ts';
import { requirementsWithVerdict, runIncomplete, verdictsOf } from './run.ts';

// Compares the verdicts of runs at incomplete tenants with the expected ones: `node tests/incomplete/measure.ts [--row
// PART OF ITS NAME] [--runs 10] [--why]`. `--why` also prints the reasons why requirements are not judged, with the
// requirements.

const { values } = parseArgs({
  options: { row: { type: 'string', default: '' }, runs: { type: 'string', default: '10' }, why: { type: 'boolean' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

for (const { what, lacking, judged: least, red } of rows.filter((row) => row.what.includes(values.row))) {
  const results = await runIncomplete({ lacking, checks, runs: Number(values.runs) });
  const verdicts = verdictsOf(results);
  const count = (...wanted: Parameters<typeof requirementsWithVerdict>[1][]): number =>
    requirementsWithVerdict(verdicts, ...wanted).length;
  const found = requirementsWithVerdict(verdicts, 'failed', 'warning');
  say(`${what}: ${count('passed', 'failed', 'warning')} judged (at least ${least}); red: ${found.join(' ') || 'none'}`);
  say(`  ${count('inconclusive')} inconclusive, ${count('broken')} broken, ${count('not-exercised')} not exercised`);
  for (const id of found.filter((one) => !red.includes(one))) say(`  must not be red: ${id}`);
  for (const id of red.filter((one) => !found.includes(one))) say(`  must be red: ${id}, is ${verdicts.get(id) ?? ''}`);
  if (values.why !== true) continue;
  const why = new Map<string, Set<string>>();
  for (const { id, reason = '', reasons = {}, verdicts: said } of results) {
    for (const [requirement, verdict] of Object.entries(said)) {
      if (verdicts.get(requirement) !== verdict || !['inconclusive', 'broken', 'not-exercised'].includes(verdict))
        continue;
      const text = `${verdict}: ${reasons[requirement] ?? reason}`;
      const those = why.get(text) ?? new Set();
      why.set(text, those.add(`${requirement} (${id})`));
    }
  }
  for (const [text, those] of [...why].toSorted(([, one], [, other]) => other.size - one.size))
    say(`  ${text}\n      ${[...those].join(', ')}`);
}
