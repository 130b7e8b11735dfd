/**
 * The point at which an exchange is disturbed. Each kind names it, because a lost answer differs from a lost request.
 */
export type Reach = 'lost-before-the-tenant' | 'lost-after-the-tenant' | 'served';

/** The disturbance of an exchange. */
export type Disturbance =
  /** The connection ends instead of an answer: in order (FIN) or not (RST). */
  | { readonly does: 'hang-up'; readonly by: 'reset' | 'end' }
  /** A gateway answers instead of the tenant. */
  | {
      readonly does: 'answer';
      readonly status: number;
      readonly title: string;
      readonly retryAfter?: 'seconds' | 'date';
    }
  /** The answer breaks off: in its head, in a body with a `Content-Length`, or in a body in chunks. */
  | { readonly does: 'cut'; readonly where: 'head' | 'body' | 'chunks'; readonly by: 'reset' | 'end' }
  /** The request or the answer is delayed. */
  | { readonly does: 'delay'; readonly leg: 'request' | 'answer' }
  /** The connection is closed without notice soon after a whole answer. */
  | { readonly does: 'close-kept' }
  /** The body comes in another form: with a content coding, or in chunks. */
  | { readonly does: 'recode'; readonly as: 'gzip' | 'deflate' | 'br' | 'chunks' }
  /** A gateway adds fields, and may change the letter case of names. */
  | { readonly does: 'decorate' };

export interface Kind {
  readonly id: string;
  readonly reach: Reach;
  readonly disturbance: Disturbance;
}

const hangUp = (by: 'reset' | 'end'): Disturbance => ({ does: 'hang-up', by });
const cut = (where: 'head' | 'body' | 'chunks', by: 'reset' | 'end'): Disturbance => ({ does: 'cut', where, by });
const answer = (status: number, title: string, retryAfter?: 'seconds' | 'date'): Disturbance => ({
  does: 'answer',
  status,
  title,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** The kinds of disturbance that can happen between a client and a conforming tenant. */
export const kinds: readonly Kind[] = [
  { id: 'reset-before', reach: 'lost-before-the-tenant', disturbance: hangUp('reset') },
  { id: 'reset-after', reach: 'lost-after-the-tenant', disturbance: hangUp('reset') },
  { id: 'end-before', reach: 'lost-before-the-tenant', disturbance: hangUp('end') },
  { id: 'end-after', reach: 'lost-after-the-tenant', disturbance: hangUp('end') },
  { id: 'cut-head', reach: 'lost-after-the-tenant', disturbance: cut('head', 'end') },
  { id: 'cut-body', reach: 'lost-after-the-tenant', disturbance: cut('body', 'end') },
  { id: 'cut-body-reset', reach: 'lost-after-the-tenant', disturbance: cut('body', 'reset') },
  { id: 'cut-chunks', reach: 'lost-after-the-tenant', disturbance: cut('chunks', 'end') },
  { id: '429', reach: 'lost-before-the-tenant', disturbance: answer(429, 'Too Many Requests') },
  { id: '429-seconds', reach: 'lost-before-the-tenant', disturbance: answer(429, 'Too Many Requests', 'seconds') },
  { id: '429-date', reach: 'lost-before-the-tenant', disturbance: answer(429, 'Too Many Requests', 'date') },
  { id: '502-before', reach: 'lost-before-the-tenant', disturbance: answer(502, 'Bad Gateway') },
  { id: '502-after', reach: 'lost-after-the-tenant', disturbance: answer(502, 'Bad Gateway') },
  { id: '503', reach: 'lost-before-the-tenant', disturbance: answer(503, 'Service Temporarily Unavailable') },
  { id: '504-after', reach: 'lost-after-the-tenant', disturbance: answer(504, 'Gateway Time-out') },
  { id: 'late-request', reach: 'served', disturbance: { does: 'delay', leg: 'request' } },
  { id: 'late-answer', reach: 'served', disturbance: { does: 'delay', leg: 'answer' } },
  { id: 'keep-alive-closed', reach: 'served', disturbance: { does: 'close-kept' } },
  { id: 'gzip', reach: 'served', disturbance: { does: 'recode', as: 'gzip' } },
  { id: 'deflate', reach: 'served', disturbance: { does: 'recode', as: 'deflate' } },
  { id: 'brotli', reach: 'served', disturbance: { does: 'recode', as: 'br' } },
  { id: 'chunked', reach: 'served', disturbance: { does: 'recode', as: 'chunks' } },
  { id: 'header-noise', reach: 'served', disturbance: { does: 'decorate' } },
];
