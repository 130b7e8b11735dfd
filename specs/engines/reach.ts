import type fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { notApplicable } from '../../core/judgement.ts';
import type { Need } from '../../drivers/session/need.ts';
import { aKeyOwner, anAccessToken, anApp } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { ViewOptions } from '../../drivers/world/traverse.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { shows, sightOf } from '../../drivers/world/view.ts';
import type { LookForm, ReachCase, ReachStory } from '../../generators/reach-story.ts';
import { tellReachCase } from '../../generators/reach-story.ts';
import type { SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { listingAt, listingsOpenToKeys } from '../expectations/open-listings.ts';
import type { ReachSeen } from '../expectations/reach.ts';
import type { Happening, Past } from '../model/reach.ts';
import { aboutOf, isIn, sorted } from '../model/reach.ts';
import type { RequirementId } from '../requirements/index.ts';
import { ReachActors } from './reach-actors.ts';
import type { Looked, ReachEvidence } from './reach-evidence.ts';
import { judgeReach } from './reach-judging.ts';

/** A check that plays stories of who is added to what, and holds what each actor sees against the model. */
export interface ReachCheck {
  readonly id: string;
  readonly title: string;
  /** All that the model may name in these stories. */
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly Need[];
  readonly cases: fc.Arbitrary<ReachCase>;
  readonly maxCases?: number;
  /** Seconds that pass in one story. */
  readonly seconds?: number;
  /** Whether users look with keys: whether every listing serves keys is a question of its own. */
  readonly keys?: true;
  readonly judge?: typeof judgeReach;
}

export function reachCheck({
  cases,
  seconds,
  keys,
  judge = judgeReach,
  maxCases,
  ...definition
}: ReachCheck): SuiteCheck {
  const judged = new Set(definition.proves);
  return check({
    ...definition,
    cases,
    ...(maxCases === undefined ? {} : { maxCases }),
    ...(seconds === undefined ? {} : { maxSeconds: seconds }),
    about: ({ story }) => aboutOf(story, judged),
    describe: tellReachCase,
    ...(keys === undefined ? {} : { arrange: listingsOpenToKeys }),
    gather: (scene: Scene, given: ReachCase, open: readonly Listing[] | undefined) =>
      new Play(scene, given, open).played(),
    *judge(seen: ReachEvidence, { story }) {
      let judgedSome = false;
      for (const one of judge(story, seen, judged)) {
        // what these stories only touch on is shown by checks of its own
        if ('requirement' in one && !judged.has(one.requirement)) continue;
        judgedSome = true;
        yield one;
      }
      if (!judgedSome) yield notApplicable('nothing in this story is about what is judged here');
    },
  });
}

/** A story that is played at the tenant. */
class Play {
  readonly #scene: Scene;
  readonly #story: ReachStory;
  readonly #listing: number;
  readonly #form: LookForm;
  readonly #open: readonly Listing[] | undefined;
  readonly #actors: ReachActors;
  readonly #past: (Happening | Looked)[] = [];

  constructor(scene: Scene, { story, listing, form }: ReachCase, open: readonly Listing[] | undefined) {
    this.#scene = scene;
    this.#story = story;
    this.#listing = listing;
    this.#form = form;
    this.#open = open;
    this.#actors = new ReachActors(scene);
  }

  async played(): Promise<ReachEvidence> {
    const story = this.#story;
    this.#past.push(...(await this.#actors.gather(story)));
    const listings = this.#open ?? (await this.#scene.listings());
    const drawn = listingAt(listings, this.#listing);
    for (const step of story.steps) {
      if (step.do === 'look' || step.do === 'look at each listing') {
        const at = !this.#looks(step.who) ? [] : step.do === 'look' ? [drawn] : listings;
        for (const one of at) this.#past.push(await this.#look(this.#scene, step.who, one, {}));
        continue;
      }
      // who is in no project can be taken from none
      if (step.do === 'revoke' && isIn(this.#now, step.who, step.project) !== true) continue;
      this.#past.push(...(await this.#actors.act(step)));
    }
    const lookers = story.actors.map((_, index) => index).filter((index) => this.#looks(index));
    const looks = listings.flatMap((listing) =>
      lookers.map((who) => ({ who, listing, form: listing === drawn ? this.#form : undefined })),
    );
    const parts = looks.map(
      ({ who, listing, form }) =>
        (scene: Scene, over?: Dispatcher) =>
          this.#look(scene, who, listing, { form, over }),
    );
    const byTurns = async (over?: Dispatcher): Promise<Looked[]> => {
      const seen = [];
      for (const part of parts) seen.push(await part(this.#scene, over));
      return seen;
    };
    if (story.last === 'at once') return { past: this.#past, last: await this.#scene.together(parts) };
    const last = await (story.last === 'on one connection' ? this.#scene.onOneConnection(byTurns) : byTurns());
    return { past: this.#past, last };
  }

  get #now(): Past {
    return { actors: this.#story.actors, log: this.#past };
  }

  #looks(who: number): boolean {
    const { authorization, isStopped } = this.#actors.all[who] ?? {};
    return authorization !== undefined && isStopped !== true;
  }

  async #look(
    scene: Scene,
    who: number,
    listing: Listing,
    { form, over }: { readonly form?: LookForm | undefined; readonly over?: Dispatcher | undefined },
  ): Promise<Looked> {
    const past = this.#now;
    const { due, gone, never, left } = sorted(past, who, listing);
    const actor = this.#actors.all[who];
    const headers = actor?.program === undefined ? {} : { headers: { 'user-agent': actor.program } };
    const options = { ...headers, ...(over === undefined ? {} : { over }) };
    const missing = (view: View): boolean => !due.every((record) => shows(view, record));
    const showing = (view: View, records: readonly CreatedRecord[]): boolean =>
      records.some((record) => shows(view, record));
    const see = (authorization: string, unwanted = gone, query?: Readonly<Record<string, string>>): Promise<View> =>
      scene.settle(
        () => this.#view(scene, listing, authorization, query === undefined ? options : { ...options, query }),
        (view) =>
          (!isUnknown(view) && !showing(view, unwanted) && (query !== undefined || !missing(view))) ||
          // what is shown for a moment only was shown, and no delay explains it
          never.some((record) => sightOf(view, record) === 'surely'),
      );
    const credential = actor?.authorization ?? '';
    let early = await see(credential);
    let fresh: View | undefined;
    let latest = credential;
    const isApp = this.#story.actors[who] === 'app';
    if (isApp && (missing(early) || showing(early, left))) {
      latest = await this.#actors.renewed(who, scene);
      const view = await see(latest, [...gone, ...left]);
      // by now the early token has had as much time as the new one
      early = await see(
        credential,
        left.filter((record) => !shows(view, record)),
      );
      fresh = view;
    }
    const query = form === undefined ? undefined : queries[form];
    const canBeAsked = query !== undefined && (!('sort' in query) || listing.kind !== 'assayResult');
    const otherwise = canBeAsked ? { otherwise: { form: form!, view: await see(credential, gone, query) } } : {};
    const seen = async (view: View, authorization: string): Promise<ReachSeen> =>
      missing(view)
        ? { view, ...(await this.#explained(scene, past, who, listing, authorization)) }
        : { view, sisters: [] };
    return {
      do: 'look',
      who,
      path: listing.path,
      early: await seen(early, credential),
      ...(fresh === undefined ? {} : { fresh: await seen(fresh, latest) }),
      ...otherwise,
    };
  }

  /** Up to three times where a key is refused: that it is served at times only is a matter of its use (KEY-17). */
  async #view(scene: Scene, listing: Listing, authorization: string, options: ViewOptions): Promise<View> {
    let view = await scene.view(listing, authorization, options);
    for (let again = 0; again < 2 && view.end === 'refused' && this.#open !== undefined; again++)
      view = await scene.view(listing, authorization, options);
    return view;
  }

  /** Where something is missing: what other listings show this actor, and what this one shows another with the same projects. */
  async #explained(
    scene: Scene,
    past: Past,
    who: number,
    listing: Listing,
    authorization: string,
  ): Promise<Omit<ReachSeen, 'view'>> {
    const sisters: View[] = [];
    for (const other of await scene.listings()) {
      if (other.kind === listing.kind && other.path !== listing.path)
        sisters.push(await scene.view(other, authorization));
    }
    const { due } = sorted(past, who, listing);
    const keys = scene.supports('user.create') && scene.supports('apiKey.create');
    const able = [...(keys ? [aKeyOwner] : []), ...(scene.supports('app.create') ? [anApp] : [])];
    let witness: View | undefined;
    // what is wrong for all of a kind would be so for such a witness too
    for (const make of past.actors[who] === 'app' ? able : able.toReversed()) {
      const actor = await make(scene);
      for (const project of this.#story.projects.keys())
        if (isIn(past, who, project) === true) await this.#actors.admit('grant', project, actor, scene);
      const theirs = 'apiKey' in actor ? basic(actor.apiKey) : bearer(await anAccessToken(scene, actor));
      witness = await scene.settle(
        () => scene.view(listing, theirs, { note: 'somebody else with the same projects' }),
        (view) => due.every((record) => shows(view, record)),
      );
      if (witness.end === 'whole') break;
    }
    return { sisters, ...(witness === undefined ? {} : { witness }) };
  }
}

/** Whether a credential was refused, as one may be that is not known everywhere yet. */
const isUnknown = ({ pages }: View): boolean => pages[0]?.response?.status === 401;

const queries = {
  'in pages of one': { pageSize: '1' },
  sorted: { sort: 'modifiedAt:desc' },
  'in sorted pages': { sort: 'modifiedAt:asc', pageSize: '2' },
} as const satisfies Record<LookForm, Readonly<Record<string, string>>>;
