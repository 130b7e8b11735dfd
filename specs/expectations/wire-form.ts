import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { demand } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Statuses that refuse a form of request: its length, a chunked body, an expectation or its head is not accepted. */
const refusals: ReadonlySet<number> = new Set([411, 413, 417, 431, 501]);

export const sameOrRefused = 'or a refusal with 411, 413, 417, 431 or 501';

/** Reports whether a request that was sent in an unusual form was refused because of that form. */
export function refusedForItsForm({ request, response }: Exchange): boolean {
  return request.form !== undefined && response !== undefined && refusals.has(response.status);
}

/** Reports whether a request sent its body only after the tenant asked for it. */
export function wasExpectant({ request }: Exchange): boolean {
  return Object.keys(request.headers).some((name) => name.toLowerCase() === 'expect');
}

/**
 * Demands that a request in an unusual form has the same effect as in the usual form, or is refused for its form.
 *
 * @param had reports whether an exchange had that effect
 * @param effect the effect in the words of a finding
 */
export function* hasItsEffect(
  probe: Exchange,
  control: Exchange,
  had: (exchange: Exchange) => boolean,
  requirement: RequirementId,
  subject: string,
  effect: string,
): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(had(control), `the same request in its usual form ${answer(control)}`))) return;
  const met = had(probe) || refusedForItsForm(probe);
  const observed =
    probe.response?.status.toString().startsWith('2') === true ? `${answer(probe)} without it` : answer(probe);
  yield demand(met, requirement, subject, observed, `${effect}, ${sameOrRefused}`, probe);
}
