import type { Exchange } from '../../core/exchange.ts';
import { answer, json, succeeded } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { demand, finding } from '../../core/judgement.ts';
import { textsIn } from '../../drivers/world/page.ts';
import type { RequirementId } from '../requirements/index.ts';
import { tokensIn } from './refusal.ts';

/** Reports whether an answer contains a token of either kind, anywhere in the body and with any status. */
export function handsOutTokens(exchange: Exchange): boolean {
  return tokensIn(exchange).length > 0;
}

/**
 * Reports whether an answer names the error `invalid_grant`. Its place is free, because the shape of errors is not
 * specified ("Errors"): at the top, nested, within a longer code, in plain text, or in a header. `invalid_grant_type`
 * is another error.
 */
export function namesInvalidGrant(exchange: Exchange): boolean {
  const body = json(exchange);
  const inBody = body === undefined ? [exchange.response?.body ?? ''] : [...textsIn(body)];
  const texts = [...inBody, ...Object.values(exchange.response?.headers ?? {}).flat()];
  return texts.some((text) => /(?<![A-Za-z0-9])invalid_grant(?![A-Za-z0-9_])/.test(text));
}

/** Demands that a request fails with the error `invalid_grant`, with any status. */
export function* failsWithInvalidGrant<Requirement extends RequirementId>(
  exchange: Exchange,
  requirement: Requirement,
  subject: string,
): Generator<Demanded<Requirement>> {
  const expected = 'an error invalid_grant';
  if (handsOutTokens(exchange)) {
    yield finding(requirement, subject, `${answer(exchange)} and a token`, expected, exchange);
  } else if (succeeded(exchange)) {
    yield finding(requirement, subject, `${answer(exchange)}, which is a success`, expected, exchange);
  } else {
    const observed = `${answer(exchange)} without the name invalid_grant in its body or its header`;
    yield demand(namesInvalidGrant(exchange), requirement, subject, observed, expected, exchange);
  }
}

/** Demands that a request obtains no token of either kind. */
export function* obtainsNoToken<Requirement extends RequirementId>(
  exchange: Exchange,
  requirement: Requirement,
  subject: string,
): Generator<Demanded<Requirement>> {
  yield demand(
    !handsOutTokens(exchange),
    requirement,
    subject,
    `${answer(exchange)} and a token`,
    'no token',
    exchange,
  );
}
