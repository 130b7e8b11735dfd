import type { Chance } from './chance.ts';

/**
 * A page token of this tenant is a signed number: where the next page begins, and proof that the tenant said so to this
 * actor for this query. Presented by anybody else, or with other parameters, it is refused.
 */
export function pageToken(chance: Chance, offset: number, boundTo: string): string {
  return `${offset}:${chance.sign(`${offset} ${boundTo}`)}`;
}

/** Where the page of this token begins, or undefined where the tenant did not give it to this actor for this query. */
export function offsetOf(chance: Chance, token: string, boundTo: string): number | undefined {
  const offset = Number(token.split(':', 1)[0]);
  return Number.isSafeInteger(offset) && pageToken(chance, offset, boundTo) === token ? offset : undefined;
}
