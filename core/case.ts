import type { Check } from './check.ts';
import { isFinding } from './check.ts';
import { Journal } from './journal.ts';
import type { Finding, Observation } from './judgement.ts';
import { Interrupted, PremiseUnmet, SuiteMistake, TestBedTrouble, Unsupported } from './trouble.ts';

/** Opens what a case works with; the journal takes down all that it does. */
export type OpenScene<Scene> = (
  journal: Journal,
) => Promise<{ readonly scene: Scene; readonly close: () => Promise<void> }>;

/** Why a case came to no judgement of its own. */
export interface Hindrance {
  readonly verdict: 'broken' | 'inconclusive' | 'not-exercised';
  readonly reason: string;
  readonly interrupted?: true;
}

export interface CaseOutcome {
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly hindrance?: Hindrance;
  readonly journal: Journal;
  /** What was gathered and judged. */
  readonly seen?: unknown;
}

/** Actors that all cases of a check share, or what kept them from being made. */
export interface Arranged {
  readonly stage: unknown;
  readonly journal: Journal;
  readonly hindrance?: Hindrance;
  readonly close: () => Promise<void>;
}

/** Makes what the cases of a check share. */
export async function arrange<Scene>(
  check: Check<string, string, unknown, Scene>,
  open: OpenScene<Scene>,
): Promise<Arranged> {
  const journal = new Journal();
  if (check.arrange === undefined) return { stage: undefined, journal, close: async () => {} };
  let close = async (): Promise<void> => {};
  try {
    const opened = await open(journal);
    close = opened.close;
    return { stage: (await check.arrange(opened.scene)) as unknown, journal, close };
  } catch (reason) {
    return { stage: undefined, journal, hindrance: hindranceOf(reason), close };
  }
}

/** Gathers and judges one case. Never throws: what goes wrong is a hindrance and says whose fault it is. */
export async function runCase<Scene>(
  check: Check<string, string, unknown, Scene>,
  open: OpenScene<Scene>,
  arranged: Arranged,
  given: unknown,
): Promise<CaseOutcome> {
  const journal = new Journal(arranged.journal);
  const findings: Finding[] = [];
  const observations: Observation[] = [];
  let hindrance = arranged.hindrance;
  let close: (() => Promise<void>) | undefined;
  let seen: unknown;
  if (hindrance !== undefined) return { findings, observations, hindrance: attributed(hindrance, journal), journal };
  try {
    const opened = await open(journal);
    close = opened.close;
    seen = (await check.gather(opened.scene, given, arranged.stage)) as unknown;
    for (const judgement of check.judge(seen, given)) {
      if (isFinding(judgement)) findings.push(provedBy(check, judgement));
      else if (judgement.kind === 'observation') observations.push(judgement);
      else if (judgement.kind === 'premise') hindrance ??= { verdict: 'inconclusive', reason: judgement.text };
    }
  } catch (reason) {
    hindrance = hindranceOf(reason);
  } finally {
    await close?.();
  }
  if (hindrance === undefined) return { findings, observations, journal, seen };
  const told = findings.length === 0 ? attributed(hindrance, journal) : hindrance;
  return { findings, observations, journal, seen, hindrance: told };
}

/** Where an actor was refused for want of a permission that could not be given, that is what was lacking. */
function attributed(hindrance: Hindrance, { lacked, exchanges }: Journal): Hindrance {
  const unclear = hindrance.verdict === 'inconclusive' && hindrance.interrupted !== true;
  const refused = exchanges.some(({ response }) => response?.status === 403 || response?.status === 404);
  if (!unclear || !refused || lacked.size === 0) return hindrance;
  const reason = `${hindrance.reason}; nothing could be granted for want of ${[...lacked].join(', ')}`;
  return { verdict: 'not-exercised', reason };
}

function provedBy(check: Pick<Check, 'id' | 'proves'>, finding: Finding): Finding {
  if (!check.proves.includes(finding.requirement)) {
    throw new SuiteMistake(`${check.id} found ${finding.requirement} broken, which it does not prove`);
  }
  return finding;
}

function hindranceOf(reason: unknown): Hindrance {
  const message = reason instanceof Error ? reason.message : String(reason);
  if (reason instanceof PremiseUnmet) return { verdict: 'inconclusive', reason: message };
  if (reason instanceof Unsupported) return { verdict: 'not-exercised', reason: message };
  if (reason instanceof TestBedTrouble) return { verdict: 'broken', reason: message };
  if (reason instanceof Interrupted) return { verdict: 'inconclusive', reason: message, interrupted: true };
  return { verdict: 'broken', reason: `the suite itself made a mistake: ${message}` };
}
