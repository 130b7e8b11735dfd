import { parseArgs } from 'node:util';
import { checks } from '../../../specs/checks/index.ts';
import { faults } from '../../../tenant/faults/index.ts';
import { candidatesFor, findersOf, isFound, readMatrix, writeMatrix } from './finders.ts';

// Which check finds which fault of some profiles: `npm run proof:finders -- [--checks prefix,prefix] [--shard 1/2] profile...`.
// What was tried before is not tried again, so that it can be stopped and gone on with at any time. `--checks` tries the
// checks whose ids begin like one of these on every fault again, and keeps what is known of the others.

const { values, positionals } = parseArgs({
  options: { checks: { type: 'string' }, shard: { type: 'string', default: '1/1' } },
  allowPositionals: true,
});
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);

const meant = (values.checks ?? '').split(',');

for (const profile of positionals) {
  const matrix = { ...readMatrix(profile) };
  const own = faults.filter(({ id }) => id.startsWith(`${profile}/`));
  const mine = own.filter((_, at) => at % shards === shard - 1);
  let done = 0;
  for (const fault of mine) {
    const known = matrix[fault.id];
    const isMeant = ({ id }: { readonly id: string }): boolean => meant.some((prefix) => id.startsWith(prefix));
    if (known !== undefined && values.checks === undefined) continue;
    const some = candidatesFor(fault).filter(isMeant);
    const stands = new Set(checks.filter((check) => !isMeant(check)).map(({ id }) => id));
    const kept = Object.entries(known?.found ?? {}).filter(([id]) => stands.has(id));
    const met =
      some.length === 0 ? { cases: known?.cases ?? 5, found: {} } : await findersOf(fault, some, known?.cases);
    matrix[fault.id] = { cases: met.cases, found: { ...Object.fromEntries(kept), ...met.found } };
    if (!isFound(fault, matrix[fault.id]?.found ?? {}))
      process.stdout.write(`${fault.id}: not found with every seed\n`);
    if (++done % 10 === 0) {
      writeMatrix(profile, matrix);
      process.stdout.write(`${profile}: ${done} of ${mine.length} faults\n`);
    }
  }
  writeMatrix(profile, matrix);
}
