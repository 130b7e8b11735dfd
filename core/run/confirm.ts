import type { CaseOutcome } from './case.ts';
import type { CaseDoer } from './doing.ts';
import type { CheckHost } from './host.ts';
import type { Red } from './search.ts';

/** How often a case is done again with care before it is believed that it only went wrong because changes take a while. */
const carefulLooks = 3;
/** In so many doings a finding has to come that an operation of the control takes away when it is done twice. */
const enoughDoings = 5;

/** What a second look at a red case says. */
export interface Confirmation {
  /** Whether the same was seen again; undefined where it was not done again. */
  readonly confirmed: boolean | undefined;
  /** Why the case shows nothing after all. */
  readonly excuse?: string;
}

/** Looks again at a red case before it is reported: is it really this requirement? */
export async function confirm<Need, Scene>(
  red: Red,
  doer: CaseDoer<Need, Scene>,
  host: CheckHost<Need, Scene>,
): Promise<Confirmation> {
  const { finding } = red;
  const { patience } = host;
  const subject = `${finding.subject} ${finding.observed}`;
  const shows = (outcome: CaseOutcome): boolean =>
    outcome.findings.some(({ requirement }) => requirement === finding.requirement);
  const again = (repeatOperations: boolean, careful?: boolean): Promise<CaseOutcome | undefined> => {
    const work = (): Promise<CaseOutcome | undefined> => doer.settleAnew(red.given, { repeatOperations });
    return patience === undefined ? work() : patience.anew(work, careful);
  };
  const excuseOfHaste = `${subject}, but not when the case was repeated with time for each change to take effect everywhere: at this tenant changes take a while at some of its servers`;
  // a control may say that it did what it did not do
  const doubts = host.controlMayFail === true && changesState(red.outcome);
  let confirmed: boolean | undefined;
  for (let look = 1; look <= carefulLooks; look++) {
    const outcome = await again(doubts);
    if (outcome === undefined) return { confirmed: undefined };
    confirmed = shows(outcome);
    if (confirmed) return (await comesOfHaste()) ? { confirmed, excuse: excuseOfHaste } : { confirmed };
    if (patience?.slow !== true) break;
  }
  if (red.hurried) {
    return { confirmed, excuse: `${subject} after a shortened wait, but not when the case was repeated` };
  }
  if (doubts) {
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
  return patience?.slow === true ? { confirmed, excuse: excuseOfHaste } : { confirmed };

  /**
   * Whether it is seen without care alone, where nothing tells yet if changes take a while: two servers may answer in turn
   * so that each change was seen at once by chance. What is not seen with care is looked at without once more, since a race
   * may as well be lost by chance.
   */
  async function comesOfHaste(): Promise<boolean> {
    if (patience?.mayBeSlow !== true) return false;
    for (let look = 1; look <= carefulLooks; look++) {
      const outcome = await again(doubts, true);
      if (outcome === undefined) return false;
      if (!shows(outcome)) continue;
      patience.lookedWithCare(true);
      return false;
    }
    const outcome = await again(doubts);
    const isSeen = outcome !== undefined && shows(outcome);
    if (isSeen) patience.lookedWithCare(false);
    return isSeen;
  }
}

/** Whether the operator did something in this case that may be repeated without harm. */
function changesState({ journal }: CaseOutcome): boolean {
  return journal.entries.some((entry) => 'operation' in entry);
}
