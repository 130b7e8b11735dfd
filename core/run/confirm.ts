import type { CaseOutcome } from './case.ts';
import type { CaseRunner } from './doing.ts';
import type { CheckHost } from './host.ts';
import type { Red } from './search.ts';

/** Number of repetitions with time for each change, before the propagation delay counts as the reason of a finding. */
const carefulLooks = 3;
/** Number of runs in which a finding must appear if it disappears when control operations are carried out twice. */
const enoughDoings = 5;

/** The result of a second look at a red case. */
export interface Confirmation {
  /** Whether the finding appeared again; undefined if the case was not repeated. */
  readonly confirmed: boolean | undefined;
  /** The reason why the case shows nothing after all. */
  readonly excuse?: string;
}

/** Looks again at a red case before it is reported, and finds out whether it really breaks this requirement. */
export async function confirm<Need, Scene>(
  red: Red,
  runner: CaseRunner<Need, Scene>,
  host: CheckHost<Need, Scene>,
): Promise<Confirmation> {
  const { finding } = red;
  const { patience } = host;
  const subject = `${finding.subject} ${finding.observed}`;
  const shows = (outcome: CaseOutcome): boolean =>
    outcome.findings.some(({ requirement }) => requirement === finding.requirement);
  const again = (repeatOperations: boolean, givesTime?: boolean): Promise<CaseOutcome | undefined> => {
    const work = (): Promise<CaseOutcome | undefined> => runner.runWithNewActors(red.given, { repeatOperations });
    return patience === undefined ? work() : patience.anew(work, givesTime);
  };
  const propagationExcuse = `${subject}, but not when the case was repeated with time for each change to take effect everywhere: at this tenant changes take a while at some of its servers`;
  // a control may report an operation as done that it did not carry out
  const doubtsControl = host.controlMayFail === true && changesState(red.outcome);
  let confirmed: boolean | undefined;
  for (let look = 1; look <= carefulLooks; look++) {
    const outcome = await again(doubtsControl);
    if (outcome === undefined) return { confirmed: undefined };
    confirmed = shows(outcome);
    if (confirmed) return (await appearsOnlyInHaste()) ? { confirmed, excuse: propagationExcuse } : { confirmed };
    if (patience?.slow !== true && patience?.mayBeSlow !== true) break;
  }
  if (red.hurried) {
    return { confirmed, excuse: `${subject} after a shortened wait, but not when the case was repeated` };
  }
  if (doubtsControl) {
    for (let doing = 2; doing <= enoughDoings; doing++) {
      const outcome = await again(false);
      if (outcome === undefined || !shows(outcome)) {
        return {
          confirmed: false,
          excuse: `${subject}, but not when the case was repeated with each control operation repeated`,
        };
      }
    }
    return { confirmed: true };
  }
  if (patience?.slow === true) return { confirmed, excuse: propagationExcuse };
  // one of several servers may not have known a change yet, and a repetition may meet it at another moment
  return patience?.mayBeSlow === true
    ? { confirmed, excuse: `${subject}, but not when the case was repeated` }
    : { confirmed };

  /**
   * Reports whether the finding appears only without time for each change, while it is not known yet whether changes
   * take a while. Two servers may have answered in turn so that each change was seen at once by chance. A finding that
   * does not appear with this time is looked at once more without it, because a race may also be lost by chance.
   */
  async function appearsOnlyInHaste(): Promise<boolean> {
    if (patience?.mayBeSlow !== true) return false;
    for (let look = 1; look <= carefulLooks; look++) {
      const outcome = await again(doubtsControl, true);
      if (outcome === undefined) return false;
      if (!shows(outcome)) continue;
      patience.recordCarefulLook(true);
      return false;
    }
    const outcome = await again(doubtsControl);
    const isSeen = outcome !== undefined && shows(outcome);
    if (isSeen) patience.recordCarefulLook(false);
    return isSeen;
  }
}

/** Reports whether the control carried out an operation in this case. Harmless operations may be repeated. */
function changesState({ journal }: CaseOutcome): boolean {
  return journal.entries.some((entry) => 'operation' in entry);
}
