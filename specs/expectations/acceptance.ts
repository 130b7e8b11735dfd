import type { Exchange } from '../../core/exchange.ts';
import { answer, succeeded } from '../../core/exchange.ts';
import type { Demanded, Judgement } from '../../core/judgement.ts';
import { demand, finding, held } from '../../core/judgement.ts';
import { isPage } from '../../drivers/world/page.ts';
import { accessTokenIn } from '../../drivers/world/actors.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, pageWith, shows, sightOf } from '../../drivers/world/view.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Reports whether a listing call was served: the answer is a success and has the shape of a page. */
export function accepted(exchange: Exchange): boolean {
  return succeeded(exchange) && isPage(exchange);
}

/** Demands that a listing call is served. */
export function* isAccepted(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  yield demand(accepted(exchange), requirement, subject, seen(exchange), 'a page', exchange);
}

/** Demands that a token request yields an access token. */
export function* yieldsToken(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const observed = succeeded(exchange) ? `${answer(exchange)} and no access_token` : answer(exchange);
  yield demand(accessTokenIn(exchange) !== undefined, requirement, subject, observed, 'an access token', exchange);
}

/**
 * Demands that a view shows all of the records. If no item of the view can be recognised, or the view ended early for
 * another reason than a refusal, nothing can be judged: the shape of items is free, and other checks judge pages.
 *
 * @param known the records by which items of this listing may be recognised, if it may also show others than these
 */
export function* showsAll(
  view: View,
  records: readonly CreatedRecord[],
  requirement: RequirementId,
  subject: string,
  known: readonly CreatedRecord[] = records,
): Generator<Judgement<RequirementId, never>> {
  if (records.length === 0) return;
  const missing = records.filter((record) => !shows(view, record));
  if (missing.length === 0) {
    yield held(requirement);
    return;
  }
  const unclear = unclearIn(view, records, known);
  if (unclear !== undefined) {
    yield { kind: 'premise', text: unclear, exchange: lastPage(view).number };
    return;
  }
  const observed =
    view.end === 'refused'
      ? answer(lastPage(view))
      : `lacked ${missing.length} of ${records.length} records (${missing[0]?.name ?? ''})`;
  yield finding(requirement, subject, observed, 'all of them', lastPage(view));
}

/** Demands that a view shows none of the records on any of its pages. */
export function* showsNone(
  view: View,
  records: readonly CreatedRecord[],
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const shown = records.filter((record) => sightOf(view, record) === 'surely');
  const [first] = shown;
  if (first !== undefined) {
    const observed = `showed ${shown.map((record) => record.name).join(', ')}`;
    yield finding(requirement, subject, observed, 'none of them', pageWith(view, first));
  } else if (records.length > 0 && closedTo(view) === undefined) yield held(requirement);
}

/**
 * Returns why a refused first page says nothing about permissions; undefined if it does say something, or was not
 * refused.
 */
export function closedTo({ end, pages, path }: View, witness?: View): string | undefined {
  const [first] = pages;
  if (end !== 'refused' || first === undefined || pages.length > 1) return undefined;
  const status = first.response?.status;
  if (status === 401) return `GET ${path} ${answer(first)}: the credential itself was refused`;
  if (status !== undefined && status < 500) return undefined;
  const served = witness !== undefined && witness.end !== 'refused';
  return served
    ? undefined
    : `GET ${path} ${answer(first)}, and did not serve another actor with the same projects either`;
}

/** Returns why the suite cannot say that a view lacks records; undefined if it can. */
function unclearIn(view: View, records: readonly CreatedRecord[], known: readonly CreatedRecord[]): string | undefined {
  const { path, end, pages, items } = view;
  if (end === 'endless') return `the pages of GET ${path} did not end`;
  if (end === 'refused') {
    return pages.length === 1 ? undefined : `page ${pages.length} of GET ${path} ${answer(lastPage(view))}`;
  }
  if (known.some((record) => shows(view, record))) return undefined;
  if (end === 'unreadable') return `the items of GET ${path} cannot be told from the rest: set api.itemsKeys`;
  // The view has as many items as it should have, but none of them is known. Unless some items were recognised here
  // before, it is more likely that items cannot be recognised than that the records are missing.
  return view.familiar || items.length < records.length
    ? undefined
    : `the items of GET ${path} cannot be recognised by name or identifier: set api.itemId`;
}

function seen(exchange: Exchange): string {
  return succeeded(exchange) ? `${answer(exchange)} and no page` : answer(exchange);
}
