import { TestBedTrouble } from '../../core/trouble.ts';
import type { Input } from '../control/control.ts';
import type { Scene } from './scene.ts';

/** So few records at a time are never too many. */
const few = 20;

/**
 * Has the operator make records, and gives their identifiers in the order of the records. A control may decline many at a
 * time, so these are made in parts then.
 */
export async function createRecords(scene: Scene, input: Input<'record.create'>): Promise<readonly string[]> {
  const { records } = input;
  try {
    return (await scene.operate('record.create', input)).ids;
  } catch (reason) {
    if (!(reason instanceof TestBedTrouble) || records.length <= few) throw reason;
  }
  const half = Math.ceil(records.length / 2);
  return [
    ...(await createRecords(scene, { ...input, records: records.slice(0, half) })),
    ...(await createRecords(scene, { ...input, records: records.slice(half) })),
  ];
}
