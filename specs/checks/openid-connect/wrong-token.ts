import fc from 'fast-check';
import { notApplicable } from '../../../core/judgement.ts';
import type { IdTokenSpec } from '../../../generators/id-token-spec.ts';
import { describeIdToken, isJws } from '../../../generators/id-token-spec.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { contrastWith, idTokenNeeds, idTokenStage } from '../../expectations/id-token.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { isClientError, refusedAsClientError, refusedByContrast } from '../../expectations/refusal.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Returns a check that ID tokens that are wrong in one way are answered with 401 while right ones of the same user are
 * served.
 */
export function wrongTokenCheck(of: {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly tokens: fc.Arbitrary<IdTokenSpec>;
  readonly maxCases?: number;
}): SuiteCheck {
  const { id, title, requirement, tokens, maxCases } = of;
  return check({
    id,
    title,
    proves: [requirement],
    needs: idTokenNeeds,
    cases: objectOf({ spec: tokens, listing: fc.nat(4) }),
    ...(maxCases === undefined ? {} : { maxCases }),
    describe: ({ spec }) => describeIdToken(spec),
    arrange: idTokenStage,
    gather: (scene, { spec, listing }, stage) => contrastWith(scene, stage, listing, spec),
    *judge({ path, what, wrong, right }, { spec }) {
      const subject = `GET ${path} with ${what}`;
      // a token that is no JSON Web Signature may be refused as malformed (RFC 7515, sections 3.1 and 4.1.1)
      if (isJws(spec)) yield* refusedByContrast(wrong, right, requirement, subject);
      else if (requirement === 'OIC-22' || accepted(wrong) || isClientError(wrong))
        yield* refusedAsClientError(wrong, right, requirement, subject);
      else yield notApplicable('OIC-22 judges how a malformed token is refused');
    },
  });
}
