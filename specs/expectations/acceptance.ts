import type { Exchange } from '../../core/exchange.ts';
import { answer, succeeded } from '../../core/exchange.ts';
import type { Finding } from '../../core/judgement.ts';
import { finding } from '../../core/judgement.ts';
import { isPage } from '../../drivers/world/page.ts';
import { accessTokenIn } from '../../drivers/world/actors.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, shows } from '../../drivers/world/view.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Whether a listing call was served: a success with something that has the shape of a page. */
export function accepted(exchange: Exchange): boolean {
  return succeeded(exchange) && isPage(exchange);
}

/** A listing call is served. */
export function* isAccepted(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Finding<RequirementId>> {
  if (!accepted(exchange)) yield finding(requirement, subject, seen(exchange), 'a page', exchange);
}

/** A token request yields an access token. */
export function* yieldsToken(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Finding<RequirementId>> {
  if (accessTokenIn(exchange) === undefined) {
    const observed = succeeded(exchange) ? `${answer(exchange)} and no access_token` : answer(exchange);
    yield finding(requirement, subject, observed, 'an access token', exchange);
  }
}

/** A view holds all of the records. A premise fails where the items cannot be told apart at all. */
export function* showsAll(
  view: View,
  records: readonly CreatedRecord[],
  requirement: RequirementId,
  subject: string,
): Generator<Finding<RequirementId>> {
  const missing = records.filter((record) => !shows(view, record));
  if (missing.length === 0) return;
  const observed =
    view.end === 'whole'
      ? `lacked ${missing.length} of ${records.length} records (${missing[0]?.name ?? ''})`
      : `ended ${view.end === 'refused' ? `early: it ${answer(lastPage(view))}` : `without a last page (${view.end})`}`;
  yield finding(requirement, subject, observed, 'all of them', lastPage(view));
}

/** A view holds none of the records. */
export function* showsNone(
  view: View,
  records: readonly CreatedRecord[],
  requirement: RequirementId,
  subject: string,
): Generator<Finding<RequirementId>> {
  const shown = records.filter((record) => shows(view, record));
  if (shown.length === 0) return;
  yield finding(
    requirement,
    subject,
    `showed ${shown.map((record) => record.name).join(', ')}`,
    'none of them',
    lastPage(view),
  );
}

function seen(exchange: Exchange): string {
  return succeeded(exchange) ? `${answer(exchange)} and no page` : answer(exchange);
}
