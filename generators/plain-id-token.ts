import type fc from 'fast-check';
import { rightIdTokens } from './id-token.ts';
import type { IdTokenSpec } from './id-token-spec.ts';

/** Right ID tokens that name no user except their own. Other checks judge other claims that name users (OIC-03). */
export const plainIdTokens: fc.Arbitrary<IdTokenSpec> = rightIdTokens.map((spec) => ({
  ...spec,
  claims: { ...spec.claims, sub: spec.claims.sub === 'other' ? 'opaque' : spec.claims.sub, named: {} },
}));
