import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { demand } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';

/** How a form of a request may be refused: its length, a chunked body, what is expected or its head is not wanted. */
const refusals: ReadonlySet<number> = new Set([411, 413, 417, 431, 501]);

export const sameOrRefused = 'or a refusal with 411, 413, 417, 431 or 501';

/** Whether a request that was sent in a form of its own was refused for that form. */
export function refusedForItsForm({ request, response }: Exchange): boolean {
  return request.form !== undefined && response !== undefined && refusals.has(response.status);
}

/** Whether the body of a request waited to be asked for. */
export function wasExpectant({ request }: Exchange): boolean {
  return Object.keys(request.headers).some((name) => name.toLowerCase() === 'expect');
}

/**
 * A request has the effect in its form that it has in the usual one, or is refused for its form.
 *
 * @param had whether an exchange had that effect
 * @param effect in the words of a finding
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
