import type { Journal } from '../../core/journal.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { Silence } from '../../core/run/silence.ts';
import type { Timeline } from '../../core/timeline.ts';
import type { HttpClient } from '../client/client.ts';
import type { Control } from '../control/control.ts';
import type { ClockReading } from '../control/movable-clock.ts';
import type { FixtureGrants } from '../fixtures/fixture-grants.ts';
import { Delays } from '../world/propagation.ts';
import { KnownRecords } from '../world/known-records.ts';
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

/** A second tenant. Its credentials are unknown at the first tenant, and vice versa. */
export interface OtherTenant {
  readonly baseUrl: string;
  /** The control of the second tenant, if it has one. */
  readonly control?: Control;
}

export interface TargetParts {
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly control: Control;
  /** How far the suite follows the tenant's listings. */
  readonly walks: WalkLimits;
  readonly timeline: Timeline;
  readonly settings: TargetSettings;
  readonly realTime: RealTime;
  /** How the tenant's time passes: its own for each check, one movable clock for all, or the real one. */
  readonly time: 'own' | 'shared' | 'real';
  /** Whether no other check uses the tenant at the same time, although its clock is shared or real. */
  readonly alone?: boolean;
  /** The longest wait in real time, in seconds; 0 if waiting is not allowed. */
  readonly allowedWait: number;
  /** Seconds by which the tenant's clock was moved so far; 0 by default. */
  readonly moved?: () => number;
  /** The reading of the tenant's clock after its last move; unknown by default. */
  readonly shown?: () => ClockReading | undefined;
  /** Whether the tenant answers nothing at all at this moment; unknown by default. */
  readonly silence?: () => Silence | undefined;
  /** The second tenant, if there is one. */
  readonly other?: OtherTenant;
  /** How the grants of the fixtures are obtained, if there are fixtures. */
  readonly fixtureGrants?: FixtureGrants;
  /** The suite's identity providers, as far as this tenant learns of them. */
  readonly identities: Identities;
  /** Where the suite receives the tenant's webhook deliveries. */
  readonly receivers: ReceiverPlace;
  /** Different for each run, so that objects of this run can be distinguished from older ones. */
  readonly runId: string;
  /** Teaches a journal the labels of all configured secrets from the start. */
  readonly learnSecrets: (journal: Journal) => void;
}

/** A tenant that is being tested, and everything that is needed to reach it. */
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
  readonly familiar = new KnownRecords();
  /** The makes of users and apps that this control cannot create, in the words of `world/actor-makes.ts`. */
  readonly makesToAvoid = new Set<string>();
  /** The operations that end the states in which cases left users and apps, if other checks use the tenant too. */
  readonly heldStates: HeldState[] = [];
  readonly delays: Delays;
  readonly walks: WalkLimits;
  /** The survey of the tenant, once it is known. */
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

  /** Reports whether the tenant runs in the same process, so that nothing on the way can disturb an answer. */
  get isDirect(): boolean {
    return this.control.kind === 'embedded';
  }

  /** Returns a unique name that shows that the suite made the object. */
  name(what: string): string {
    return `labconform ${this.runId} ${what} ${++this.#made}`;
  }

  /**
   * Makes sure once that a configured credential works at all, before anything is judged by it.
   *
   * @throws PremiseUnmet if it does not: a mistake in the configuration is more likely than one of the tenant
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
