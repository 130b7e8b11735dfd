import { heldIf, isFinding } from '../../core/check.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { demand, finding, held } from '../../core/judgement.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { lastPage, shows, sightOf } from '../../drivers/world/view.ts';
import type { ReachStory } from '../../generators/reach-story.ts';
import { actorNamed, describeStep } from '../../generators/reach-story.ts';
import { showsNone } from '../expectations/acceptance.ts';
import { seesAll } from '../expectations/reach.ts';
import type { Judged } from '../model/answers.ts';
import type { Expectation, Happening, Past } from '../model/reach.ts';
import { expectedOf, judgedBy, recordsOf, seenBy, sinceLook, stillValidBy } from '../model/reach.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import type { Looked, ReachEvidence } from './reach-evidence.ts';

const isLook = (one: Happening | Looked): one is Looked => one.do === 'look' && 'early' in one;

const wasServed = ({ early: { view } }: Looked): boolean => view.end !== 'refused';

/** Returns the view of a look; for an app, the view with its newest token. */
const shownIn = ({ early, fresh }: Looked): View => (fresh ?? early).view;

type Judgements = Generator<Judgement<RequirementId, FreedomId>>;

/** Compares each look of a story with the model's expectation at its moment, for the judged requirements. */
export function* judgeReach(
  { actors, projects, last: manner }: ReachStory,
  { past, last }: ReachEvidence,
  judged: Judged,
): Judgements {
  const looks: Looked[] = [];
  for (const [index, one] of past.entries()) {
    if (!isLook(one)) continue;
    const log = past.slice(0, index);
    yield* judgeLook(one, { actors, log }, looks, { judged, alone: true, opening: index <= projects.length });
    looks.push(one);
  }
  const atEnd = { judged, alone: manner !== 'at once', opening: past.length <= projects.length };
  for (const one of last) yield* judgeLook(one, { actors, log: past }, [...looks, ...last], atEnd);
}

/** A record of the look's kind, its expectation, and the requirement that demands it. */
interface ExpectedRecord {
  readonly record: CreatedRecord;
  readonly project: number;
  readonly expected: Expectation;
  readonly by: RequirementId | undefined;
}

/** Reports whether a look shows a record if it is due, and hides it if it is not the actor's. */
function isRight({ record, expected: { is } }: ExpectedRecord, look: Looked): boolean {
  const view = shownIn(look);
  return is === 'due' ? shows(view, record) : is === 'left' || is === 'free' || sightOf(view, record) !== 'surely';
}

interface Circumstances {
  readonly judged: Judged;
  /** Whether no other actor called at the same time. Otherwise, missing records may have gone to another actor. */
  readonly alone: boolean;
  /** Whether the only events so far are those that filled the projects. */
  readonly opening: boolean;
}

/**
 * Judges one look.
 *
 * @param looks the looks before it, and the other final looks
 */
function* judgeLook(
  look: Looked,
  past: Past,
  looks: readonly Looked[],
  { judged, alone, opening }: Circumstances,
): Judgements {
  const { who, path, early, fresh, otherwise } = look;
  const { actors, log } = past;
  const since = sinceLook(past, who);
  const last = since.findLast((one) => 'who' in one && one.who === who) ?? since.at(-1);
  const after = last === undefined || opening ? '' : ` after ${describeStep(actors, last)}`;
  const subject = `GET ${path} by ${actorNamed(actors, who)}${after}`;
  const all: readonly ExpectedRecord[] = recordsOf(past)
    .filter(({ record }) => record.kind === early.view.kind)
    .map(({ project, record }) => {
      const expected = expectedOf(past, who, project);
      return { record, project, expected, by: judgedBy(expected, judged) };
    });
  /** The actor's previous look at this listing. */
  const before = log.findLast((one): one is Looked => isLook(one) && one.who === who && one.path === path);

  if (yield* isRefused()) return;
  const foreign = [...unwanted()];
  yield* foreign;
  // an actor that is shown records of others may miss its own records for the same reason
  if (foreign.some(isFinding) || !alone) return;
  yield* due();
  yield* inPages();
  yield* left();

  /**
   * Judges a refusal of the credential itself, if the credential served the actor before. Returns whether the look
   * shows nothing further.
   */
  function* isRefused(): Generator<Judgement<RequirementId, FreedomId>, boolean> {
    const isAtOnce = early.view.pages.length === 1;
    // other checks judge whether a new key works (KEY-14)
    if (!wasServed(look) && isAtOnce && hasNewKey()) return true;
    const stands = stillValidBy(past, who);
    if (stands === undefined) return false;
    if (!isAtOnce || early.view.pages[0]?.response?.status !== 401) {
      if (wasServed(look) && since.length > 0) yield held(stands);
      return false;
    }
    // The refusal is judged if the same credential was served before, or another credential of the actor is served. In
    // the beginning, the credential of another actor of the same kind counts.
    const isFirst = since.length === log.length;
    const isLike = (other: Looked): boolean => (isFirst ? actors[other.who] === actors[who] : other.who === who);
    const isServed =
      fresh === undefined
        ? looks.some((other) => other.path === path && wasServed(other) && isLike(other))
        : fresh.view.end !== 'refused';
    if (!isServed) return false;
    const refused = lastPage(early.view);
    const what = `${subject}, with the same ${fresh === undefined ? 'credential' : 'token'} as before`;
    yield finding(stands, what, answer(refused), 'a page', refused);
    return true;
  }

  /** Reports whether the actor's key was rotated, and no look has shown yet that the new key is served. */
  function hasNewKey(): boolean {
    const rotated = log.findLastIndex((one) => one.do === 'rotate the key' && one.who === who);
    return rotated >= 0 && !log.slice(rotated).some((one) => isLook(one) && one.who === who && wasServed(one));
  }

  /** Judges that records of others are not shown, in any form of call. */
  function* unwanted(): Judgements {
    const plain = [early.view, ...(fresh === undefined ? [] : [fresh.view])];
    const showsItsOwn = all.some((one) => one.expected.is === 'due' && isRight(one, look));
    for (const is of ['never', 'gone'] as const) {
      for (const [requirement, records] of recordsBy(is)) {
        const what = `${subject}, for records ${is === 'gone' ? 'no longer' : 'not'} its own,`;
        const isConclusive = showsItsOwn || records.every((record) => wasShown(record, is === 'gone'));
        const found = plain.flatMap((view) => [...showsNone(view, records, requirement, what)]);
        yield* heldIf(isConclusive, found);
        if (otherwise === undefined || found.some(isFinding)) continue;
        // the plain view was right, so the consent changed nothing: it is the form that shows records of the users
        const inForms = requirement === 'CCR-20' ? 'CCR-09' : requirement;
        const asked = `${what} asked for ${otherwise.form},`;
        yield* heldIf(isConclusive, showsNone(otherwise.view, records, inForms, asked));
      }
    }
  }

  /** Judges that all records of the actor are shown. */
  function* due(): Judgements {
    const known = all.filter(({ expected }) => expected.is !== 'never').map(({ record }) => record);
    for (const [requirement, records] of recordsBy('due')) {
      yield* seesAll(fresh ?? early, records, requirement, subject, known);
      if (actors[who] !== 'app') continue;
      if (fresh === undefined) yield held('CCR-12');
      else {
        const shown = records.filter((record) => shows(fresh.view, record));
        yield* seesAll(early, shown, 'CCR-12', `${subject}, with a token from before`, known);
      }
    }
  }

  /** Judges that pages of one record show something. That they show all records is only inferred (LST-14). */
  function* inPages(): Judgements {
    const shown = all.filter(({ expected, record }) => expected.is === 'due' && shows(early.view, record));
    if (otherwise?.form !== 'in pages of one' || otherwise.view.end !== 'whole' || shown.length === 0) return;
    const { form, view } = otherwise;
    const isShown = shown.some(({ record }) => shows(view, record));
    const observed = 'lacked all that the plain listing shows';
    yield demand(isShown, seenBy(actors[who]), `${subject}, asked for ${form},`, observed, 'records', lastPage(view));
  }

  /** Judges the views of an app that was taken from a project. Most of them are unspecified; only these rules apply. */
  function* left(): Judgements {
    const records = all.filter(({ expected }) => expected.is === 'left').map(({ record }) => record);
    if (fresh !== undefined) {
      const hidden = records.filter((record) => !shows(fresh.view, record));
      yield* showsNone(early.view, hidden, 'CCR-12', `${subject}, for records hidden from a new token,`);
    }
    const isElsewhere = since.some((one) => one.do === 'grant' && one.who === who);
    if (!isElsewhere || before === undefined) return;
    const lost = records.filter((record) => !shows(before.early.view, record) && wasShown(record, true));
    const what = `${subject}, for a project that it was taken from and no longer saw,`;
    yield* showsNone(shownIn(look), lost, 'CCR-13', what);
  }

  function recordsBy(is: 'due' | 'never' | 'gone'): Map<RequirementId, CreatedRecord[]> {
    const groups = new Map<RequirementId, CreatedRecord[]>();
    for (const one of all) {
      const { record, expected, by } = one;
      if (expected.is !== is || by === undefined || (by !== expected.by && !isForTheState(one))) continue;
      groups.set(by, [...(groups.get(by) ?? []), record]);
    }
    return groups;
  }

  /**
   * Reports whether a state explains that a record is shown or missing. All other records must be as expected. This
   * record must have been as expected before, or, if its expectation has changed, it must be so for another actor of
   * the kind.
   */
  function isForTheState(expectedRecord: ExpectedRecord): boolean {
    if (before === undefined || !all.every((one) => one.by === expectedRecord.by || isRight(one, look))) return false;
    const then = { actors, log: log.slice(0, log.indexOf(before)) };
    const isThere = recordsOf(then).some(({ record }) => record === expectedRecord.record);
    const wasDue = isThere && expectedOf(then, who, expectedRecord.project).is === 'due';
    if (wasDue === (expectedRecord.expected.is === 'due')) return isRight(expectedRecord, before);
    return looks.some((other) => {
      const expected = expectedOf(past, other.who, expectedRecord.project);
      const isPeer = other.path === path && other.who !== who && actors[other.who] === actors[who];
      return isPeer && expected.is === expectedRecord.expected.is && isRight(expectedRecord, other);
    });
  }

  /** Reports whether an earlier look showed a record: to any actor, or to this actor. */
  function wasShown(record: CreatedRecord, toThis: boolean): boolean {
    return looks.some(
      (other) => (!toThis || other.who === who) && (shows(shownIn(other), record) || shows(other.early.view, record)),
    );
  }
}
