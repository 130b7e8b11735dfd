import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';
import type { Departure } from './app-token-answer.ts';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The specified members of the answer to a code exchange or a refresh ("Access token response"; "Limits"). */
const rules: readonly (readonly [member: string, expected: string, holds: (value: unknown) => boolean])[] = [
  ['token_type', '"Bearer"', (value) => value === 'Bearer'],
  ['access_token', 'a non-empty string', isText],
  ['expires_in', 'the integer 900', (value) => value === 900],
  ['refresh_token', 'a non-empty string', isText],
  ['refresh_token_expires_in', 'the integer 2592000', (value) => value === 2_592_000],
];

/** Returns the members of such an answer that differ from the specification; further members are free. */
export function userAnswerDepartures(exchange: Exchange): Departure[] {
  const body = succeeded(exchange) ? jsonObject(exchange) : undefined;
  if (body === undefined) return [];
  return rules.flatMap(([member, expected, holds]) => {
    const value = body[member];
    return holds(value) ? [] : [{ member, expected, found: describeFound(member, value) }];
  });
}

function describeFound(member: string, value: unknown): string {
  if (value === undefined) return 'was missing';
  return member.endsWith('_token') && isText(value) ? 'was a string' : `was ${JSON.stringify(value)}`;
}
