import type fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { notApplicable } from '../../core/judgement.ts';
import { aKeyOwner, anAccessToken, anApp } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { ViewOptions } from '../../drivers/world/traverse.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { shows, sightOf } from '../../drivers/world/view.ts';
import type { LookForm, ReachCase } from '../../generators/reach-story.ts';
import { describeReachCase } from '../../generators/reach-story.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { listingAt, listingsOpenToKeys, oneOfEachKind } from '../expectations/open-listings.ts';
import type { ReachSeen } from '../expectations/reach.ts';
import type { Happening, Past } from '../model/reach.ts';
import { judgedAtEnd, isIn, sorted } from '../model/reach.ts';
import { ReachActors } from './reach-actors.ts';
import type { Looked, ReachEvidence } from './reach-evidence.ts';
import { judgeReach } from './reach-judging.ts';

/**
 * The definition of a check that plays stories of actors and projects, and compares the view of each actor with the
 * model.
 */
interface ReachCheck extends CheckRow {
  readonly cases: fc.Arbitrary<ReachCase>;
  readonly maxCases?: number;
  /** Seconds that pass in one story. */
  readonly maxSeconds?: number;
  /** Whether users look with keys. Other checks judge whether every listing serves keys. */
  readonly keys?: true;
  readonly judge?: typeof judgeReach;
}

export function reachCheck({ keys, judge = judgeReach, ...definition }: ReachCheck): SuiteCheck {
  const judged = new Set(definition.proves);
  // if there are several cases whose listings are not compared with each other, each case looks at some listings in the
  // end
  const atEach = judge !== judgeReach || definition.maxCases === 1;
  return check({
    ...definition,
    about: ({ story }) => judgedAtEnd(story, judged),
    describe: describeReachCase,
    // the listings that serve keys do not change between cases
    ...(keys === undefined ? {} : { arrange: listingsOpenToKeys, sideBySide: true }),
    gather: (scene, given, open) => play(scene, given, atEach, open),
    *judge(seen: ReachEvidence, { story }) {
      let judgedSome = false;
      for (const one of judge(story, seen, judged)) {
        // other checks judge requirements that these stories only touch
        if ('requirement' in one && !judged.has(one.requirement)) continue;
        judgedSome = true;
        yield one;
      }
      if (!judgedSome) yield notApplicable('no event of this story concerns the judged requirements');
    },
  });
}

/**
 * Plays a story at the tenant.
 *
 * @param atEach whether the final looks are at each listing, or at one of each kind
 * @param open the listings that are looked at; by default all of them
 */
async function play(
  scene: Scene,
  { story, listing, form: lastForm }: ReachCase,
  atEach: boolean,
  open?: readonly Listing[],
): Promise<ReachEvidence> {
  const actors = new ReachActors(scene);
  const past: (Happening | Looked)[] = await actors.gather(story);
  const now: Past = { actors: story.actors, log: past };
  const listings = open ?? (await scene.listings());
  const drawn = listingAt(listings, listing);
  for (const step of story.steps) {
    if (step.do === 'look' || step.do === 'look at each listing') {
      const at = !looks(step.who) ? [] : step.do === 'look' ? [drawn] : listings;
      for (const one of at) past.push(await look(scene, step.who, one));
      continue;
    }
    // an actor that is in no project cannot be taken from one
    if (step.do === 'revoke' && isIn(now, step.who, step.project) !== true) continue;
    past.push(...(await actors.act(step)));
  }
  const lookers = [...story.actors.keys()].filter(looks);
  const inTheEnd = atEach ? listings : oneOfEachKind(listings, drawn, listing);
  const parts = inTheEnd.flatMap((one) =>
    lookers.map(
      (who) => (part: Scene, over?: Dispatcher) => look(part, who, one, one === drawn ? lastForm : undefined, over),
    ),
  );
  const byTurns = async (over?: Dispatcher): Promise<Looked[]> => {
    const seen = [];
    for (const part of parts) seen.push(await part(scene, over));
    return seen;
  };
  if (story.last === 'at once') return { past, last: await scene.together(parts) };
  return { past, last: await (story.last === 'on one connection' ? scene.onOneConnection(byTurns) : byTurns()) };

  function looks(who: number): boolean {
    const { authorization, isStopped } = actors.all[who] ?? {};
    return authorization !== undefined && isStopped !== true;
  }

  /** @param form a further form of the call, in addition to the plain one */
  async function look(part: Scene, who: number, at: Listing, form?: LookForm, over?: Dispatcher): Promise<Looked> {
    const { due, gone, never, left } = sorted(now, who, at);
    const { authorization: credential = '', program } = actors.all[who] ?? {};
    const headers = program === undefined ? {} : { headers: { 'user-agent': program } };
    const options = { ...headers, over };
    const missing = (view: View): boolean => !due.every((record) => shows(view, record));
    const showing = (view: View, records: readonly CreatedRecord[]): boolean =>
      records.some((record) => shows(view, record));
    const see = (authorization: string, unwanted = gone, query?: ViewOptions['query']): Promise<View> =>
      part.settle(
        () => viewed(part, at, authorization, { ...options, query }),
        (view) =>
          (!isUnknown(view) &&
            !showing(view, unwanted) &&
            !(missing(view) && (query === undefined || view.end === 'whole'))) ||
          // a record that may never be shown is a finding even if it is shown only once: no propagation delay explains
          // it
          never.some((record) => sightOf(view, record) === 'surely'),
      );
    let early = await see(credential);
    let fresh: View | undefined;
    let latest = credential;
    if (story.actors[who] === 'app' && (missing(early) || showing(early, left))) {
      latest = await actors.renewed(who, part);
      const view = await see(latest, [...gone, ...left]);
      // the earlier token gets as much time as the new one had
      early = await see(
        credential,
        left.filter((record) => !shows(view, record)),
      );
      fresh = view;
    }
    const canBeAsked = form !== undefined && (at.kind !== 'assayResult' || !('sort' in queries[form]));
    const otherwise = canBeAsked ? { form, view: await see(credential, gone, queries[form]) } : undefined;
    const seen = async (view: View, authorization: string): Promise<ReachSeen> =>
      missing(view) ? { view, ...(await explained(part, who, at, authorization)) } : { view, sisters: [] };
    return {
      do: 'look',
      who,
      path: at.path,
      early: await seen(early, credential),
      fresh: fresh && (await seen(fresh, latest)),
      otherwise,
    };
  }

  /**
   * Reads a listing, up to three times if a key is refused: another check judges that a key is served every time
   * (KEY-17).
   */
  async function viewed(part: Scene, at: Listing, authorization: string, options: ViewOptions): Promise<View> {
    let view = await part.view(at, authorization, options);
    const further = open === undefined ? 0 : 2;
    for (let again = 0; again < further && view.end === 'refused'; again++)
      view = await part.view(at, authorization, options);
    return view;
  }

  /**
   * Reads further views if a record is missing: other listings as this actor, and this listing as another actor with
   * the same projects.
   */
  async function explained(
    part: Scene,
    who: number,
    at: Listing,
    authorization: string,
  ): Promise<Omit<ReachSeen, 'view'>> {
    const sisters: View[] = [];
    for (const other of await part.listings()) {
      if (other.kind === at.kind && other.path !== at.path) sisters.push(await part.view(other, authorization));
    }
    const { due } = sorted(now, who, at);
    const keys = part.supports('user.create') && part.supports('apiKey.create');
    const able = [...(keys ? [aKeyOwner] : []), ...(part.supports('app.create') ? [anApp] : [])];
    let witness: View | undefined;
    // an actor of the other kind comes first: a fault of a whole kind would also affect a witness of that kind
    for (const make of story.actors[who] === 'app' ? able : able.toReversed()) {
      const actor = await make(part);
      for (const project of story.projects.keys())
        if (isIn(now, who, project) === true) await actors.admit('grant', project, actor, part);
      const theirs = 'apiKey' in actor ? basic(actor.apiKey) : bearer(await anAccessToken(part, actor));
      witness = await part.settle(
        () => part.view(at, theirs, { note: 'another actor with the same projects' }),
        (view) => due.every((record) => shows(view, record)),
      );
      if (witness.end === 'whole') break;
    }
    return { sisters, witness };
  }
}

/** Reports whether a credential was refused as unknown, as a new one may be before it has propagated. */
const isUnknown = ({ pages }: View): boolean => pages[0]?.response?.status === 401;

const queries = {
  'in pages of one': { pageSize: '1' },
  sorted: { sort: 'modifiedAt:desc' },
  'in sorted pages': { sort: 'modifiedAt:asc', pageSize: '2' },
} as const satisfies Record<LookForm, Readonly<Record<string, string>>>;
