import { writeFileSync } from 'node:fs';
import type { Finders } from './found-by.ts';
import { recordedFinders, foundByFile } from './found-by.ts';
import { faults } from '../../tenant/faults/index.ts';
import { searchFor, thorough } from './matrix.ts';

/** The number of unsuccessful looks that is acceptable without a record. */
const acceptableLooks = 2;

// Renews the record of the checks that find each fault: `node tests/proof/record-finders.ts [profile...]`. The record
// of a fault that is found soon, with the record or without it, is not changed.

const profiles = process.argv.slice(2);
const isMeant = (id: string): boolean => profiles.length === 0 || profiles.some((one) => id.startsWith(`${one}/`));
const record = new Map(
  Object.entries<Finders>(recordedFinders).filter(([id]) => faults.some((fault) => fault.id === id)),
);

function write(): void {
  const entries = [...record].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(foundByFile, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

let done = 0;
for (const fault of faults.filter(({ id }) => isMeant(id))) {
  const { results, missed, finders } = await searchFor(fault);
  const unsuccessful = results.length - Object.keys(finders).length;
  const many = !record.has(fault.id) && Object.values(finders).some((runs) => runs !== thorough[0]?.runs);
  if (missed.length > 0) process.stdout.write(`${fault.id}: ${missed.join(', ')} not found\n`);
  else if (unsuccessful > acceptableLooks || many) record.set(fault.id, finders);
  // written in between, so that findings are not lost if the program is stopped
  if (++done % 100 === 0) {
    write();
    process.stdout.write(`${done} faults, ${record.size} recorded\n`);
  }
}
write();
process.stdout.write(`${done} faults, ${record.size} recorded\n`);
