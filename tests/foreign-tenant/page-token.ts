import type { Chance } from './chance.ts';

/**
 * The page tokens of this tenant: the offset of the next page and the token's serial number, signed. Each token is
 * valid once, and only for the actor and the query for which it was issued.
 */
export interface PageTokens {
  /** Returns a token for the page that begins at `offset`. `boundTo` names the actor and the query. */
  give(offset: number, boundTo: string): string;
  /** Returns the offset of this token's page and ends the token. Returns undefined if the token is not valid. */
  take(token: string, boundTo: string): number | undefined;
}

export function pageTokens(chance: Chance): PageTokens {
  const outstanding = new Map<string, number>();
  let given = 0;
  return {
    give(offset, boundTo) {
      given += 1;
      const token = `${offset}:${given}:${chance.sign(`${given} ${boundTo}`)}`;
      outstanding.set(token, offset);
      return token;
    },
    take(token, boundTo) {
      const [, number = ''] = token.split(':', 2);
      const offset = outstanding.get(token);
      if (offset === undefined || !token.endsWith(`:${chance.sign(`${number} ${boundTo}`)}`)) return undefined;
      outstanding.delete(token);
      return offset;
    },
  };
}
