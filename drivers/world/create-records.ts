import { isRefusal, SuiteMistake } from '../../core/trouble.ts';
import type { Input } from '../control/operation.ts';
import type { Scene } from './scene.ts';

type Where = Pick<Input<'record.create'>, 'kind' | 'projectId'>;
type RecordDraft = Input<'record.create'>['records'][number];

/** A number of records that no control refuses as too many at a time. */
const few = 20;

/** Has the control make a record of each item, and returns the items with the identifiers of their records. */
export async function createRecords<Item>(
  scene: Scene,
  where: Where,
  items: readonly Item[],
  recordOf: (item: Item) => RecordDraft,
): Promise<(Item & { readonly id: string })[]> {
  const ids = await identifiers(scene, { ...where, records: items.map(recordOf) });
  return items.map((item, index) => {
    const id = ids[index];
    if (id === undefined) throw new SuiteMistake(`record.create gave ${ids.length} ids for ${items.length} records`);
    return { ...item, id };
  });
}

/**
 * Returns the identifiers in the order of the records. A control may refuse many records at a time; they are then made
 * in parts.
 */
async function identifiers(scene: Scene, input: Input<'record.create'>): Promise<readonly string[]> {
  const { records } = input;
  try {
    return (await scene.operate('record.create', input)).ids;
  } catch (reason) {
    if (!isRefusal(reason) || records.length <= few) throw reason;
  }
  const half = Math.ceil(records.length / 2);
  return [
    ...(await identifiers(scene, { ...input, records: records.slice(0, half) })),
    ...(await identifiers(scene, { ...input, records: records.slice(half) })),
  ];
}
