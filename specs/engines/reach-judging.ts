import { heldWhere, isFinding } from '../../core/check.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, shows, sightOf } from '../../drivers/world/view.ts';
import type { ReachStory } from '../../generators/reach-story.ts';
import { actorNamed, tellStep } from '../../generators/reach-story.ts';
import { showsNone } from '../expectations/acceptance.ts';
import { seesAll } from '../expectations/reach.ts';
import type { Expectation, Happening, Past } from '../model/reach.ts';
import { expectedOf, judgedBy, recordsOf, sinceLook, standsBy } from '../model/reach.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import type { Looked, ReachEvidence } from './reach-evidence.ts';

const isLook = (one: Happening | Looked): one is Looked => one.do === 'look' && 'early' in one;

const wasServed = ({ early: { view } }: Looked): boolean => view.end !== 'refused';

/** What an actor was shown, of an app with its newest token. */
const shownIn = ({ early, fresh }: Looked): View => (fresh ?? early).view;

type Judged = Generator<Judgement<RequirementId, FreedomId>>;

/** Holds each look of a story against what the model says of its moment, as far as that is judged. */
export function* judgeReach(
  { actors, projects, last: manner }: ReachStory,
  { past, last }: ReachEvidence,
  judged: ReadonlySet<RequirementId>,
): Judged {
  const looks: Looked[] = [];
  const judge = (look: Looked, log: Past['log'], others: readonly Looked[]): LookJudging =>
    new LookJudging({ actors, log }, look, others, projects.length, judged);
  for (const [index, one] of past.entries()) {
    if (!isLook(one)) continue;
    yield* judge(one, past.slice(0, index), looks).judged(true);
    looks.push(one);
  }
  for (const one of last) yield* judge(one, past, [...looks, ...last]).judged(manner !== 'at once');
}

/** A record of the look's kind, and what is expected of it by which requirement. */
interface Told {
  readonly record: CreatedRecord;
  readonly project: number;
  readonly expected: Expectation;
  readonly by: RequirementId | undefined;
}

/** Whether a look shows a record where it is due, and does not where it is not the actor's. */
function isRight({ record, expected: { is } }: Told, look: Looked): boolean {
  const view = shownIn(look);
  return is === 'due' ? shows(view, record) : is === 'left' || is === 'free' || sightOf(view, record) !== 'surely';
}

/** One look, and what is to be said of it. */
class LookJudging {
  readonly #past: Past;
  readonly #look: Looked;
  /** The looks before it, and those beside it in the end. */
  readonly #looks: readonly Looked[];
  readonly #all: readonly Told[];
  /** With so many happenings the story begins. */
  readonly #opening: number;

  constructor(past: Past, look: Looked, looks: readonly Looked[], opening: number, judged: ReadonlySet<RequirementId>) {
    this.#past = past;
    this.#look = look;
    this.#looks = looks;
    this.#opening = opening;
    this.#all = recordsOf(past)
      .filter(({ record }) => record.kind === look.early.view.kind)
      .map(({ project, record }) => {
        const expected = expectedOf(past, look.who, project);
        return { record, project, expected, by: judgedBy(expected, judged) };
      });
  }

  /** @param alone whether nobody else called at the same time: what is lacking then may have gone to the other */
  *judged(alone: boolean): Judged {
    if (yield* this.#isRefused()) return;
    const foreign = [...this.#unwanted()];
    yield* foreign;
    // who is shown what is not theirs may lack what is for the same reason
    if (foreign.some(isFinding)) return;
    if (!alone) return;
    yield* this.#due();
    yield* this.#left();
  }

  /** Whether the credential itself was refused, which is judged where it served the actor before. */
  *#isRefused(): Generator<Judgement<RequirementId, FreedomId>, boolean> {
    const { early, fresh, who, path } = this.#look;
    const isAtOnce = early.view.pages.length === 1;
    // whether a new key works is a question of its own (KEY-14)
    if (!wasServed(this.#look) && isAtOnce && this.#hasNewKey()) return true;
    const stands = standsBy(this.#past, who);
    if (stands === undefined) return false;
    if (!isAtOnce || early.view.pages[0]?.response?.status !== 401) {
      if (wasServed(this.#look) && sinceLook(this.#past, who).length > 0) yield held(stands);
      return false;
    }
    // the same credential served before, or another one of the same actor does, or in the beginning one of another
    const { actors, log } = this.#past;
    const isFirst = sinceLook(this.#past, who).length === log.length;
    const isLike = (other: Looked): boolean => (isFirst ? actors[other.who] === actors[who] : other.who === who);
    const isServed =
      fresh === undefined
        ? this.#looks.some((other) => other.path === path && wasServed(other) && isLike(other))
        : fresh.view.end !== 'refused';
    if (!isServed) return false;
    const refused = lastPage(early.view);
    const subject = `${this.#subject}, with the same ${fresh === undefined ? 'credential' : 'token'} as before`;
    yield finding(stands, subject, answer(refused), 'a page', refused);
    return true;
  }

  /** Whether the actor's key was rotated, and no look has shown yet that the new one is served. */
  #hasNewKey(): boolean {
    const { log } = this.#past;
    const { who } = this.#look;
    const rotated = log.findLastIndex((one) => one.do === 'rotate the key' && one.who === who);
    return rotated >= 0 && !log.slice(rotated).some((one) => isLook(one) && one.who === who && wasServed(one));
  }

  /** Nothing of what is not the actor's is shown, in any form of call. */
  *#unwanted(): Judged {
    const { early, fresh, otherwise } = this.#look;
    const plain = [early.view, ...(fresh === undefined ? [] : [fresh.view])];
    for (const is of ['never', 'gone'] as const) {
      for (const [requirement, records] of this.#by(is)) {
        const subject = `${this.#subject}, for what is ${is === 'gone' ? 'no longer' : 'not'} its own,`;
        const tells = records.every((record) => this.#isShownTo(record, is === 'gone')) || this.#showsItsOwn();
        const found = plain.flatMap((view) => [...showsNone(view, records, requirement, subject)]);
        yield* heldWhere(tells, found);
        if (found.some(isFinding)) continue;
        if (otherwise === undefined) continue;
        // a consent has changed nothing then: it is the form that shows what only users see
        const inForms = requirement === 'CCR-20' ? 'CCR-09' : requirement;
        const asked = `${subject} asked for ${otherwise.form},`;
        yield* heldWhere(tells, showsNone(otherwise.view, records, inForms, asked));
      }
    }
  }

  /** All that is the actor's is shown. */
  *#due(): Judged {
    const { early, fresh } = this.#look;
    const known = this.#all.filter(({ expected }) => expected.is !== 'never').map(({ record }) => record);
    for (const [requirement, records] of this.#by('due')) {
      yield* seesAll(fresh ?? early, records, requirement, this.#subject, known);
      if (this.#past.actors[this.#look.who] !== 'app') continue;
      if (fresh === undefined) yield held('CCR-12');
      else {
        const shown = records.filter((record) => shows(fresh.view, record));
        yield* seesAll(early, shown, 'CCR-12', `${this.#subject}, with a token from before`, known);
      }
    }
  }

  /** What an app that was taken from a project sees of it is not said; only this. */
  *#left(): Judged {
    const { who, early, fresh } = this.#look;
    const records = this.#all.filter(({ expected }) => expected.is === 'left').map(({ record }) => record);
    if (fresh !== undefined) {
      const hidden = records.filter((record) => !shows(fresh.view, record));
      yield* showsNone(early.view, hidden, 'CCR-12', `${this.#subject}, for what a new token is not shown,`);
    }
    const before = this.#before?.look;
    const isElsewhere = sinceLook(this.#past, who).some((one) => one.do === 'grant' && one.who === who);
    if (!isElsewhere || before === undefined) return;
    const lost = records.filter((record) => !shows(before.early.view, record) && this.#isShownTo(record, true));
    const subject = `${this.#subject}, for a project that it had been taken from and was shown no more,`;
    yield* showsNone(shownIn(this.#look), lost, 'CCR-13', subject);
  }

  #by(is: 'due' | 'never' | 'gone'): Map<RequirementId, CreatedRecord[]> {
    const groups = new Map<RequirementId, CreatedRecord[]>();
    for (const one of this.#all) {
      const { record, expected, by } = one;
      if (expected.is !== is || by === undefined || (by !== expected.by && !this.#isForTheState(one))) continue;
      groups.set(by, [...(groups.get(by) ?? []), record]);
    }
    return groups;
  }

  /**
   * Whether it is for a state if a record is shown or lacking: all else is as it should be, and so was this before it, or
   * is for another of the kind where it was to change.
   */
  #isForTheState(told: Told): boolean {
    const before = this.#before;
    const { who, path } = this.#look;
    if (before === undefined || !this.#all.every((one) => one.by === told.by || isRight(one, this.#look))) return false;
    const { actors } = this.#past;
    const isThere = recordsOf(before.past).some(({ record }) => record === told.record);
    const wasDue = isThere && expectedOf(before.past, who, told.project).is === 'due';
    if (wasDue === (told.expected.is === 'due')) return isRight(told, before.look);
    return this.#looks.some((other) => {
      const expected = expectedOf(this.#past, other.who, told.project);
      const isPeer = other.path === path && other.who !== who && actors[other.who] === actors[who];
      return isPeer && expected.is === told.expected.is && isRight(told, other);
    });
  }

  /** The actor's look at the listing before, and what had come before that. */
  get #before(): { readonly look: Looked; readonly past: Past } | undefined {
    const { actors, log } = this.#past;
    const isBefore = (one: Happening | Looked): one is Looked =>
      isLook(one) && one.who === this.#look.who && one.path === this.#look.path;
    const look = log.findLast(isBefore);
    return look === undefined ? undefined : { look, past: { actors, log: log.slice(0, log.indexOf(look)) } };
  }

  /** Whether a listing of this kind showed a record before: to somebody, or to this actor. */
  #isShownTo(record: CreatedRecord, toThis: boolean): boolean {
    return this.#looks.some(
      (look) =>
        (!toThis || look.who === this.#look.who) && (shows(shownIn(look), record) || shows(look.early.view, record)),
    );
  }

  #showsItsOwn(): boolean {
    return this.#all.some((one) => one.expected.is === 'due' && isRight(one, this.#look));
  }

  get #subject(): string {
    const { who, path } = this.#look;
    const { actors, log } = this.#past;
    const since = sinceLook(this.#past, who);
    const last = since.findLast((one) => 'who' in one && one.who === who) ?? since.at(-1);
    const after = last === undefined || log.length <= this.#opening ? '' : ` after ${tellStep(actors, last)}`;
    return `GET ${path} by ${actorNamed(actors, who)}${after}`;
  }
}
