import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const hasQuery = (call: Call): boolean => call.request.target.includes('?');

/** Variants of the answer to a query string on the token path. */
export const queryVariants: readonly Variant[] = [
  {
    id: 'token-issuance/a-query-is-too-much',
    freedoms: ['FRE-31'],
    summary: 'A token request with a query string is answered with 500.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        hasQuery(call) ? refusal('internal-error', 'The tenant could not answer.') : normal.decideTokenRequest(call),
    }),
  },
];
