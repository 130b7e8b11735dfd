import type { Judgement } from '../../core/judgement.ts';
import { held, observation } from '../../core/judgement.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, shows } from '../../drivers/world/view.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { closedTo, showsAll } from './acceptance.ts';

/** What an actor sees in a listing, with what explains why something is missing there. Plain data. */
export interface ReachSeen {
  readonly view: View;
  /** Where something is missing: what the same actor sees in the other listings of the same kind of record. */
  readonly sisters: readonly View[];
  /** Where something is missing: what another actor who may see the same records sees in this listing. */
  readonly witness?: View;
}

/**
 * An actor sees all records that it was permissioned for. What this listing shows to nobody, while another version's
 * listing has it, is no matter of permission: that both show the same records is inference. And where a listing
 * refuses everybody, it says nothing of this actor.
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
    const observed = `GET ${view.path} shows nobody some records that ${sisters.map(({ path }) => path).join(', ')} shows`;
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
