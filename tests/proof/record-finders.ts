import { writeFileSync } from 'node:fs';
import type { Finders } from './found-by.ts';
import { foundBy, foundByFile } from './found-by.ts';
import { faults } from '../../tenant/faults/index.ts';
import { searchFor, thorough } from './matrix.ts';

/** So many looks in vain are no matter. */
const few = 2;

// Renews the record of what finds which fault: `node tests/proof/record-finders.ts [profile...]`. Of faults that are
// found soon, by the record or without it, nothing is changed.

const profiles = process.argv.slice(2);
const isMeant = (id: string): boolean => profiles.length === 0 || profiles.some((one) => id.startsWith(`${one}/`));
const record = new Map(Object.entries<Finders>(foundBy).filter(([id]) => faults.some((fault) => fault.id === id)));

function write(): void {
  const entries = [...record].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(foundByFile, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

let done = 0;
for (const fault of faults.filter(({ id }) => isMeant(id))) {
  const { results, missed, finders } = await searchFor(fault);
  const inVain = results.length - Object.keys(finders).length;
  const many = !record.has(fault.id) && Object.values(finders).some((runs) => runs !== thorough[0]?.runs);
  if (missed.length > 0) process.stdout.write(`${fault.id}: ${missed.join(', ')} not found\n`);
  else if (inVain > few || many) record.set(fault.id, finders);
  // what has been found is not lost when the rest is not waited for
  if (++done % 100 === 0) {
    write();
    process.stdout.write(`${done} faults, ${record.size} recorded\n`);
  }
}
write();
process.stdout.write(`${done} faults, ${record.size} recorded\n`);
