import type { Exchange } from '../../core/exchange.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import { legacyTokenPath, tokenPath } from '../../drivers/world/paths.ts';
import type { TokenPathName } from '../../generators/presentation.ts';
import type { Answer, Outcome } from './vocabulary.ts';
import type { Shown } from '../world/presentations.ts';

/** Returns the outcome of a call or a token request. A rate limit shows nothing. */
export function outcomeOf({ exchange, served }: Pick<Shown, 'exchange' | 'served'>): Outcome {
  if (exchange.response?.status === 429) return 'unclear';
  return served ? 'served' : 'refused';
}

export function isRequiredAtOnce(answer: Answer): boolean {
  return answer.word === 'refused' && answer.atOnce;
}

/** Reports whether an address has an error parameter. */
export function namesAnError(location: string | null): boolean {
  return location !== null && URL.parse(location)?.searchParams.has('error') === true;
}

/** Reports whether an exchange was made with the legacy token path. */
export function isOfLegacyPath(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && new URL(exchange.request.url).pathname.endsWith(legacyTokenPath);
}

/** Returns the result of a console operation, or undefined if the console declines an operation that it may decline. */
export async function undefinedIfDeclined<T>(mayBe: boolean, act: () => Promise<T>): Promise<T | undefined> {
  return mayBe ? unlessRefused(act()) : act();
}

/** Returns the name of a token path in the matrix of exercised presentations. */
export function nameOfPath(path: string): TokenPathName {
  return path === tokenPath ? 'token path' : 'legacy token path';
}
