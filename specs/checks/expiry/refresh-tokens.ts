import fc from 'fast-check';
import { lasting } from '../../../core/wording.ts';
import { legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { respectsLifetime } from '../../expectations/lifetime.ts';
import { agreesOnBothSides, bothSides, refreshLifetimeProbes } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { bystanders, codeGrants, refreshLifetime, renewedGrants } from './issuing.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** Thirty days each, so that each month, and any change to summer time and back, is among them; then the leap day of 2028. */
const starts = [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 510] as const;

const first = { early: 'EXP-11', late: 'EXP-12' } as const;
const renewed = { early: 'EXP-13', late: 'EXP-14' } as const;

/** How long refresh tokens last ("Delegated auth", 7; "Limits"). */
export const refreshTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/refresh-tokens-last-30-days',
    title: 'An unused refresh token is exchanged for 2592000 seconds from its issue, and not afterwards',
    proves: ['EXP-11', 'EXP-12'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 31 * day,
    gather: (scene) =>
      scene.together(
        [0, 20].map(
          (codeAge) => (part: Scene) => refreshLifetimeProbes(part, refreshLifetime, codeGrants(part, { codeAge })),
        ),
      ),
    *judge(all) {
      for (const seen of all) {
        yield* respectsLifetime(seen, handsOutTokens, first, 'a refresh with the refresh token of a code exchange');
      }
    },
  }),

  check({
    id: 'expiry/refresh-tokens-last-30-days-in-every-month',
    title: 'A refresh token lasts 2592000 seconds in every month and at either token path',
    proves: ['EXP-11', 'EXP-12'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 541 * day,
    gather: (scene) =>
      scene.together(
        starts.map((start, index) => async (part: Scene) => {
          await part.elapse(start * day, { late: day / 4 });
          const path = index % 2 === 0 ? legacyTokenPath : tokenPath;
          return { start, sides: await bothSides(part, refreshLifetime, codeGrants(part, { path })) };
        }),
      ),
    *judge(months) {
      for (const { sides } of months) {
        const subject = 'a refresh with a refresh token that was issued some months later';
        yield* agreesOnBothSides(sides, refreshLifetime, first, subject);
      }
    },
  }),

  check({
    id: 'expiry/renewed-refresh-tokens-last-30-days',
    title: 'The refresh token of a refresh lasts 2592000 seconds from its own issue, and no longer',
    proves: ['EXP-13', 'EXP-14'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 60 * day,
    // once, and several times on one day
    gather: (scene) =>
      scene.together(
        [[10 * day], [10 * day, 3600, 7200]].map(
          (pauses) => (part: Scene) => refreshLifetimeProbes(part, refreshLifetime, renewedGrants(part, pauses)),
        ),
      ),
    *judge(all) {
      for (const seen of all) {
        yield* respectsLifetime(seen, handsOutTokens, renewed, 'a refresh with a refresh token issued on day 10');
      }
    },
  }),

  check({
    id: 'expiry/renewed-refresh-tokens-last-30-days-whatever-came-before',
    title: 'The refresh token of each refresh lasts 2592000 seconds from its own issue',
    proves: ['EXP-13', 'EXP-14', 'EXP-15'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({
      pauses: fc.array(fc.constantFrom(0, 60, 1000, day, 10 * day, 15 * day, 29 * day), {
        minLength: 1,
        maxLength: 4,
      }),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
      beside: fc.constantFrom('nothing', ...bystanders),
    }),
    maxCases: 14,
    maxSeconds: 150 * day,
    describe: ({ pauses, path, beside }) =>
      `refreshed at ${path} after ${pauses.map(lasting).join(', ')}, beside ${beside}`,
    gather: (scene, { pauses, path, beside }) => {
      const prepare = renewedGrants(scene, pauses, { path, beside });
      // what has no history serves for contrast, so that it need not be waited for
      const anew = codeGrants(scene, { path });
      return bothSides(scene, refreshLifetime, (count) => (count === 1 ? anew(count) : prepare(count)));
    },
    *judge(seen, { pauses }) {
      const subject = `a refresh with the refresh token of refresh ${pauses.length}`;
      // what one refresh makes last is stated; that there is no overall limit is not
      const age = pauses.reduce((sum, pause) => sum + pause, 0);
      const requirements = age < refreshLifetime ? renewed : { ...renewed, early: 'EXP-15' as const };
      yield* agreesOnBothSides(seen, refreshLifetime, requirements, subject);
    },
  }),
];
