import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';

/** The specified value of one member of the answer to client_credentials ("Access token response"; "Limits"). */
interface MemberRule {
  readonly member: string;
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const rules: readonly MemberRule[] = [
  { member: 'token_type', expected: '"Bearer"', holds: (value) => value === 'Bearer' },
  {
    member: 'access_token',
    expected: 'a non-empty string',
    holds: (value) => typeof value === 'string' && value !== '',
  },
  { member: 'expires_in', expected: 'the integer 900', holds: (value) => value === 900 },
  { member: 'refresh_token', expected: 'no such member', holds: (value) => value === undefined },
  { member: 'refresh_token_expires_in', expected: 'no such member', holds: (value) => value === undefined },
];

/** A member of an answer that differs from the specification. */
export interface Departure {
  readonly member: string;
  readonly expected: string;
  /** The value that was found, in words that reveal no secret. */
  readonly found: string;
}

/**
 * Returns the members of an answer to client_credentials that differ from the specification; further members are free.
 */
export function departures(exchange: Exchange): Departure[] {
  const body = succeeded(exchange) ? jsonObject(exchange) : undefined;
  if (body === undefined) return [];
  return rules.flatMap(({ member, expected, holds }) => {
    const value = Object.hasOwn(body, member) ? body[member] : undefined;
    return holds(value) && (value !== undefined || !Object.hasOwn(body, member))
      ? []
      : [{ member, expected, found: describeFound(member, value) }];
  });
}

function describeFound(member: string, value: unknown): string {
  if (value === undefined) return 'was missing';
  const secret = member === 'access_token' || member === 'refresh_token';
  return secret && typeof value === 'string' && value !== '' ? 'was a string' : `was ${JSON.stringify(value)}`;
}
