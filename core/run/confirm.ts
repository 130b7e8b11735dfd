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
  const again = (repeatOperations: boolean): Promise<CaseOutcome | undefined> => {
    const work = (): Promise<CaseOutcome | undefined> => doer.settleAnew(red.given, { repeatOperations });
    return patience === undefined ? work() : patience.anew(work);
  };
  // a control may say that it did what it did not do
  const doubts = host.controlMayFail === true && changesState(red.outcome);
  let confirmed: boolean | undefined;
  for (let look = 1; look <= carefulLooks; look++) {
    const outcome = await again(doubts);
    if (outcome === undefined) return { confirmed: undefined };
    confirmed = shows(outcome);
    if (confirmed) return { confirmed };
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
  if (patience?.slow === true) {
    return {
      confirmed,
      excuse: `${subject}, but not when the case was repeated with time for each change to take effect everywhere: at this tenant a change was seen only at a second look`,
    };
  }
  return { confirmed };
}

/** Whether the operator did something in this case that may be repeated without harm. */
function changesState({ journal }: CaseOutcome): boolean {
  return journal.entries.some((entry) => 'operation' in entry);
}
