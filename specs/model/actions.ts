import type { Exchange } from '../../core/exchange.ts';
import type { KeyDate, Misuse } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Answer, Beside, Change, Credential, Expiry, Outcome, Reception, UserAndApp } from './vocabulary.ts';

/** Something that is to be done at the tenant, and what is said of its outcome. */
export type Action =
  | { readonly act: 'change'; readonly change: Change; readonly mayBeDeclined: boolean }
  /** A key or a client secret takes the place of another. */
  | { readonly act: 'rotate'; readonly old: Credential; readonly id: number; readonly mayBeDeclined: boolean }
  /** The suite's identity provider issues an ID token for a user. */
  | { readonly act: 'idToken'; readonly user: number; readonly id: number }
  | (UserAndApp & {
      readonly act: 'visit';
      readonly consent: 'grant' | 'deny';
      readonly answer: Answer;
      /** By which the code is known that it may bring. */
      readonly code: number;
    })
  | Presenting
  /** Presentations none of which changes anything for another. */
  | { readonly act: 'side by side'; readonly acts: readonly Presenting[] }
  /** As long as that, and no more than so much later, since nothing is worth something else until then. */
  | { readonly act: 'elapse'; readonly seconds: number; readonly late: number }
  | { readonly act: 'giveKey'; readonly user: number; readonly id: number; readonly date: KeyDate }
  | ({ readonly act: 'misuse'; readonly how: Misuse } & Exchanging)
  | { readonly act: 'beside'; readonly event: Beside };

/** A credential that an app may exchange for tokens, with the client secret that it has now. */
export interface Exchanging {
  readonly credential: Credential;
  readonly secret: Credential | undefined;
}

/** Something harmless by which a change can be seen to have been noticed: it can be presented any number of times. */
export interface Witness extends Exchanging {
  readonly presentation: Presentation;
  readonly answerAt: (at: Moment) => Answer;
}

export interface Presenting extends Witness {
  readonly act: 'present';
  /** By which the tokens are known that it may bring. */
  readonly brings: { readonly access: number; readonly refresh: number };
  readonly witnesses: Witnesses;
}

/** Those of the user and of the app that are to do something, as far as there are any. */
export interface Witnesses {
  readonly user?: Witness | undefined;
  readonly app?: Witness | undefined;
}

/** How an act went. */
export interface ActionOutcome extends Omit<Reception, 'outcome'> {
  /** Whether it was done at all; told where the console may have declined what is not described (FRE-118, FRE-124). */
  readonly done?: boolean;
  /** What became of a presentation or a visit. */
  readonly outcome?: Outcome;
  /** Whether it brought a code or tokens that can be presented from now on. */
  readonly brought?: boolean;
  /** Whether a visit came to a page that asked for consent. */
  readonly asked?: boolean;
  /** When a key that it brought is said to have been created, and whether it expires, which depends on the day. */
  readonly born?: Moment;
  readonly expires?: Expiry | undefined;
  readonly exchange?: Exchange;
  /** What came of each of several acts. */
  readonly each?: readonly ActionOutcome[];
}

type Seen = Pick<Reception, 'outcome' | 'invalidGrant' | 'unauthorized'>;

/** Whether an outcome is another than what is said; what is unspecified is never compared. */
export function contradicts(answer: Answer, seen: Seen): boolean {
  if (answer.word === 'unspecified' || seen.outcome === 'unclear') return false;
  if (answer.word === 'accepted') return seen.outcome === 'refused';
  return seen.outcome === 'served' || refusedWrongly(answer, seen) !== undefined;
}

/** The requirement that a refusal breaks by its name or its status; undefined where it is refused as it should be. */
export function refusedWrongly(
  answer: Answer,
  { outcome, invalidGrant, unauthorized }: Seen,
): RequirementId | undefined {
  if (answer.word !== 'refused' || outcome !== 'refused') return undefined;
  if (invalidGrant === false && answer.invalidGrant !== undefined) return answer.invalidGrant;
  return unauthorized === false ? answer.unauthorized : undefined;
}
