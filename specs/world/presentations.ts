import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import type { Project } from '../../drivers/world/actors.ts';
import { legacyTokenPath, somethingToSee, tokenPath } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Version } from '../../drivers/world/listing.ts';
import { versionedListingAt } from '../../drivers/world/listing.ts';
import { isServedTo } from '../../drivers/survey/survey.ts';
import { nextTokenOf } from '../../drivers/world/page.ts';
import { created, writesTo, writeRecord } from '../../drivers/world/write-probe.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { OneForm, Presentation, TokenPathName } from '../../generators/presentation.ts';
import { listingForms } from '../../generators/presentation.ts';
import { accepted } from '../expectations/acceptance.ts';
import { filteredTarget } from '../expectations/following-call.ts';
import { respelt } from '../expectations/standing.ts';
import { oneOf } from '../model/addressees.ts';
import type { Bearer, Credential } from '../model/vocabulary.ts';

/** The records that the actors of all cases may see. */
export interface SharedRecords {
  /** Undefined if the control creates no projects. */
  readonly project: Project | undefined;
  /** Path and query of a filtered listing of the project. */
  readonly filtered: string | undefined;
}

/**
 * Creates a project with three records of each kind, as far as the control can create them. Each listing then has two
 * following pages of one record, and the first of them has the token of the second.
 */
export async function createSharedRecords(scene: Scene): Promise<SharedRecords> {
  const project = await somethingToSee(scene, 3);
  const filtered = project !== undefined && 'records' in project ? await filteredTarget(scene, project) : undefined;
  return { project, filtered };
}

/** A call that was made with a credential. */
export interface Shown {
  readonly exchange: Exchange;
  readonly served: boolean;
  /** The versions of the API, and the forms of call or the token paths, that were tried with this outcome. */
  readonly versions: readonly Version[];
  readonly forms: readonly (OneForm | TokenPathName)[];
}

/** A call in one form. */
interface Form {
  readonly call: OneForm;
  readonly target: string;
}

/** Forms of call that have served a credential of one kind, by call and target. */
type KnownForms = Map<string, Form>;

/** Makes a call in one form. */
type Make = (form: Form) => Promise<Shown>;

/** The options and the credential of a call. */
interface Sending extends RequestOptions {
  readonly authorization: string;
}

/**
 * Presents the credentials of one case, each in the form that is drawn for it. A refused form of call shows something
 * only if this form has served a credential of the same kind before. Until then a call that is not served is made again
 * in another form. If a refusal is due, only forms that have served are used.
 */
export class Presenter {
  readonly #scene: Scene;
  readonly #shared: SharedRecords;
  readonly #own: Dispatcher | undefined;
  readonly #served: Partial<Record<Bearer, KnownForms>> = {};
  /** Tokens of following pages, by the id of the credential that received them. */
  readonly #nextTokens = new Map<number, string>();

  /** @param own the connection of the case, if it has one */
  constructor(scene: Scene, shared: SharedRecords, own: Dispatcher | undefined) {
    this.#scene = scene;
    this.#shared = shared;
    this.#own = own;
  }

  /**
   * Makes a call with a credential.
   *
   * @param mayServe whether the credential may be served; the scheme is then written in the usual letter case
   */
  call(
    { id, kind }: Pick<Credential, 'id'> & { readonly kind: Bearer },
    value: string,
    presentation: Presentation,
    mayServe: boolean,
  ): Promise<Shown> {
    const usual = kind === 'apiKey' ? basic(value) : bearer(value);
    const authorization = mayServe ? usual : spelt(usual, presentation);
    const known = (this.#served[kind] ??= new Map());
    return this.over(presentation, (options) => {
      const make: Make = async (form) => {
        const shown = await this.#make(id, form, { ...options, authorization }, mayServe);
        if (shown.served) known.set(keyOf(form), form);
        return shown;
      };
      return mayServe ? this.#callServed(known, presentation, make) : this.#callRefused(known, presentation, make);
    });
  }

  /**
   * Calls with a credential that may be served. Uses another form if the drawn one never served a credential of this
   * kind.
   */
  async #callServed(known: KnownForms, { call, listing }: Presentation, make: Make): Promise<Shown> {
    if (call === 'every form') return this.#servedInEachForm(known, make);
    const drawn = await this.#formOf(call, listing);
    const isKnown = known.has(keyOf(drawn));
    const shown = await make(drawn);
    return shown.served || isKnown ? shown : ((await this.#otherwise(known, make)) ?? shown);
  }

  /**
   * Calls with a credential that must be refused: in the drawn form, unless only other forms have served such a
   * credential.
   */
  async #callRefused(known: KnownForms, { call, listing }: Presentation, make: Make): Promise<Shown> {
    const served = [...known.values()];
    if (call === 'every form') return refusedInEachForm(served.length === 0 ? await this.#everyForm() : served, make);
    const drawn = await this.#formOf(call, listing);
    const usable = known.has(keyOf(drawn)) ? drawn : oneOf(served, listing);
    return make(usable ?? drawn);
  }

  /**
   * Calls in all forms at the same time. Returns a call that was refused in a form that has served such a credential,
   * or the last served one.
   */
  async #servedInEachForm(known: KnownForms, make: Make): Promise<Shown> {
    const forms = await this.#everyForm();
    const shown = await Promise.all(forms.map(make));
    const refused = shown.find(({ served }, at) => !served && known.has(keyOf(forms[at]!)));
    const last = shown.findLast(({ served }) => served);
    return refused ?? among(shown, last);
  }

  async #everyForm(): Promise<readonly Form[]> {
    const each = (await this.#scene.listings()).map((_, listing) => this.#formOf('listing', listing));
    const others = listingForms.filter((call) => call !== 'listing').map((call) => this.#formOf(call, 0));
    const writes: Form[] = writesTo(this.#scene, this.#shared.project) ? [{ call: 'write', target: '' }] : [];
    const forms = [...(await Promise.all([...each, ...others])), ...writes];
    // if nothing can be filtered, the filtered page is a plain listing too
    return [...new Map(forms.map((form) => [keyOf(form), form])).values()];
  }

  /** Calls in a form that is known to serve such a credential, or else in the first listing that serves it. */
  async #otherwise(known: KnownForms, make: Make): Promise<Shown | undefined> {
    const [first] = known.values();
    if (first !== undefined) return make(first);
    for (const { path } of await this.#scene.listings()) {
      const shown = await make({ call: 'listing', target: path });
      if (shown.served) return shown;
    }
    return undefined;
  }

  /** Sends something over the connection that is drawn. */
  over<T>({ connection }: Presentation, send: (options: RequestOptions) => Promise<T>): Promise<T> {
    if (connection === 'new') return this.#scene.onOneConnection((over) => send({ over }));
    return send({ over: connection === 'own' ? this.#own : undefined });
  }

  /**
   * Returns the token paths at which a credential is exchanged for tokens: both paths if a refusal is due, because a
   * tenant may know a credential only at the path that issued it (FRE-241).
   */
  tokenPaths(
    { kind, legacy }: Pick<Credential, 'kind' | 'legacy'>,
    { tokenPath: drawn }: Presentation,
    mayServe: boolean,
  ): readonly string[] {
    // if the legacy path serves no such requests, it has issued no tokens that could be presented
    const grant = kind === 'code' ? 'authorization_code' : 'client_credentials';
    const atLegacyPath =
      kind === 'refreshToken'
        ? (legacy === true) !== (drawn === 'crossed')
        : drawn === 'legacy' && isServedTo(this.#scene.target.survey, legacyTokenPath, grant);
    const [intended, other] = atLegacyPath ? [legacyTokenPath, tokenPath] : [tokenPath, legacyTokenPath];
    const isAtBoth = !mayServe && (atLegacyPath || drawn !== 'usual');
    // the intended path comes last, because its answer must name the error
    return isAtBoth ? [other, intended] : [intended];
  }

  async #formOf(call: OneForm, listing: number): Promise<Form> {
    const { filtered } = this.#shared;
    if (call === 'filtered page' && filtered !== undefined) return { call, target: filtered };
    const listings = call === 'sorted page' ? this.#scene.versionedListings : await this.#scene.listings();
    const path = (listings[listing % listings.length] ?? listings[0]).path;
    if (call === 'sorted page')
      return { call, target: `${path}?sort=modifiedAt%3A${listing % 2 === 0 ? 'desc' : 'asc'}` };
    return { call: call === 'following page' ? call : 'listing', target: path };
  }

  async #make(id: number, { call, target }: Form, sending: Sending, mayServe: boolean): Promise<Shown> {
    if (call === 'following page') return shownBy(await this.#follow(id, target, sending, mayServe), call);
    if (call === 'write') {
      const exchange = await writeRecord(this.#scene, sending.authorization, this.#shared.project?.projectId, sending);
      return { exchange, served: created(this.#scene, exchange), versions: [], forms: [call] };
    }
    return shownBy(await this.#scene.call(target, sending), call);
  }

  /**
   * Requests a following page with a stored page token. If that is not served, requests the first page and the next
   * one.
   */
  async #follow(id: number, path: string, sending: Sending, mayServe: boolean): Promise<Exchange> {
    const pageSize = '1';
    const page = (nextToken: string): Promise<Exchange> =>
      this.#scene.call(path, { ...sending, query: { pageSize, nextToken }, note: 'a following page' });
    const known = this.#nextTokens.get(id);
    const followed = known === undefined ? undefined : await page(known);
    // the token is kept while it serves: a change may take a moment to be noticed, and the same page is requested again
    if (followed !== undefined && accepted(followed)) return followed;
    // a page token may be usable only once (FRE-135)
    this.#nextTokens.delete(id);
    const first = await this.#scene.call(path, { ...sending, query: { pageSize } });
    if (followed !== undefined && !accepted(first)) return followed;
    const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
    if (nextToken === undefined || !mayServe) return first;
    const exchange = await page(nextToken);
    // the page token may have ended meanwhile, because a record was added (FRE-136)
    if (!accepted(exchange) && exchange.response?.status !== 401) return first;
    const unused = nextTokenOf(exchange);
    if (unused !== undefined) this.#nextTokens.set(id, unused);
    return exchange;
  }
}

/**
 * Calls in all forms at the same time. Returns a served call, because a refusal is due in each form, or else one with
 * an unexpected status, or the first.
 */
async function refusedInEachForm(forms: readonly Form[], make: Make): Promise<Shown> {
  const shown = await Promise.all(forms.map(make));
  // the status of a refusal may matter
  const strange = shown.find(({ exchange }) => exchange.response?.status !== 401);
  return among(shown, shown.find(({ served }) => served) ?? strange);
}

function shownBy(exchange: Exchange, call: OneForm): Shown {
  const version = versionedListingAt(exchange.request.url)?.version;
  return { exchange, served: accepted(exchange), versions: version === undefined ? [] : [version], forms: [call] };
}

/**
 * Returns one of several calls with one credential, with the versions and forms of all calls of the same outcome. Takes
 * the first call if none is given.
 */
function among(shown: readonly Shown[], one: Shown | undefined): Shown {
  const chosen = one ?? shown[0];
  if (chosen === undefined) throw new RangeError('a credential is presented in no form');
  const alike = shown.filter(({ served }) => served === chosen.served);
  const versions = new Set(alike.flatMap((other) => other.versions));
  const forms = new Set(alike.flatMap((other) => other.forms));
  return { ...chosen, versions: [...versions], forms: [...forms] };
}

function keyOf({ call, target }: Form): string {
  return `${call} ${target}`;
}

/** Returns the value of an Authorization header with the scheme in the letter case of the presentation. */
export function spelt(authorization: string, { scheme }: Presentation): string {
  if (scheme === 'usual' || !authorization.includes(' ')) return authorization;
  const [lower, upper] = respelt(authorization);
  return (scheme === 'lower case' ? lower : upper) ?? authorization;
}
