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
import { isAbout, lackAtListing, lackAtTokenPath, toldLack } from '../survey/survey.ts';
import { eventInTime } from './event-in-time.ts';
import type { Listing } from './listing.ts';
import { versionedListings } from './listing.ts';
import { ActorMakes } from './actor-makes.ts';
import { authorizePath } from './paths.ts';
import { Patience } from './propagation.ts';
import { isAnswer, isFollowedFrom, mostRedirects, sentOnTo } from './redirects.ts';
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
import { isTelling } from './view.ts';
import { hour } from '../../core/spans.ts';
import type { Manner } from '../../core/run/manner.ts';

/**
 * Seconds by which a wait may end late that says nothing of it, so that others share its move: while access tokens last,
 * 15 at most and not near their end; later a twentieth of it, and half a day at most.
 */
const latest = (seconds: number): number =>
  seconds > 900 ? Math.min(seconds / 20, 12 * hour) : Math.max(Math.min(seconds / 4 + 4, 15, 890 - seconds), 0.25);

/** What is to be seen at once, or changes nothing that another call depends on. */
const seenAtOnce: ReadonlySet<OperationName> = new Set(['clock.now', 'clock.advance', 'app.archive', 'event.trigger']);

/** What is done once a target, in scenes of its own, for all scenes of the target. */
export interface Surroundings {
  /** Sends good requests right after a disturbed answer. */
  readonly contrastAfter: (beside: Scene, path: string) => Promise<Contrast>;
  /** The five listings, the assay results at the path at which this tenant has them. */
  readonly listings: () => Promise<readonly Listing[]>;
}

/** What a scene is a part of, and how its case is done. */
export interface SceneParts {
  readonly surroundings: Surroundings;
  /** Of the check. */
  readonly patience?: Patience;
  /** Of the scene that this one is a part of. */
  readonly endings?: (() => Promise<void>)[];
  readonly names?: StepNames;
  readonly makes?: ActorMakes;
  readonly manner?: Manner;
  /** Each request is sent once and is no step of the case: for what is done beside it. */
  readonly isBeside?: boolean;
  /** The requirements that the check proves: it may ask where nothing is served if one of them demands that it is. */
  readonly proves?: ReadonlySet<string>;
}

/**
 * What a case works with: requests that are recorded, the control, and time. Its parts that make actors are in
 * `actors.ts`.
 */
export class Scene {
  readonly target: Target;
  readonly journal: Journal;
  /** How the users and apps are made that it makes. */
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
   * Any request to the tenant, at an address that may be outside its base address. Where a documented path leads to
   * another address of the tenant it is sent on (FRE-03): what is found there is the answer of the path, and where
   * nothing is, the redirect is.
   */
  async send(request: RequestOfCase): Promise<Exchange> {
    const first = await this.#sendOnce(request);
    const isSentOn = sentOnTo(first) !== undefined;
    if (!isSentOn || !isFollowedFrom(request.url, this.target.settings.api.assayResultsPath)) return first;
    let last = first;
    for (let time = 0; time < mostRedirects; time++) {
      const url = sentOnTo(last);
      if (url === undefined) break;
      const note = request.note === undefined ? 'sent on' : `${request.note}, sent on`;
      last = await this.#sendOnce({ ...request, url, note });
    }
    return last === first || isAnswer(last) ? last : first;
  }

  async #sendOnce(request: RequestOfCase): Promise<Exchange> {
    await this.#knownEverywhere();
    const { over, mayBeUnreachable, form, ...rest } = request;
    const toSend = { headers: {}, ...rest, ...(form === undefined ? {} : { form }) };
    const { client } = this.target;
    const recorder = { journal: this.journal, began: this.#began, signal: this.#branch.ended };
    // that no answer comes may be the right one there
    if (this.#isBeside || mayBeUnreachable === true) return client.send(toSend, recorder, over);
    const { realTime, settings } = this.target;
    const names = this.#names;
    const name = names.of(toSend);
    const endpoint = `${toSend.method} ${pathOf(toSend.url)}`;
    if (!mayBeRepeated(toSend)) names.after(grantIn(toSend.body ?? '') ?? endpoint);
    const sending = this.journal.steps.begin(name, endpoint, realTime.now());
    try {
      return await sendStep(toSend, sending, {
        ...this.#inPlace(sending, () => this.contrastAfter(new URL(toSend.url).pathname)),
        send: (again) => client.send(again, recorder, over),
        sendAnew: (again) => client.sendAnew(again, recorder),
        longestSeconds: settings.limits.timeoutSeconds,
        isReplaceable: this.makesGrants,
      });
    } finally {
      sending.ended();
    }
  }

  /** How a step is tried again in place. */
  #inPlace({ key }: Sending, contrast: VisitSending['contrast']): Omit<VisitSending, 'visit' | 'hasSession'> {
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

  /** For how long what was first sent now may be sent again and still say the same. */
  get #moment(): Moment {
    if (!this.#names.hasWaited) return 'any';
    return this.target.time === 'real' ? 'real' : 'short';
  }

  /** A scene for what is done beside the case: each request is sent once, and is none of its steps. */
  beside(journal: Journal): Scene {
    return new Scene(this.target, journal, this.#branch, this.#began, {
      surroundings: this.#surroundings,
      patience: this.#patience,
      isBeside: true,
    });
  }

  /** What good requests show right after an answer of this path was disturbed. */
  contrastAfter(path: string): Promise<Contrast> {
    return this.#surroundings.contrastAfter(this.beside(this.journal), path);
  }

  /** A call to the API with `Accept: application/json`, as the specification asks of every call. */
  call(path: string, options: CallOptions = {}): Promise<Exchange> {
    const { authorization, query, headers, method = 'GET', ...rest } = options;
    if (method === 'GET') this.asksForWhatIsServed((survey) => lackAtListing(survey, path), `GET ${path}`);
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
   * Takes down that the suite asks for nothing more of a path, since what it has gone through there is beyond a limit.
   *
   * @throws PremiseUnmet always
   */
  leaveOff(path: string, limit: string): never {
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

  /** A POST to a token path with a body that is already encoded. */
  postForm(path: string, body: string, options: RequestOptions = {}): Promise<Exchange> {
    const { headers, ...rest } = options;
    this.asksForWhatIsServed((survey) => lackAtTokenPath(survey, path), grantAt(path, grantIn(body) ?? ''));
    return this.send({
      method: 'POST',
      url: `${this.target.baseUrl}${path}`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      ...rest,
    });
  }

  /**
   * @param place by which a case may be done without it
   * @throws NothingToJudge where what is asked for is served to no caller at this tenant: the check of the
   *   requirement that demands it says so
   */
  asksForWhatIsServed(lackIn: (survey: Survey) => Lack | undefined, place?: string): void {
    const reason = this.#notToBeAsked(lackIn, place);
    if (reason !== undefined) throw reason;
  }

  #notToBeAsked(lackIn: (survey: Survey) => Lack | undefined, place = ''): NothingToJudge | undefined {
    const bad = this.#manner.without?.get(place);
    if (bad !== undefined) return new BadValue(bad.told);
    const { survey } = this.target;
    const proves = this.#proves;
    if (survey === undefined || proves === undefined) return undefined;
    const lack = lackIn(survey);
    if (lack === undefined || isAbout(lack, proves)) return undefined;
    return new (lack.isBad === true ? BadValue : NothingToJudge)(toldLack(lack));
  }

  /** Why nothing is asked of a listing: this case is done without it, or it serves nobody. */
  #notToBeAskedAt(path: string): NothingToJudge | undefined {
    return this.#notToBeAsked((survey) => lackAtListing(survey, path), `GET ${path}`);
  }

  /** Of the five listings those that this tenant serves, or whose absence is a matter of the check. */
  async listings(): Promise<readonly [Listing, ...Listing[]]> {
    return this.#someOf(await this.#surroundings.listings());
  }

  /** Of the four listings whose paths are given those that this tenant serves, or whose absence is a matter of the check. */
  get versionedListings(): readonly [Listing, ...Listing[]] {
    return this.#someOf(versionedListings);
  }

  /**
   * The listing at a drawn position among the five.
   *
   * @throws NothingToJudge where this tenant does not serve it
   */
  async listingAt(position: number): Promise<Listing> {
    return this.#drawn(await this.#surroundings.listings(), position);
  }

  /** As {@link listingAt}, among the four whose paths are given. */
  versionedListingAt(position: number): Listing {
    return this.#drawn(versionedListings, position);
  }

  /** The listing at a fixed position among the five, or another one where this tenant does not serve it. */
  async usualListing(position: number): Promise<Listing> {
    const listings = await this.#surroundings.listings();
    const [first] = await this.listings();
    return this.#served(listings.slice(position, position + 1))[0] ?? first;
  }

  #drawn(listings: readonly Listing[], position: number): Listing {
    const listing = listings[position % listings.length];
    if (listing === undefined) throw new SuiteMistake('there is no listing');
    this.asksForWhatIsServed((survey) => lackAtListing(survey, listing.path), `GET ${listing.path}`);
    return listing;
  }

  /** Whether this tenant serves a listing or a token path to anybody, as far as is known. */
  isServed({ path }: Pick<Listing, 'path'>): boolean {
    const { survey } = this.target;
    return survey === undefined || (lackAtListing(survey, path) ?? lackAtTokenPath(survey, path)) === undefined;
  }

  /** @throws NothingToJudge where there is none: a loop over none would look as if all had gone well */
  #someOf(listings: readonly Listing[]): readonly [Listing, ...Listing[]] {
    const [first, ...others] = this.#served(listings);
    if (first !== undefined) return [first, ...others];
    const bad = listings.map(({ path }) => this.#notToBeAskedAt(path)).find((one) => one instanceof BadValue);
    throw bad ?? new NothingToJudge('none of the listings is served: see LST-01 to LST-05');
  }

  #served(listings: readonly Listing[]): readonly Listing[] {
    return listings.filter(({ path }) => this.#notToBeAskedAt(path) === undefined);
  }

  /** All pages of a listing, as one actor sees them. */
  view(listing: Listing, authorization: string | undefined, options: ViewOptions = {}): Promise<View> {
    return traverse(this, listing, authorization, options);
  }

  /** Work on one connection of its own, which is closed afterwards. Where the tenant closes it, another takes its place. */
  onOneConnection<T>(work: (over: Dispatcher) => Promise<T>): Promise<T> {
    return this.onConnections(1, ([over]) => work(over!));
  }

  /** Work on so many connections of its own, which are closed afterwards. */
  onConnections<T>(count: number, work: (connections: readonly Dispatcher[]) => Promise<T>): Promise<T> {
    return this.target.client.onConnections(count, work);
  }

  /** Whether a change may take a while to be seen, by the profile. */
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

  /** Lets real time go by, and leaves room to others meanwhile. */
  #pause(ms: number): Promise<void> {
    return this.#branch.dozing(this.target.realTime.pause(ms, this.#branch.ended));
  }

  /**
   * Looks again, in real time, until a change has been seen or the profile's `limits.propagationSeconds` are over:
   * only archiving is said to be immediate. The last look is what counts.
   */
  settle<T>(look: () => Promise<T>, seen: (value: T) => boolean): Promise<T> {
    return settle(this.#settling, look, seen);
  }

  /**
   * Lets the whole time go by in which a change may be seen here and not there, unless all changes were seen at once at
   * this tenant so far.
   *
   * @param since when the change was made, in milliseconds of the suite's clock; just now unless given
   */
  settleWhole(since?: number): Promise<void> {
    return settleWhole(this.#settling, since);
  }

  /**
   * Does what cannot be tried again and again until a change is seen: once, and where that does not go as it must,
   * once more when the change must have been seen everywhere.
   */
  nowOrSettled<T>(attempt: () => Promise<T>, seen: (value: T) => boolean): Promise<T> {
    return nowOrSettled(this.#settling, attempt, seen);
  }

  /** Gives what was changed its time at all servers of the tenant, where the check is careful of that. */
  #knownEverywhere(): Promise<void> | undefined {
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

  /** Sends a user's browser to the tenant, by the control; with the number of what is recorded of the visit. */
  async visit(input: Input<'browser.authorize'>): Promise<Output<'browser.authorize'> & { readonly number: number }> {
    await this.#knownEverywhere();
    const visit = async (sending: Sending | undefined) => {
      const { number, output } = await this.#recorded('browser.authorize', input, sending);
      return { ...output, number };
    };
    const arrived = await this.#asStep('browser.authorize', (sending) =>
      sending === undefined
        ? visit(sending)
        : visitStep(sending, {
            ...this.#inPlace(sending, () => this.contrastAfter(authorizePath)),
            visit: () => visit(sending),
            hasSession: input.freshSession !== true && cameBack(this.journal, input.userId),
          }),
    );
    this.#patience.changed(this.target.realTime.now());
    return arrived;
  }

  /** Has the operator do something, and takes it down; a browser is sent by {@link visit}. */
  async operate<Name extends OperationName>(operation: Name, input: Input<Name>): Promise<Output<Name>> {
    const output = await this.#operateAsStep(operation, input);
    if (this.#manner.repeatOperations === true && isIdempotent(operation)) await this.#operateAsStep(operation, input);
    if (!seenAtOnce.has(operation)) this.#patience.changed(this.target.realTime.now());
    // what other checks create may be told of at any webhook: whose it is, is known here
    if ('ids' in output && Array.isArray(output.ids)) {
      const ids = output.ids as readonly string[];
      const isEntry = 'kind' in input && input.kind === 'entry';
      for (const id of ids) {
        this.target.receivers.resources.set(id, undefined);
        if (isEntry) this.target.receivers.kindsFor(id, 'v2.entry.created');
      }
      this.target.familiar.learn(ids.filter(isTelling));
    }
    if ('records' in input && Array.isArray(input.records)) {
      this.target.familiar.learn((input.records as readonly { readonly name: string }[]).map(({ name }) => name));
    }
    return output;
  }

  async #operateAsStep<Name extends OperationName>(operation: Name, input: Input<Name>): Promise<Output<Name>> {
    return this.#asStep(operation, async (sending) => (await this.#recorded(operation, input, sending)).output);
  }

  async #asStep<T>(operation: OperationName, work: (sending: Sending | undefined) => Promise<T>): Promise<T> {
    const name = this.#names.ofOperation(operation);
    const now = this.target.realTime.now();
    const sending = this.#isBeside ? undefined : this.journal.steps.begin(name, operation, now);
    try {
      return await work(sending);
    } catch (error) {
      // what the operator declines is declined in every doing of the case
      if (error instanceof TestBedTrouble && error.passing && !error.refusal) sending?.disturbed('control');
      throw error;
    } finally {
      sending?.ended();
      if (operation !== 'clock.now') this.#names.after(operation);
    }
  }

  async #recorded<Name extends OperationName>(
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

  /** Lets real time go by in which something may come that is not waited for; meanwhile the clock may move for others. */
  async listen(seconds: number): Promise<void> {
    const listened = this.#branch.aside(this.target.realTime.pause(seconds * 1000, this.#branch.ended));
    await this.target.receivers.room.whileListening(this.journal, listened);
  }

  /**
   * Waits in real time for what comes by itself, such as a delivery; undefined where it did not come in time. The
   * tenant's clock stands still at first, and may move for other checks when it takes long.
   */
  until<T>(event: Promise<T>, seconds: number): Promise<T | undefined> {
    const aside = <Of>(one: Promise<Of>): Promise<Of> => this.#branch.aside(one);
    return eventInTime({ pause: this.target.realTime.pause, ended: this.#branch.ended, aside }, event, seconds);
  }

  /** Waits until there is room for one more case with webhooks at this tenant; meanwhile the clock may move for others. */
  async waitForRoom(): Promise<void> {
    await this.#branch.aside(this.target.receivers.room.enter(this.journal, this.#branch.ended));
    this.atEnd(async () => this.target.receivers.room.leave(this.journal));
  }

  /** What is to be done when the case has ended, however it ended. */
  atEnd(work: () => Promise<void>): void {
    this.#endings.push(work);
  }

  /** Only the code that opened the scene calls it. */
  async end(): Promise<void> {
    for (const work of this.#endings.splice(0)) await work();
  }

  /** An address of the suite's own at which the tenant can deliver, for this case alone. */
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
   * Lets the tenant's time pass. Where others share its clock, a wait may end late ({@link latest}), unless the options say
   * otherwise, so that fewer moves are needed for all.
   */
  elapse(seconds: number, options: WaitOptions = {}): Promise<void> {
    this.#names.later();
    return this.#branch.elapse(seconds, { late: latest(seconds), ...options });
  }

  /** The tenant's clock in seconds (any origin): read, or told by how far it was moved, since a movable clock ticks too. */
  async clock(): Promise<number> {
    if (!this.supports('clock.now')) return this.target.realTime.now() / 1000 + this.target.moved();
    return Date.parse((await this.operate('clock.now', {})).now) / 1000;
  }

  /** Runs parts side by side. Takes the place of `Promise.all`, so that the timeline knows of them. */
  async together<T>(parts: readonly ((scene: Scene) => Promise<T>)[]): Promise<T[]> {
    const partOn = (branch: Branch, index: number): Scene =>
      new Scene(this.target, this.journal, branch, this.#began, {
        surroundings: this.#surroundings,
        patience: this.#patience,
        endings: this.#endings,
        names: new StepNames(this.#names),
        makes: this.makes.ofPart(index),
        manner: this.#manner,
        ...(this.#proves === undefined ? {} : { proves: this.#proves }),
      });
    const results = await this.#branch.together(parts.map((part, index) => (branch) => part(partOn(branch, index))));
    this.#names.after('parts side by side');
    return results;
  }
}
