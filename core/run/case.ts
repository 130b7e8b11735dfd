import fc from 'fast-check';
import type { Check } from '../check.ts';
import { isFinding } from '../check.ts';
import { Journal } from '../journal.ts';
import type { Exercised } from '../exercised.ts';
import type { Finding, Observation } from '../judgement.ts';
import { seedFor } from '../seed.ts';
import {
  BadValue,
  Interrupted,
  NothingToJudge,
  PremiseUnmet,
  SuiteMistake,
  TestBedTrouble,
  Unsupported,
} from '../trouble.ts';
import type { Manner, OpenScene } from './manner.ts';

/** The reason why a case ended without a judgement of its own. */
export interface Hindrance {
  readonly verdict: 'broken' | 'inconclusive' | 'not-exercised';
  readonly reason: string;
  readonly interrupted?: true;
  /** Set if the weather kept the case from being judged, so that another case may be judged. */
  readonly weather?: true;
  /** The cause, in words that are the same for each such hindrance; absent if the reason states it. */
  readonly cause?: string;
}

export interface CaseOutcome {
  readonly findings: readonly Finding[];
  /** The requirements that the case shows to be kept. */
  readonly held: ReadonlySet<string>;
  readonly observations: readonly Observation[];
  readonly exercised: readonly Exercised[];
  readonly hindrance?: Hindrance;
  /** The reason why the case is not about the subject of its check. */
  readonly notApplicable?: string;
  /**
   * Set if a bad value is that reason. A check with only such cases is inconclusive and not `not-exercised`, because
   * nothing is lacking.
   */
  readonly isOfBadValue?: true;
  readonly journal: Journal;
  /** The data that was gathered and judged. */
  readonly seen?: unknown;
}

/** The actors that all cases of a check share, or the hindrance that kept them from being created. */
export interface Arranged {
  readonly stage: unknown;
  readonly journal: Journal;
  readonly hindrance?: Hindrance;
  readonly close: () => Promise<void>;
}

/** Creates the actors that the cases of a check share. */
export async function arrange<Scene>(
  check: Check<string, string, unknown, Scene>,
  open: OpenScene<Scene>,
  manner: Manner = {},
): Promise<Arranged> {
  const journal = new Journal();
  if (check.arrange === undefined) return { stage: undefined, journal, close: async () => {} };
  let close = async (): Promise<void> => {};
  try {
    const opened = await open(journal, { ...manner, staging: true, namesSeed: seedFor(0, check.id) });
    close = async () => {
      // closing takes back the changes of the arrangement
      journal.steps.areOver = false;
      await opened.close();
    };
    const stage: unknown = await check.arrange(opened.scene);
    journal.steps.areOver = true;
    return { stage, journal, close };
  } catch (reason) {
    return { stage: undefined, journal, hindrance: hindranceOf(reason), close };
  }
}

/**
 * Gathers and judges one case. It never throws: an error becomes a hindrance, whose verdict says where the mistake
 * lies.
 */
export async function runCase<Scene>(
  check: Check<string, string, unknown, Scene>,
  open: OpenScene<Scene>,
  arranged: Arranged,
  given: unknown,
  manner: Manner = {},
): Promise<CaseOutcome> {
  const journal = new Journal(arranged.journal);
  const findings: Finding[] = [];
  const observations: Observation[] = [];
  const exercised: Exercised[] = [];
  const namedAsHeld = new Set<string>();
  let notApplicable: string | undefined;
  let isOfBadValue = false;
  let hindrance = arranged.hindrance;
  let close: (() => Promise<void>) | undefined;
  let seen: unknown;
  if (hindrance !== undefined) {
    return { findings, held: namedAsHeld, observations, exercised, hindrance: attributed(hindrance, journal), journal };
  }
  try {
    const namesSeed = seedFor(0, `${check.id} ${fc.stringify(given)}`);
    const opened = await open(journal, { ...manner, namesSeed, drawsExtras: check.cases !== undefined });
    close = opened.close;
    seen = (await check.gather(opened.scene, given, arranged.stage)) as unknown;
    for (const judgement of check.judge(seen, given)) {
      if (isFinding(judgement)) findings.push(provedBy(check, judgement));
      else if (judgement.kind === 'observation') observations.push(judgement);
      else if (judgement.kind === 'held') {
        namedAsHeld.add(provedBy(check, judgement).requirement);
        exercised.push(...(judgement.exercised ?? []));
      } else if (judgement.kind === 'not-applicable') notApplicable ??= judgement.reason;
      else hindrance ??= { verdict: 'inconclusive', reason: judgement.text };
    }
    // the type forbids it, but a check may be written in another language
    if (seen === undefined) hindrance ??= { verdict: 'inconclusive', reason: 'nothing was gathered' };
  } catch (reason) {
    if (reason instanceof NothingToJudge) {
      notApplicable = reason.message;
      isOfBadValue = reason instanceof BadValue;
    } else hindrance = hindranceOf(reason);
  } finally {
    await close?.();
  }
  const broken = new Set(findings.map(({ requirement }) => requirement));
  const [only] = check.proves;
  const isSilent = hindrance === undefined && notApplicable === undefined;
  if (check.proves.length === 1 && isSilent) namedAsHeld.add(only);
  // if a premise does not hold, a requirement may only seem to be kept
  const held = new Set(
    hindrance === undefined ? [...namedAsHeld].filter((requirement) => !broken.has(requirement)) : [],
  );
  const outcome: CaseOutcome = {
    findings,
    held,
    observations,
    exercised: hindrance === undefined ? exercised : [],
    journal,
    seen,
    ...(notApplicable === undefined ? {} : { notApplicable }),
    ...(isOfBadValue ? { isOfBadValue } : {}),
  };
  if (hindrance === undefined) return outcome;
  return { ...outcome, hindrance: findings.length === 0 ? attributed(hindrance, journal) : hindrance };
}

/** Returns a hindrance without secrets. */
export function redacted(hindrance: Hindrance, journal: Journal): Hindrance {
  const { reason, cause } = hindrance;
  return {
    ...hindrance,
    reason: journal.redact(reason),
    ...(cause === undefined ? {} : { cause: journal.redact(cause) }),
  };
}

/** Returns the lack of a permission that could not be granted as the reason, if an actor was refused because of it. */
function attributed(hindrance: Hindrance, { lacked, exchanges }: Journal): Hindrance {
  const unclear = hindrance.verdict === 'inconclusive' && hindrance.interrupted !== true;
  const refused = exchanges.some(({ response }) => response?.status === 403 || response?.status === 404);
  if (!unclear || !refused || lacked.size === 0) return hindrance;
  const cause = `no permission could be granted without ${[...lacked].join(', ')}`;
  return { verdict: 'not-exercised', reason: `${hindrance.reason}; ${cause}`, cause };
}

function provedBy<One extends { readonly requirement: string }>(check: Pick<Check, 'id' | 'proves'>, one: One): One {
  if (!check.proves.includes(one.requirement)) {
    throw new SuiteMistake(`${check.id} judged ${one.requirement}, which it does not prove`);
  }
  return one;
}

function hindranceOf(reason: unknown): Hindrance {
  const message = reason instanceof Error ? reason.message : String(reason);
  if (reason instanceof PremiseUnmet || reason instanceof BadValue) return { verdict: 'inconclusive', reason: message };
  if (reason instanceof Unsupported || reason instanceof NothingToJudge)
    return { verdict: 'not-exercised', reason: message };
  if (reason instanceof TestBedTrouble) return { verdict: 'broken', reason: message, cause: reason.cause };
  if (reason instanceof Interrupted) return { verdict: 'inconclusive', reason: message, interrupted: true };
  return { verdict: 'broken', reason: `the suite itself failed: ${message}` };
}
