import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import { pathOf } from '../../core/behaviour.ts';
import type { Contrast, Sending } from '../../core/steps.ts';
import type { Branch, WaitOptions } from '../../core/timeline.ts';
import { BadValue, NothingToJudge, PremiseUnmet, SuiteMistake, TestBedTrouble } from '../../core/trouble.ts';
import { mayBeRepeated } from '../client/repeatable.ts';
import type { Input, OperationName, Output } from '../control/operation.ts';
import { isIdempotent } from '../control/idempotent.ts';
import type { Inbox, InboxRecorder } from '../receiver/inbox.ts';
import type { InboxOptions, Receiver } from '../receiver/receiver.ts';
import type { Target } from '../session/target.ts';
import { grantAt } from '../survey/bad-values.ts';
import type { Lack, Survey } from '../survey/survey.ts';
import { provesOnlyLack, lackAtListing, lackAtTokenPath, lackInWords } from '../survey/survey.ts';
import { eventInTime } from './event-in-time.ts';
import type { Listing } from './listing.ts';
import { versionedListings } from './listing.ts';
import { ActorMakes } from './actor-makes.ts';
import { authorizePath } from './paths.ts';
import { Patience } from './propagation.ts';
import { isAnswer, isFollowedFrom, maxRedirects, redirectTarget } from './redirects.ts';
import type { CallOptions, RequestOfCase, RequestOptions } from './request.ts';
import type { Moment } from './send-step.ts';
import { sendStep } from './send-step.ts';
import type { Settling } from './settling.ts';
import { nowOrSettled, settle, settleWhole } from './settling.ts';
import { grantIn, StepNames } from './step-names.ts';
import type { ViewOptions } from './traverse.ts';
import { traverse } from './traverse.ts';
import type { VisitSending } from './visit-step.ts';
import { cameBack, visitStep } from './visit-step.ts';
import type { View } from './view.ts';
import { isDistinctive } from './view.ts';
import { hour } from '../../core/spans.ts';
import type { Manner } from '../../core/run/manner.ts';

/**
 * Returns the default tolerance of a wait, in seconds: by how much the wait may end late, so that other checks can
 * share its move of the clock. While access tokens are valid, the tolerance is at most 15 s and leaves a margin before
 * the tokens end. For longer waits it is a twentieth of the wait, and at most half a day.
 */
const defaultTolerance = (seconds: number): number =>
  seconds > 900 ? Math.min(seconds / 20, 12 * hour) : Math.max(Math.min(seconds / 4 + 4, 15, 890 - seconds), 0.25);

/** Operations whose effect must be visible at once, or that change nothing on which another call depends. */
const seenAtOnce: ReadonlySet<OperationName> = new Set(['clock.now', 'clock.advance', 'app.archive', 'event.trigger']);

/** Helpers that all scenes of a target share. Each works once per target, in scenes of its own. */
export interface Surroundings {
  /** Sends good requests right after a disturbed answer. */
  readonly contrastAfter: (beside: Scene, path: string) => Promise<Contrast>;
  /** Returns the five listings, with the path at which this tenant serves the assay results. */
  readonly listings: () => Promise<readonly Listing[]>;
}

/** The context of a scene, and the manner in which its case is done. */
export interface SceneParts {
  readonly surroundings: Surroundings;
  /** The patience of the check. */
  readonly patience?: Patience;
  /** The work for the end of the case, shared with the scene that this scene is a part of. */
  readonly endings?: (() => Promise<void>)[];
  readonly names?: StepNames;
  readonly makes?: ActorMakes;
  readonly manner?: Manner;
  /** Whether each request is sent once and is no step of the case: for requests in addition to the case. */
  readonly isBeside?: boolean;
  /**
   * The requirements that the check proves. If one of them demands that something is served, the check may ask for it
   * even if it is not served.
   */
  readonly proves?: ReadonlySet<string>;
}

/**
 * The environment of a case: recorded requests, the control, and time. The functions that make actors are in
 * `actors.ts`.
 */
export class Scene {
  readonly target: Target;
  readonly journal: Journal;
  /** Says how the users and apps of this scene are named, and which extras are made for them. */
  readonly makes: ActorMakes;
  readonly #branch: Branch;
  readonly #began: number;
  readonly #surroundings: Surroundings;
  readonly #patience: Patience;
  readonly #endings: (() => Promise<void>)[];
  readonly #names: StepNames;
  readonly #manner: Manner;
  readonly #isBeside: boolean;
  readonly #proves: ReadonlySet<string> | undefined;

  constructor(target: Target, journal: Journal, branch: Branch, began: number, parts: SceneParts) {
    const { manner = {}, patience = new Patience(target.delays), endings = [], isBeside = false, proves } = parts;
    this.target = target;
    this.journal = journal;
    this.#branch = branch;
    this.#began = began;
    this.#surroundings = parts.surroundings;
    this.#patience = patience;
    this.#endings = endings;
    this.#manner = manner;
    this.#names = parts.names ?? new StepNames(manner.staging === true ? 'staging' : 'at first');
    this.makes = parts.makes ?? new ActorMakes(manner.namesSeed, manner.drawsExtras);
    this.#isBeside = isBeside;
    this.#proves = proves;
  }

  // -- requests ------------------------------------------------------------------------------------------------

  /**
   * Sends any request to the tenant, at an address that may be outside the tenant's base address. If a documented path
   * redirects to another address of the tenant, the request follows the redirect (FRE-03). The exchange at the new
   * address is returned if it answers for the path; otherwise the redirect is returned.
   */
  async send(request: RequestOfCase): Promise<Exchange> {
    const first = await this.#sendOnce(request);
    const isSentOn = redirectTarget(first) !== undefined;
    if (!isSentOn || !isFollowedFrom(request.url, this.target.settings.api.assayResultsPath)) return first;
    let last = first;
    for (let time = 0; time < maxRedirects; time++) {
      const url = redirectTarget(last);
      if (url === undefined) break;
      const note = request.note === undefined ? 'sent on' : `${request.note}, sent on`;
      last = await this.#sendOnce({ ...request, url, note });
    }
    return last === first || isAnswer(last) ? last : first;
  }

  async #sendOnce(request: RequestOfCase): Promise<Exchange> {
    await this.#waitUntilKnownEverywhere();
    const { over, mayBeUnreachable, form, ...rest } = request;
    const toSend = { headers: {}, ...rest, ...(form === undefined ? {} : { form }) };
    const { client } = this.target;
    const recorder = { journal: this.journal, began: this.#began, signal: this.#branch.ended };
    // for such a request, no answer may be the right outcome
    if (this.#isBeside || mayBeUnreachable === true) return client.send(toSend, recorder, over);
    const { realTime, settings } = this.target;
    const names = this.#names;
    const name = names.of(toSend);
    const endpoint = `${toSend.method} ${pathOf(toSend.url)}`;
    if (toSend.anew !== undefined || !mayBeRepeated(toSend)) names.after(grantIn(toSend.body ?? '') ?? endpoint);
    const sending = this.journal.steps.begin(name, endpoint, realTime.now());
    try {
      return await sendStep(toSend, sending, {
        ...this.#resendSettings(sending, () => this.contrastAfter(new URL(toSend.url).pathname)),
        send: (again) => client.send(again, recorder, over),
        sendAnew: (again) => client.sendAnew(again, recorder),
        longestSeconds: settings.limits.timeoutSeconds,
        isReplaceable: this.makesGrants,
      });
    } finally {
      sending.ended();
    }
  }

  /** Returns the settings with which a step is sent again in place. */
  #resendSettings({ key }: Sending, contrast: VisitSending['contrast']): Omit<VisitSending, 'visit' | 'hasSession'> {
    const { isDirect, silence, realTime } = this.target;
    return {
      contrast,
      pause: (ms) => this.#pause(ms),
      now: realTime.now,
      isAsIs: this.#manner.asIs?.has(key) === true,
      isDirect,
      silence,
      moment: this.#moment,
    };
  }

  /** How long a request that is first sent now may be sent again and still mean the same. */
  get #moment(): Moment {
    if (!this.#names.hasWaited) return 'any';
    return this.target.time === 'real' ? 'real' : 'short';
  }

  /** Returns a scene for requests in addition to the case: each request is sent once and is no step of the case. */
  beside(journal: Journal): Scene {
    return new Scene(this.target, journal, this.#branch, this.#began, {
      surroundings: this.#surroundings,
      patience: this.#patience,
      isBeside: true,
    });
  }

  /** Sends good requests right after a disturbed answer of this path, and returns the contrast that they show. */
  contrastAfter(path: string): Promise<Contrast> {
    return this.#surroundings.contrastAfter(this.beside(this.journal), path);
  }

  /** Calls the API with `Accept: application/json`, as the specification requires for every call. */
  call(path: string, options: CallOptions = {}): Promise<Exchange> {
    const { authorization, query, headers, method = 'GET', ...rest } = options;
    if (method === 'GET') this.requireServed((survey) => lackAtListing(survey, path), `GET ${path}`);
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return this.send({
      method,
      url: `${this.target.baseUrl}${path}${search}`,
      headers: {
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      ...rest,
    });
  }

  /**
   * Records that the suite sends no more requests to a path, because its walk through the pages there reached a limit.
   *
   * @throws PremiseUnmet always
   */
  recordCutOff(path: string, limit: string): never {
    this.journal.record({
      number: this.journal.number(),
      at: Math.round(this.target.realTime.now() - this.#began),
      ms: 0,
      request: { method: 'GET', url: `${this.target.baseUrl}${path}`, headers: {} },
      trouble: { kind: 'cut-off', message: limit },
      cutOff: { limit },
      note: 'not sent',
    });
    throw new PremiseUnmet(`GET ${path} was not followed to its end: ${limit}`);
  }

  /** Sends a POST to a token path with a body that is already encoded. */
  postForm(path: string, body: string, options: RequestOptions = {}): Promise<Exchange> {
    const { headers, ...rest } = options;
    this.requireServed((survey) => lackAtTokenPath(survey, path), grantAt(path, grantIn(body) ?? ''));
    return this.send({
      method: 'POST',
      url: `${this.target.baseUrl}${path}`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      ...rest,
    });
  }

  /**
   * Makes sure that the tenant serves the thing that the case is about to ask for.
   *
   * @param place its name in `manner.without`, the bad answers that the case leaves out
   * @throws NothingToJudge if this tenant serves the thing to no caller: the check of the requirement that demands it
   *   reports that
   */
  requireServed(lackIn: (survey: Survey) => Lack | undefined, place?: string): void {
    const reason = this.#reasonNotToAsk(lackIn, place);
    if (reason !== undefined) throw reason;
  }

  #reasonNotToAsk(lackIn: (survey: Survey) => Lack | undefined, place = ''): NothingToJudge | undefined {
    const bad = this.#manner.without?.get(place);
    if (bad !== undefined) return new BadValue(bad.told);
    const { survey } = this.target;
    const proves = this.#proves;
    if (survey === undefined || proves === undefined) return undefined;
    const lack = lackIn(survey);
    if (lack === undefined || provesOnlyLack(lack, proves)) return undefined;
    return new (lack.isBad === true ? BadValue : NothingToJudge)(lackInWords(lack));
  }

  /** Returns why the case must not ask a listing: the case leaves the listing out, or the listing serves no caller. */
  #reasonNotToAskListing(path: string): NothingToJudge | undefined {
    return this.#reasonNotToAsk((survey) => lackAtListing(survey, path), `GET ${path}`);
  }

  /** Returns the listings, among the five, that this tenant serves, or whose absence the check is about. */
  async listings(): Promise<readonly [Listing, ...Listing[]]> {
    return this.#servedOrThrow(await this.#surroundings.listings());
  }

  /** The listings, among the four with given paths, that this tenant serves, or whose absence the check is about. */
  get versionedListings(): readonly [Listing, ...Listing[]] {
    return this.#servedOrThrow(versionedListings);
  }

  /**
   * Returns the listing at a drawn position among the five.
   *
   * @throws NothingToJudge if this tenant does not serve the listing
   */
  async listingAt(position: number): Promise<Listing> {
    return this.#listingOrThrow(await this.#surroundings.listings(), position);
  }

  /** As {@link listingAt}, among the four listings whose paths are given. */
  versionedListingAt(position: number): Listing {
    return this.#listingOrThrow(versionedListings, position);
  }

  /** Returns the listing at a fixed position among the five, or another one if this tenant does not serve that one. */
  async usualListing(position: number): Promise<Listing> {
    const listings = await this.#surroundings.listings();
    const [first] = await this.listings();
    return this.#served(listings.slice(position, position + 1))[0] ?? first;
  }

  #listingOrThrow(listings: readonly Listing[], position: number): Listing {
    const listing = listings[position % listings.length];
    if (listing === undefined) throw new SuiteMistake('there is no listing');
    this.requireServed((survey) => lackAtListing(survey, listing.path), `GET ${listing.path}`);
    return listing;
  }

  /** Reports whether this tenant serves a listing or a token path to any caller, as far as the suite knows. */
  isServed({ path }: Pick<Listing, 'path'>): boolean {
    const { survey } = this.target;
    return survey === undefined || (lackAtListing(survey, path) ?? lackAtTokenPath(survey, path)) === undefined;
  }

  /** @throws NothingToJudge if no listing is served: a loop over no listings would look like a success */
  #servedOrThrow(listings: readonly Listing[]): readonly [Listing, ...Listing[]] {
    const [first, ...others] = this.#served(listings);
    if (first !== undefined) return [first, ...others];
    const bad = listings.map(({ path }) => this.#reasonNotToAskListing(path)).find((one) => one instanceof BadValue);
    throw bad ?? new NothingToJudge('none of the listings is served: see LST-01 to LST-05');
  }

  #served(listings: readonly Listing[]): readonly Listing[] {
    return listings.filter(({ path }) => this.#reasonNotToAskListing(path) === undefined);
  }

  /** Returns all pages of a listing, as one actor sees them. */
  view(listing: Listing, authorization: string | undefined, options: ViewOptions = {}): Promise<View> {
    return traverse(this, listing, authorization, options);
  }

  /**
   * Runs the work on one connection of its own, which is closed afterwards. If the tenant closes the connection, a new
   * one replaces it.
   */
  onOneConnection<T>(work: (over: Dispatcher) => Promise<T>): Promise<T> {
    return this.onConnections(1, ([over]) => work(over!));
  }

  /** Runs the work on `count` connections of its own, which are closed afterwards. */
  onConnections<T>(count: number, work: (connections: readonly Dispatcher[]) => Promise<T>): Promise<T> {
    return this.target.client.onConnections(count, work);
  }

  /** Whether a change may take a while to become visible, according to the profile. */
  get changesTakeTime(): boolean {
    return this.target.settings.limits.propagationSeconds > 0;
  }

  get #settling(): Settling {
    const { realTime, settings } = this.target;
    return {
      patience: this.#patience,
      propagation: settings.limits.propagationSeconds * 1000,
      now: realTime.now,
      pause: (ms) => this.#pause(ms),
    };
  }

  /** Waits in real time, and leaves room for other checks meanwhile. */
  #pause(ms: number): Promise<void> {
    return this.#branch.dozing(this.target.realTime.pause(ms, this.#branch.ended));
  }

  /**
   * Looks again, in real time, until a change is visible or the profile's `limits.propagationSeconds` are over: only
   * archiving is said to take effect immediately. The last look counts.
   */
  settle<T>(look: () => Promise<T>, seen: (value: T) => boolean): Promise<T> {
    return settle(this.#settling, look, seen);
  }

  /**
   * Waits for the whole time in which a change may be visible at one server and not at another, unless all changes so
   * far were visible at once at this tenant.
   *
   * @param since time of the change, in milliseconds of the suite's clock; by default the present
   */
  settleWhole(since?: number): Promise<void> {
    return settleWhole(this.#settling, since);
  }

  /**
   * Makes an attempt that must not be made many times: at once and, if it does not succeed, once more after the change
   * must be visible everywhere.
   */
  nowOrSettled<T>(attempt: () => Promise<T>, seen: (value: T) => boolean): Promise<T> {
    return nowOrSettled(this.#settling, attempt, seen);
  }

  /** Waits until all servers of the tenant must know the last change, if the check takes care of that. */
  #waitUntilKnownEverywhere(): Promise<void> | undefined {
    if (!this.changesTakeTime || this.#isBeside) return undefined;
    const { patience, propagation, now } = this.#settling;
    const left = patience.untilKnownEverywhere(now(), propagation);
    return left > 0 ? this.#pause(left) : undefined;
  }

  // -- control and time ----------------------------------------------------------------------------------------

  supports(operation: OperationName): boolean {
    return this.target.control.supports(operation);
  }

  /** Whether the suite can have users of its own authorize apps of its own. */
  get makesGrants(): boolean {
    return this.supports('app.create') && this.supports('user.create') && this.supports('browser.authorize');
  }

  /**
   * Sends a user's browser to the tenant, through the control. The result has the number of the visit's journal entry.
   */
  async visit(input: Input<'browser.authorize'>): Promise<Output<'browser.authorize'> & { readonly number: number }> {
    await this.#waitUntilKnownEverywhere();
    const visit = async (sending: Sending | undefined) => {
      const { number, output } = await this.#operateAndRecord('browser.authorize', input, sending);
      return { ...output, number };
    };
    const arrived = await this.#asStep('browser.authorize', (sending) =>
      sending === undefined
        ? visit(sending)
        : visitStep(sending, {
            ...this.#resendSettings(sending, () => this.contrastAfter(authorizePath)),
            visit: () => visit(sending),
            hasSession: input.freshSession !== true && cameBack(this.journal, input.userId),
          }),
    );
    this.#patience.changed(this.target.realTime.now());
    return arrived;
  }

  /** Carries out an operation through the control, and records it. A browser is sent with {@link visit} instead. */
  async operate<Name extends OperationName>(operation: Name, input: Input<Name>): Promise<Output<Name>> {
    const output = await this.#operateAsStep(operation, input);
    if (this.#manner.repeatOperations === true && isIdempotent(operation)) await this.#operateAsStep(operation, input);
    if (!seenAtOnce.has(operation)) this.#patience.changed(this.target.realTime.now());
    // Any webhook may receive messages about records that other checks create. The ids are registered here, so that
    // such messages can be recognised.
    if ('ids' in output && Array.isArray(output.ids)) {
      const ids = output.ids as readonly string[];
      const isEntry = 'kind' in input && input.kind === 'entry';
      for (const id of ids) {
        this.target.receivers.resources.set(id, undefined);
        if (isEntry) this.target.receivers.kindsFor(id, 'v2.entry.created');
      }
      this.target.familiar.learn(ids.filter(isDistinctive));
    }
    if ('records' in input && Array.isArray(input.records)) {
      this.target.familiar.learn((input.records as readonly { readonly name: string }[]).map(({ name }) => name));
    }
    return output;
  }

  async #operateAsStep<Name extends OperationName>(operation: Name, input: Input<Name>): Promise<Output<Name>> {
    return this.#asStep(operation, async (sending) => (await this.#operateAndRecord(operation, input, sending)).output);
  }

  async #asStep<T>(operation: OperationName, work: (sending: Sending | undefined) => Promise<T>): Promise<T> {
    const name = this.#names.ofOperation(operation);
    const now = this.target.realTime.now();
    const sending = this.#isBeside ? undefined : this.journal.steps.begin(name, operation, now);
    try {
      return await work(sending);
    } catch (error) {
      // an operation that the control refuses is refused each time that the case is done
      if (error instanceof TestBedTrouble && error.passing && !error.refusal) sending?.disturbed('control');
      throw error;
    } finally {
      sending?.ended();
      if (operation !== 'clock.now') this.#names.after(operation);
    }
  }

  async #operateAndRecord<Name extends OperationName>(
    operation: Name,
    input: Input<Name>,
    sending: Sending | undefined,
  ): Promise<{ readonly number: number; readonly output: Output<Name> }> {
    const { realTime, control } = this.target;
    const number = this.journal.number();
    const at = Math.round(realTime.now() - this.#began);
    sending?.by(number);
    const output = await control.call(operation, input, this.#branch.ended, this.#branch.id);
    this.journal.record({ number, at, operation, input, output });
    return { number, output };
  }

  /**
   * Waits in real time for something that may come but is not expected. Meanwhile the clock may move for other checks.
   */
  async listen(seconds: number): Promise<void> {
    const listened = this.#branch.aside(this.target.realTime.pause(seconds * 1000, this.#branch.ended));
    await this.target.receivers.room.whileListening(this.journal, listened);
  }

  /**
   * Waits in real time for an event that comes by itself, such as a delivery. Returns undefined if the event does not
   * come in time. The tenant's clock stands still at first. If the wait takes long, the clock may move for other
   * checks.
   */
  until<T>(event: Promise<T>, seconds: number): Promise<T | undefined> {
    const aside = <Of>(one: Promise<Of>): Promise<Of> => this.#branch.aside(one);
    return eventInTime({ pause: this.target.realTime.pause, ended: this.#branch.ended, aside }, event, seconds);
  }

  /**
   * Waits until there is room for one more case with webhooks at this tenant. Meanwhile the clock may move for other
   * checks.
   */
  async waitForRoom(): Promise<void> {
    await this.#branch.aside(this.target.receivers.room.enter(this.journal, this.#branch.ended));
    this.atEnd(async () => this.target.receivers.room.leave(this.journal));
  }

  /** Registers work for the end of the case. The work is done whether or not the case succeeds. */
  atEnd(work: () => Promise<void>): void {
    this.#endings.push(work);
  }

  /**
   * Does the work that was registered for the end of the case. Only the code that opened the scene calls this method.
   */
  async end(): Promise<void> {
    for (const work of this.#endings.splice(0)) await work();
  }

  /** Opens an address of the suite at which the tenant can deliver, for this case only. */
  openInbox(receiver: Receiver, options: Omit<InboxOptions, keyof InboxRecorder> = {}): Inbox {
    const inbox = receiver.openInbox({
      ...options,
      number: () => this.journal.number(),
      at: () => Math.round(this.target.realTime.now() - this.#began),
      record: (delivery) => this.journal.record(delivery),
    });
    this.#branch.ended.addEventListener('abort', () => inbox.close(), { once: true });
    return inbox;
  }

  /**
   * Lets the tenant's time pass. If other checks share the tenant's clock, the wait may end late ({@link
   * defaultTolerance}) unless the options say otherwise, so that all checks together need fewer moves of the clock.
   */
  elapse(seconds: number, options: WaitOptions = {}): Promise<void> {
    this.#names.later();
    return this.#branch.elapse(seconds, { late: defaultTolerance(seconds), ...options });
  }

  /**
   * Returns the tenant's clock in seconds (any origin). Without `clock.now`, it is the suite's own clock plus the time
   * by which the tenant's clock was moved, because a movable clock also runs by itself.
   */
  async clock(): Promise<number> {
    if (!this.supports('clock.now')) return this.target.realTime.now() / 1000 + this.target.moved();
    return Date.parse((await this.operate('clock.now', {})).now) / 1000;
  }

  /**
   * Runs parts in parallel. Used instead of `Promise.all`, so that the timeline knows about the parts.
   *
   * @param names the names that the steps of the parts go on with
   */
  async together<T>(parts: readonly ((scene: Scene) => Promise<T>)[], names = this.#names): Promise<T[]> {
    const partOn = (branch: Branch, index: number): Scene =>
      new Scene(this.target, this.journal, branch, this.#began, {
        surroundings: this.#surroundings,
        patience: this.#patience,
        endings: this.#endings,
        names: new StepNames(names),
        makes: this.makes.ofPart(index),
        manner: this.#manner,
        ...(this.#proves === undefined ? {} : { proves: this.#proves }),
      });
    const results = await this.#branch.together(parts.map((part, index) => (branch) => part(partOn(branch, index))));
    names.after('parts side by side');
    return results;
  }
}
