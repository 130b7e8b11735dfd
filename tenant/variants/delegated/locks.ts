import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Variant } from '../variant.ts';

function refreshTokenIn(call: Call): string | undefined {
  return call.request.method === 'POST'
    ? (new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? undefined)
    : undefined;
}

/** Variants of the answer to two identical requests at once. */
export const lockVariants: readonly Variant[] = [
  {
    id: 'delegated/one-refresh-at-a-time',
    freedoms: ['FRE-12'],
    summary:
      'While a refresh is under way, another one of the same token is answered with 429 and may be sent again at once.',
    behaviour: (normal) => {
      const underWay = new Set<string>();
      const holders = new WeakMap<Call, string>();
      return {
        rateLimit: (call) => {
          const token = refreshTokenIn(call);
          if (token === undefined) return normal.rateLimit(call);
          if (underWay.has(token)) {
            return refusal('too-many-requests', 'This token is being refreshed.', [['Retry-After', '0']]);
          }
          underWay.add(token);
          holders.set(call, token);
          return normal.rateLimit(call);
        },
        answer: async (answer, call) => {
          const token = holders.get(call);
          if (token === undefined) return normal.answer(answer, call);
          await call.tenant.pause(15, AbortSignal.timeout(1000));
          underWay.delete(token);
          return normal.answer(answer, call);
        },
      };
    },
  },
];
