import type { Exchange } from '../../core/exchange.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import { legacyTokenPath, tokenPath } from '../../drivers/world/paths.ts';
import type { TokenPathName } from '../../generators/presentation.ts';
import type { Answer, Outcome } from './vocabulary.ts';
import type { Shown } from '../world/presentations.ts';

/** What became of a call or a token request; a limit tells nothing. */
export function outcomeOf({ exchange, served }: Pick<Shown, 'exchange' | 'served'>): Outcome {
  if (exchange.response?.status === 429) return 'unclear';
  return served ? 'served' : 'refused';
}

export function isAtOnce(answer: Answer): boolean {
  return answer.word === 'refused' && answer.atOnce;
}

/** Whether an address tells of an error. */
export function namesAnError(location: string | null): boolean {
  return location !== null && URL.canParse(location) && new URL(location).searchParams.has('error');
}

/** Whether an exchange is one with the legacy token path. */
export function isOfLegacyPath(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && new URL(exchange.request.url).pathname.endsWith(legacyTokenPath);
}

/** What the console does, or undefined where it declines what it may decline. */
export async function declined<T>(mayBe: boolean, act: () => Promise<T>): Promise<T | undefined> {
  return mayBe ? unlessRefused(act()) : act();
}

/** A token path in the words of the matrix of what was exercised. */
export function nameOfPath(path: string): TokenPathName {
  return path === tokenPath ? 'token path' : 'legacy token path';
}
