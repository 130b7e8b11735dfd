import type { Journal } from '../../core/journal.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { Silence } from '../../core/run/silence.ts';
import type { Timeline } from '../../core/timeline.ts';
import type { HttpClient } from '../client/client.ts';
import type { Control } from '../control/control.ts';
import type { ClockReading } from '../control/movable-clock.ts';
import type { FixtureGrants } from '../fixtures/fixture-grants.ts';
import { Delays } from '../world/propagation.ts';
import { Familiar } from '../world/familiar.ts';
import type { Survey } from '../survey/survey.ts';
import type { WalkLimits } from '../world/walk-limits.ts';
import type { HeldState } from './held-states.ts';
import type { Identities } from './identities.ts';
import type { ReceiverPlace } from './receiving.ts';
import type { TargetSettings } from './settings.ts';

/** Real time, which only the command reads. */
export interface RealTime {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly today: () => Date;
}

/** A second tenant, whose credentials are nobody's here and the other way round. */
export interface OtherTenant {
  readonly baseUrl: string;
  /** Where its operator can be asked too. */
  readonly control?: Control;
}

export interface TargetParts {
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly control: Control;
  /** How far its listings are followed. */
  readonly walks: WalkLimits;
  readonly timeline: Timeline;
  readonly settings: TargetSettings;
  readonly realTime: RealTime;
  /** How the tenant's time passes: its own for each check, one movable clock for all, or the real one. */
  readonly time: 'own' | 'shared' | 'real';
  /** Whether no other check uses the tenant at the same time, although its clock is not of its own. */
  readonly alone?: boolean;
  /** The longest that may really be waited, in seconds; 0 where waiting was not allowed. */
  readonly allowedWait: number;
  /** Seconds by which the tenant's clock was moved so far; none unless given. */
  readonly moved?: () => number;
  /** What the tenant's clock showed when it had been moved last; it is not known unless given. */
  readonly shown?: () => ClockReading | undefined;
  /** That the tenant answers nothing at all at this moment; it is not known unless given. */
  readonly silence?: () => Silence | undefined;
  /** Base address of a second tenant, where there is one. */
  readonly other?: OtherTenant;
  /** How the grants of the fixtures are had, where there are fixtures. */
  readonly fixtureGrants?: FixtureGrants;
  /** The suite's identity providers, as far as this tenant gets to know of them. */
  readonly identities: Identities;
  /** Where its webhook deliveries are received. */
  readonly receivers: ReceiverPlace;
  /** Different for each run, so that what a run made can be told from what was there. */
  readonly runId: string;
  /** Labels for what was configured, known to every journal from the start. */
  readonly learnSecrets: (journal: Journal) => void;
}

/** A tenant that is being tested, with all by which it is reached. */
export class Target {
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly control: Control;
  readonly timeline: Timeline;
  readonly settings: TargetSettings;
  readonly realTime: RealTime;
  readonly time: TargetParts['time'];
  readonly alone: boolean;
  readonly allowedWait: number;
  readonly moved: () => number;
  readonly shown: () => ClockReading | undefined;
  readonly silence: () => Silence | undefined;
  readonly other: OtherTenant | undefined;
  readonly fixtureGrants: FixtureGrants | undefined;
  readonly identities: Identities;
  readonly receivers: ReceiverPlace;
  readonly runId: string;
  readonly learnSecrets: (journal: Journal) => void;
  readonly familiar = new Familiar();
  /** What this control cannot have of the makes of users and apps, in the words of `world/actor-makes.ts`. */
  readonly makesToAvoid = new Set<string>();
  /** What would end the states in which cases have left users and apps, where others use the tenant too. */
  readonly heldStates: HeldState[] = [];
  readonly delays: Delays;
  readonly walks: WalkLimits;
  /** What the tenant serves, once that is known. */
  survey: Survey | undefined;
  #made = 0;
  readonly #trusted = new Map<string, Promise<boolean>>();

  constructor(parts: TargetParts) {
    this.baseUrl = parts.baseUrl;
    this.client = parts.client;
    this.walks = parts.walks;
    this.control = parts.control;
    this.timeline = parts.timeline;
    this.settings = parts.settings;
    this.delays = new Delays(parts.settings.limits.propagationSeconds > 0);
    this.realTime = parts.realTime;
    this.time = parts.time;
    this.alone = parts.alone ?? parts.time === 'own';
    this.allowedWait = parts.allowedWait;
    this.moved = parts.moved ?? (() => 0);
    this.shown = parts.shown ?? (() => undefined);
    this.silence = parts.silence ?? (() => undefined);
    this.other = parts.other;
    this.fixtureGrants = parts.fixtureGrants;
    this.identities = parts.identities;
    this.receivers = parts.receivers;
    this.runId = parts.runId;
    this.learnSecrets = parts.learnSecrets;
  }

  /** Whether nothing is between the suite and the tenant that could disturb an answer: it runs in the same process. */
  get isDirect(): boolean {
    return this.control.kind === 'embedded';
  }

  /** A name that nobody else has, by which what the suite made can be recognised. */
  name(what: string): string {
    return `labconform ${this.runId} ${what} ${++this.#made}`;
  }

  /**
   * Makes sure once that a configured credential works at all, before anything is judged by it.
   *
   * @throws PremiseUnmet where it does not: that is more likely a mistake of the configuration than of the tenant
   */
  async trust(what: string, works: () => Promise<boolean>): Promise<void> {
    let trusted = this.#trusted.get(what);
    if (trusted === undefined) this.#trusted.set(what, (trusted = works()));
    if (!(await trusted))
      throw new PremiseUnmet(
        `${what} is refused by the tenant: check that it is current, and replace it in the profile or its variable if it is not`,
      );
  }
}
