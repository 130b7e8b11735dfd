import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { held } from '../../core/judgement.ts';
import { inWords } from '../../core/wording.ts';
import type { Need } from '../../drivers/session/need.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { objectOf } from '../../generators/object.ts';
import type { SuiteCheck } from '../check.ts';
import { check, premise } from '../check.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted, isAccepted } from './acceptance.ts';
import { listingAt } from './open-listings.ts';

/** Real milliseconds for which a new credential is used: calls may have to wait at a tenant that limits their rate. */
const useMs = 600_000;

const ways = ['one after another', 'at once', 'over a new connection'] as const;

const bursts = fc.array(
  objectOf({
    listing: fc.nat(4),
    calls: fc.constantFrom(1, 2, 3, 6, 16),
    how: fc.constantFrom(...ways),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Defines a check that uses one credential again and again. */
export function repeatedUseCheck<Stage extends { readonly open: readonly Listing[] }>(row: {
  readonly id: string;
  readonly title: string;
  readonly proves: readonly [RequirementId];
  readonly needs: readonly Need[];
  /** The credential in the words of a finding. */
  readonly what: string;
  /** Finds the listings that serve the credential. */
  readonly arrange: (scene: Scene) => Promise<Stage>;
  /** Returns the credential of a case: the same one for all cases, or a new one. */
  readonly credential: (scene: Scene, stage: Stage) => Promise<string>;
}): SuiteCheck {
  const { what, credential, arrange, ...definition } = row;
  return check({
    ...definition,
    async arrange(scene) {
      const stage = await arrange(scene);
      // every server must know the credential before it is used again and again
      await scene.settleWhole();
      return stage;
    },
    cases: bursts,
    maxCases: 16,
    describe: (all) => all.map(({ calls, how }) => inWords`${calls} calls ${how}`).join(', then '),
    async gather(scene, all, stage) {
      const authorization = await credential(scene, stage);
      const isEnough = isUsedLongEnough(scene);
      const answers: Exchange[] = [];
      for (const { listing, calls, how } of all) {
        const { path } = listingAt(stage.open, listing);
        if (!isEnough()) answers.push(...(await burst(scene, path, authorization, calls, how)));
      }
      return answers;
    },
    *judge(answers) {
      yield* acceptedAgain(answers, row.proves[0], what);
    },
  });
}

/**
 * Returns a function that reports whether a token that is new now has been used for so long that it may soon expire.
 */
export function isUsedLongEnough({ target }: Scene): () => boolean {
  const began = target.realTime.now();
  return () => target.realTime.now() - began > useMs;
}

/** Calls with one credential, in the given way. */
export async function burst(
  scene: Scene,
  path: string,
  authorization: string,
  calls: number,
  how: (typeof ways)[number],
): Promise<Exchange[]> {
  const each = Array.from({ length: calls }, () => (part: Scene) => part.call(path, { authorization }));
  if (how === 'at once') return scene.together(each);
  const inTurn = async (over?: Dispatcher): Promise<Exchange[]> => {
    const answers: Exchange[] = [];
    for (let call = 0; call < calls; call++) answers.push(await scene.call(path, { authorization, over }));
    return answers;
  };
  return how === 'one after another' ? inTurn() : scene.onOneConnection(inTurn);
}

/** Demands that all calls are served if the first one is. Returns whether they were. */
export function* acceptedAgain(
  answers: readonly Exchange[],
  requirement: RequirementId,
  what: string,
): Generator<Judgement<RequirementId, never>, boolean> {
  const [first, ...others] = answers;
  const isNew = first !== undefined && accepted(first);
  if (!(yield* premise(isNew, `${what} was not accepted at first`))) return false;
  const refused = others.findIndex((other) => !accepted(other));
  const answered = others[refused];
  if (answered !== undefined) yield* isAccepted(answered, requirement, `call ${refused + 2} with ${what}`);
  else if (others.length > 0) yield held(requirement);
  return answered === undefined;
}
