import type fc from 'fast-check';
import type { Exchange } from '../../core/exchange.ts';
import { notApplicable } from '../../core/judgement.ts';
import { anApp, aUser } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { creatorIn, creatorPointer } from '../../drivers/world/write-probe.ts';
import type { ActorKind, ReachStory } from '../../generators/reach-story.ts';
import { actorNamed, describeStory } from '../../generators/reach-story.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check, premise } from '../check.ts';
import type { Identity } from '../expectations/attribution.ts';
import { identityOf, isAttributedTo, isNamedIn } from '../expectations/attribution.ts';
import type { RequirementId } from '../requirements/index.ts';
import { ReachActors } from './reach-actors.ts';

interface WrittenRecord {
  readonly who: number;
  readonly written: Exchange;
  /** Whether its user had been suspended and un-suspended before. */
  readonly isBack: boolean;
}

/** The records that were created in a story, with the numbers of their creators. Plain data. */
interface Written {
  readonly records: readonly WrittenRecord[];
  readonly actors: readonly Identity[];
  readonly bystanders: readonly Identity[];
  readonly pointer: string;
}

/** The definition of a check that plays stories of actors who create records. Each record must name its creator. */
interface AttributionCheck extends CheckRow {
  readonly cases: fc.Arbitrary<ReachStory>;
  readonly maxCases: number;
  readonly maxSeconds?: number;
}

/**
 * The requirement on the creator that a record names, by the kind of the creator ("Authentication", the table of
 * methods).
 */
const saidBy: Readonly<Record<ActorKind, RequirementId>> = {
  app: 'CCR-15',
  'user with a key': 'KEY-05',
  'user of an app': 'DEL-33',
  'user with an ID token': 'OIC-23',
  user: 'KEY-05',
};

export function attributionCheck(definition: AttributionCheck): SuiteCheck {
  const judged = new Set(definition.proves);
  return check({
    ...definition,
    describe: (story) => [...describeStory(story), `each created a record ${story.last ?? 'by turns'}`],
    arrange: bystandersIn,
    gather: played,
    *judge({ records, actors, bystanders, pointer }: Written, { actors: kinds }) {
      let isJudged = false;
      for (const [index, { who, written, isBack }] of records.entries()) {
        const requirement = isBack && judged.has('LIF-16') ? 'LIF-16' : saidBy[kinds[who] ?? 'user'];
        const actor = actors[who];
        if (actor === undefined || !judged.has(requirement)) continue;
        isJudged = true;
        const others = [...actors.filter((other) => other !== actor), ...bystanders];
        const earlier = records.slice(0, index).flatMap((one) => (one.who === who ? [one.written] : []));
        if (requirement === 'LIF-16') {
          if (!(yield* premise(isNamedIn(earlier, pointer, actor), `earlier records of ${actor.who} did not name it`)))
            continue;
          // the record must name the same user as before the suspension
          others.push({ who: 'somebody else', names: [creatorIn(written, pointer) ?? ''] });
        }
        yield* isAttributedTo(
          written,
          pointer,
          actor,
          others,
          requirement,
          `a record that ${actor.who} created`,
          earlier,
        );
      }
      if (!isJudged) yield notApplicable('no record was created that these requirements concern');
    },
  });
}

/** Makes an app and a user before all other actors. They do nothing in any story. */
async function bystandersIn(scene: Scene): Promise<readonly Identity[]> {
  const app = scene.supports('app.create') ? [identityOf(await anApp(scene), 'an app that did nothing')] : [];
  const user = scene.supports('user.create') ? [identityOf(await aUser(scene), 'a user who did nothing')] : [];
  return [...app, ...user];
}

async function played(scene: Scene, story: ReachStory, bystanders: readonly Identity[]): Promise<Written> {
  const made = new ReachActors(scene);
  await made.gather(story);
  await made.openForWriting();
  const back = new Set<number>();
  const write = async (who: number, part = scene): Promise<WrittenRecord[]> => {
    const written = await made.write(who, part);
    return written === undefined ? [] : [{ who, written, isBack: back.has(who) }];
  };
  const records: WrittenRecord[] = [];
  for (const who of story.actors.keys()) records.push(...(await write(who)));
  for (const step of story.steps) {
    if (step.do === 'write') records.push(...(await write(step.who)));
    else if ((await made.act(step)).length > 0 && step.do === 'unsuspend') back.add(step.who);
  }
  const last = story.actors.map((_, who) => (part: Scene) => write(who, part));
  if (story.last === 'at once') records.push(...(await scene.together(last)).flat());
  else for (const one of last) records.push(...(await one(scene)));
  const actors = made.all.map(({ who }, index) => identityOf(who, actorNamed(story.actors, index)));
  return { records, actors, bystanders, pointer: creatorPointer(scene) };
}
