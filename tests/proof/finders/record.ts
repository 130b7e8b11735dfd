import { parseArgs } from 'node:util';
import { checks } from '../../../specs/checks/index.ts';
import { faults } from '../../../tenant/faults/index.ts';
import { candidatesFor, findersOf, isFound, readMatrix, writeMatrix } from './finders.ts';

// Records which check finds which fault: `npm run proof:finders -- [--checks prefix,prefix] [--shard 1/2] profile...`.
// Faults that are recorded are not tried again, so that it can be stopped and continued at any time. `--checks` tries
// the checks whose ids begin with one of the prefixes on every fault again, and keeps the record of the other checks.

const { values, positionals } = parseArgs({
  options: { checks: { type: 'string' }, shard: { type: 'string', default: '1/1' } },
  allowPositionals: true,
});
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);

const prefixes = (values.checks ?? '').split(',');

for (const profile of positionals) {
  const matrix = { ...readMatrix(profile) };
  const own = faults.filter(({ id }) => id.startsWith(`${profile}/`));
  const ofShard = own.filter((_, at) => at % shards === shard - 1);
  let done = 0;
  for (const fault of ofShard) {
    const known = matrix[fault.id];
    const isMeant = ({ id }: { readonly id: string }): boolean => prefixes.some((prefix) => id.startsWith(prefix));
    if (known !== undefined && values.checks === undefined) continue;
    const some = candidatesFor(fault).filter(isMeant);
    const keptChecks = new Set(checks.filter((check) => !isMeant(check)).map(({ id }) => id));
    const kept = Object.entries(known?.found ?? {}).filter(([id]) => keptChecks.has(id));
    const tried =
      some.length === 0 ? { cases: known?.cases ?? 5, found: {} } : await findersOf(fault, some, known?.cases);
    matrix[fault.id] = { cases: tried.cases, found: { ...Object.fromEntries(kept), ...tried.found } };
    if (!isFound(fault, matrix[fault.id]?.found ?? {}))
      process.stdout.write(`${fault.id}: not found with every seed\n`);
    if (++done % 10 === 0) {
      writeMatrix(profile, matrix);
      process.stdout.write(`${profile}: ${done} of ${ofShard.length} faults\n`);
    }
  }
  writeMatrix(profile, matrix);
}
