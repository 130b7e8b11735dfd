import type { Exchange } from '../../core/exchange.ts';
import type { KeyDate, Misuse } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Answer, Beside, Change, Credential, Expiry, Outcome, Reception, UserAndApp } from './vocabulary.ts';

/** An act to be done at the tenant, with the model's answer for its outcome. */
export type Action =
  | { readonly act: 'change'; readonly change: Change; readonly mayBeDeclined: boolean }
  /** A key or a client secret is replaced by a new one. */
  | { readonly act: 'rotate'; readonly old: Credential; readonly id: number; readonly mayBeDeclined: boolean }
  /** The suite's identity provider issues an ID token for a user. */
  | { readonly act: 'idToken'; readonly user: number; readonly id: number }
  | (UserAndApp & {
      readonly act: 'visit';
      readonly consent: 'grant' | 'deny';
      readonly answer: Answer;
      /** The id of the code that the visit may bring. */
      readonly code: number;
    })
  | Presenting
  /** Presentations that do not affect each other. */
  | { readonly act: 'side by side'; readonly acts: readonly Presenting[] }
  /** A pause of `seconds`, which may end up to `late` seconds later: the model's answers stay the same until then. */
  | { readonly act: 'elapse'; readonly seconds: number; readonly late: number }
  | { readonly act: 'giveKey'; readonly user: number; readonly id: number; readonly date: KeyDate }
  | ({ readonly act: 'misuse'; readonly how: Misuse } & Exchanging)
  | { readonly act: 'beside'; readonly event: Beside };

/** A credential that an app may exchange for tokens, with the client secret that it has now. */
export interface Exchanging {
  readonly credential: Credential;
  readonly secret: Credential | undefined;
}

/**
 * A presentation that shows whether the tenant has noticed a change. It is harmless: it can be repeated any number of
 * times.
 */
export interface Witness extends Exchanging {
  readonly presentation: Presentation;
  readonly answerAt: (at: Moment) => Answer;
}

export interface Presenting extends Witness {
  readonly act: 'present';
  /** The ids of the tokens that the presentation may bring. */
  readonly brings: { readonly access: number; readonly refresh: number };
  /** Finds the witnesses, for a tenant whose changes take time. */
  readonly witnesses: () => Witnesses;
}

/** The witnesses for the user and for the app of an act, if there are any. */
export interface Witnesses {
  readonly user?: Witness | undefined;
  readonly app?: Witness | undefined;
}

/** The outcome of an act. */
export interface ActionOutcome extends Omit<Reception, 'outcome'> {
  /** Whether the act was done at all. Set if the console may have declined an undescribed change (FRE-118, FRE-124). */
  readonly done?: boolean;
  /** The outcome of a presentation or a visit. */
  readonly outcome?: Outcome;
  /** Whether it brought a code or tokens that can be presented from now on. */
  readonly brought?: boolean;
  /** Whether a visit reached a page that asked for consent. */
  readonly asked?: boolean;
  /** The stated time of creation of a new key, and whether the key expires, which depends on that day. */
  readonly born?: Moment;
  readonly expires?: Expiry | undefined;
  readonly exchange?: Exchange;
  /** The outcomes of several acts. */
  readonly each?: readonly ActionOutcome[];
}

type Seen = Pick<Reception, 'outcome' | 'invalidGrant' | 'unauthorized'>;

/** Reports whether an outcome contradicts an answer. An unspecified answer is never contradicted. */
export function contradicts(answer: Answer, seen: Seen): boolean {
  if (answer.word === 'unspecified' || seen.outcome === 'unclear') return false;
  if (answer.word === 'accepted') return seen.outcome === 'refused';
  return seen.outcome === 'served' || refusedWrongly(answer, seen) !== undefined;
}

/**
 * Returns the requirement that a refusal breaks by its error name or its status, or undefined if the refusal is
 * correct.
 */
export function refusedWrongly(
  answer: Answer,
  { outcome, invalidGrant, unauthorized }: Seen,
): RequirementId | undefined {
  if (answer.word !== 'refused' || outcome !== 'refused') return undefined;
  if (invalidGrant === false && answer.invalidGrant !== undefined) return answer.invalidGrant;
  return unauthorized === false ? answer.unauthorized : undefined;
}
