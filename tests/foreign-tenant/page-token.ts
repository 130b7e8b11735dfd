import type { Chance } from './chance.ts';

/**
 * The page tokens of this tenant: signed numbers, of where the next page begins and the how manieth token it is. Each is
 * good once, for whom it was given to and for the query that it was given for; presented otherwise it is refused.
 */
export interface PageTokens {
  /** A token for the page that begins at `offset`, for nobody but this actor and query. */
  give(offset: number, boundTo: string): string;
  /** Where the page of this token begins, or undefined where it is not good. It is no more afterwards. */
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
