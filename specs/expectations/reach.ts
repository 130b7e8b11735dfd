import type { Judgement } from '../../core/judgement.ts';
import { held, observation } from '../../core/judgement.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, shows } from '../../drivers/world/view.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { closedTo, showsAll } from './acceptance.ts';

/** The records that an actor sees in a listing, with evidence that explains missing records. Plain data. */
export interface ReachSeen {
  readonly view: View;
  /** If records are missing: the views of the same actor in the other listings of the same kind of record. */
  readonly sisters: readonly View[];
  /** If records are missing: the view of another actor that may see the same records in this listing. */
  readonly witness?: View | undefined;
}

/**
 * Demands that an actor sees all records that it has permission for. Records that this listing shows to no one while
 * the listing of another version shows them have nothing to do with permission: that both show the same records is only
 * inferred. If a listing refuses every actor, it says nothing about this one.
 */
export function* seesAll(
  { view, sisters, witness }: ReachSeen,
  records: readonly CreatedRecord[],
  requirement: RequirementId,
  subject: string,
  known: readonly CreatedRecord[] = records,
): Generator<Judgement<RequirementId, FreedomId>> {
  if (records.length === 0) return;
  const missing = records.filter((record) => !shows(view, record));
  if (missing.length === 0) {
    yield held(requirement);
    return;
  }
  const closed = closedTo(view, witness);
  if (closed !== undefined) {
    yield { kind: 'premise', text: closed, exchange: lastPage(view).number };
    return;
  }
  const elsewhere = missing.filter(
    (record) => witness?.end === 'whole' && !shows(witness, record) && sisters.some((sister) => shows(sister, record)),
  );
  if (elsewhere.length > 0) {
    const observed = `GET ${view.path} shows no actor some records that ${sisters.map(({ path }) => path).join(', ')} shows`;
    yield observation('FRE-155', observed, lastPage(view));
  }
  yield* showsAll(
    view,
    records.filter((record) => !elsewhere.includes(record)),
    requirement,
    subject,
    known,
  );
}
