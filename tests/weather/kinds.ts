/** How far a request gets before it is disturbed: a row says it, so that nobody takes a lost answer for a lost request. */
export type Reach = 'lost-before-the-tenant' | 'lost-after-the-tenant' | 'served';

/** What becomes of a disturbed exchange. */
export type Disturbance =
  /** The connection ends in place of an answer: orderly (FIN) or not (RST). */
  | { readonly does: 'hang-up'; readonly by: 'reset' | 'end' }
  /** A gateway answers in the place of the tenant. */
  | {
      readonly does: 'answer';
      readonly status: number;
      readonly title: string;
      readonly retryAfter?: 'seconds' | 'date';
    }
  /** The answer breaks off: in its head, or in its body, whose length was told or which comes in chunks. */
  | { readonly does: 'cut'; readonly where: 'head' | 'body' | 'chunks'; readonly by: 'reset' | 'end' }
  /** Everything comes late: on its way to the tenant or back. */
  | { readonly does: 'delay'; readonly leg: 'request' | 'answer' }
  /** The connection is closed without a word soon after a whole answer. */
  | { readonly does: 'close-kept' }
  /** The body comes in another form: a content coding, or chunks of odd sizes. */
  | { readonly does: 'recode'; readonly as: 'gzip' | 'deflate' | 'br' | 'chunks' }
  /** Fields of a gateway's own, and names in other letters. */
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

/** What can happen to an exchange between a client and a tenant that conforms. */
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
