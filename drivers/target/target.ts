import { jsonObject, succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { Timeline } from '../../core/timeline.ts';
import type { HttpClient } from '../client/client.ts';
import type { Control } from '../control/control.ts';
import { settledActor } from '../world/actors.ts';
import type { Listing } from '../world/listing.ts';
import { assayResultsAt, assayResultsPaths, versionedListings } from '../world/listing.ts';
import { Scene } from '../world/scene.ts';
import type { TargetSettings } from './settings.ts';

/** Real time, which only the command reads. */
export interface RealTime {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly today: () => Date;
}

export interface TargetParts {
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly control: Control;
  readonly timeline: Timeline;
  readonly settings: TargetSettings;
  readonly realTime: RealTime;
  /** How the tenant's time passes: its own for each check, one movable clock for all, or the real one. */
  readonly time: 'own' | 'shared' | 'real';
  /** The longest that may really be waited, in seconds; 0 where waiting was not allowed. */
  readonly allowedWait: number;
  /** Base address of a second tenant, where there is one. */
  readonly other?: { readonly baseUrl: string };
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
  readonly allowedWait: number;
  readonly other: { readonly baseUrl: string } | undefined;
  readonly runId: string;
  readonly learnSecrets: (journal: Journal) => void;
  #made = 0;
  #listings: Promise<readonly Listing[]> | undefined;
  readonly #trusted = new Map<string, Promise<boolean>>();

  constructor(parts: TargetParts) {
    this.baseUrl = parts.baseUrl;
    this.client = parts.client;
    this.control = parts.control;
    this.timeline = parts.timeline;
    this.settings = parts.settings;
    this.realTime = parts.realTime;
    this.time = parts.time;
    this.allowedWait = parts.allowedWait;
    this.other = parts.other;
    this.runId = parts.runId;
    this.learnSecrets = parts.learnSecrets;
  }

  /** A name that nobody else has, by which what the suite made can be recognised. */
  name(what: string): string {
    return `labconform ${this.runId} ${what} ${++this.#made}`;
  }

  /** The five listings, the assay results at the path at which this tenant has them. Found out once. */
  listings(): Promise<readonly Listing[]> {
    this.#listings ??= this.#assayResults().then((path) => [...versionedListings, assayResultsAt(path)]);
    return this.#listings;
  }

  /**
   * Makes sure once that a configured credential works at all, before anything is judged by it.
   *
   * @throws PremiseUnmet where it does not: that is more likely a mistake of the configuration than of the tenant
   */
  async trust(what: string, works: () => Promise<boolean>): Promise<void> {
    let trusted = this.#trusted.get(what);
    if (trusted === undefined) this.#trusted.set(what, (trusted = works()));
    if (!(await trusted)) throw new PremiseUnmet(`${what} is refused by the tenant: is it still good?`);
  }

  async #assayResults(): Promise<string> {
    const configured = this.settings.api.assayResultsPath;
    if (configured !== undefined) return configured;
    const journal = new Journal();
    const branch = await this.timeline.open('finding the listing of assay results');
    try {
      const scene = new Scene(this, journal, branch, this.realTime.now());
      const { authorization } = await settledActor(scene);
      const find = async (): Promise<string | undefined> => {
        for (const path of assayResultsPaths) {
          const answer = await scene.call(path, { authorization, note: 'finding the listing of assay results' });
          if (succeeded(answer) && Array.isArray(jsonObject(answer)?.['results'])) return path;
        }
        return undefined;
      };
      // an actor that was only just given access may be told at first that there is nothing
      const found = await scene.settle(find, (path) => path !== undefined);
      if (found !== undefined) return found;
    } catch {
      // without a working actor nothing can be found out; what needs the listing then says why
    } finally {
      branch.close();
    }
    return assayResultsPaths[0];
  }
}
