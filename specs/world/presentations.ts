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

/** What the actors of all cases may see. */
export interface Place {
  /** Undefined where the control makes none. */
  readonly project: Project | undefined;
  /** Path and query of what a filter leaves of it. */
  readonly filtered: string | undefined;
}

/**
 * A project with three records of each kind, as far as the control makes them: each listing then has two following pages
 * of one record, and the first of them brings the token of the second.
 */
export async function aPlace(scene: Scene): Promise<Place> {
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

/** Forms that have served a credential of a kind, by what they are. */
type KnownForms = Map<string, Form>;

/** Makes a call in one form. */
type Make = (form: Form) => Promise<Shown>;

/** With what, and how, a call is made. */
interface Sending extends RequestOptions {
  readonly authorization: string;
}

/**
 * Presents the credentials of one case, each in the form that is drawn for it. That a form of call is refused shows
 * something only where it has served a credential of this kind: until then a call that is not served is made in another
 * form, and where a refusal is due only forms that have served are used.
 */
export class Presenter {
  readonly #scene: Scene;
  readonly #place: Place;
  readonly #own: Dispatcher | undefined;
  readonly #served: Partial<Record<Bearer, KnownForms>> = {};
  /** Tokens of following pages, by the credential that they were given to. */
  readonly #nextTokens = new Map<number, string>();
  /** The credentials with which a record was created since anything has changed. */
  readonly #writing = new Set<number>();

  /** @param own the connection of the case, where it has one */
  constructor(scene: Scene, place: Place, own: Dispatcher | undefined) {
    this.#scene = scene;
    this.#place = place;
    this.#own = own;
  }

  /**
   * Makes a call with a credential.
   *
   * @param mayServe whether it may be served, so that it is written as is usual
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
      return mayServe ? this.#callServed(id, known, presentation, make) : this.#callRefused(known, presentation, make);
    });
  }

  /** Something has changed: whether records can still be created is tried again. */
  forgetWrites(): void {
    this.#writing.clear();
  }

  /** Calls where it may be served: in another form where the drawn one was never seen to serve such a credential. */
  async #callServed(id: number, known: KnownForms, { call, listing }: Presentation, make: Make): Promise<Shown> {
    if (call === 'every form') return this.#servedInEachForm(id, known, make);
    const drawn = await this.#formOf(call, listing);
    const isKnown = known.has(keyOf(drawn));
    const shown = await make(drawn);
    return shown.served || isKnown ? shown : ((await this.#otherwise(known, make)) ?? shown);
  }

  /** Calls where a refusal is due: in the drawn form, unless others have served such a credential and that never has. */
  async #callRefused(known: KnownForms, { call, listing }: Presentation, make: Make): Promise<Shown> {
    const served = [...known.values()];
    if (call === 'every form') return refusedInEachForm(served.length === 0 ? await this.#everyForm() : served, make);
    const drawn = await this.#formOf(call, listing);
    const usable = known.has(keyOf(drawn)) ? drawn : oneOf(served, listing);
    return make(usable ?? drawn);
  }

  /** Calls in all forms side by side. One that is not served and has served such a credential; the last, where each is. */
  async #servedInEachForm(id: number, known: KnownForms, make: Make): Promise<Shown> {
    // what cannot be sent again is done once: more of it tells nothing more
    const forms = (await this.#everyForm()).filter(({ call }) => call !== 'write' || !this.#writing.has(id));
    const shown = await Promise.all(forms.map(make));
    if (shown.some(({ served, forms: [form] }) => served && form === 'write')) this.#writing.add(id);
    const refused = shown.find(({ served }, at) => !served && known.has(keyOf(forms[at]!)));
    const last = shown.findLast(({ served }) => served);
    return refused ?? among(shown, last);
  }

  async #everyForm(): Promise<readonly Form[]> {
    const listings = await this.#scene.listings();
    const each = listings.map((_, listing) => this.#formOf('listing', listing));
    const others = listingForms.filter((call) => call !== 'listing').map((call) => this.#formOf(call, 0));
    const writes: Form[] = writesTo(this.#scene, this.#place.project) ? [{ call: 'write', target: '' }] : [];
    const forms = [...(await Promise.all([...each, ...others])), ...writes];
    // where nothing can be filtered that form is a plain listing too
    return [...new Map(forms.map((form) => [keyOf(form), form])).values()];
  }

  /** A call in a form that is known to serve such a credential; where none is, the first listing that does. */
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
    return send(connection === 'own' && this.#own !== undefined ? { over: this.#own } : {});
  }

  /**
   * Where a credential is exchanged for tokens: at both paths where a refusal is due. A tenant may know what it issued at
   * one path at that path only (FRE-241).
   */
  tokenPaths(
    { kind, legacy }: Pick<Credential, 'kind' | 'legacy'>,
    { tokenPath: drawn }: Presentation,
    mayServe: boolean,
  ): readonly string[] {
    // where the legacy path serves no such requests it has no tokens to look at
    const grant = kind === 'code' ? 'authorization_code' : 'client_credentials';
    const atLegacyPath =
      kind === 'refreshToken'
        ? (legacy === true) !== (drawn === 'crossed')
        : drawn === 'legacy' && isServedTo(this.#scene.target.survey, legacyTokenPath, grant);
    const [meant, other] = atLegacyPath ? [legacyTokenPath, tokenPath] : [tokenPath, legacyTokenPath];
    const isAtBoth = !mayServe && (atLegacyPath || drawn !== 'usual');
    // the path that is meant comes last: it has to name the error
    return isAtBoth ? [other, meant] : [meant];
  }

  async #formOf(call: OneForm, listing: number): Promise<Form> {
    const { filtered } = this.#place;
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
      const exchange = await writeRecord(this.#scene, sending.authorization, this.#place.project?.projectId, sending);
      return { exchange, served: created(this.#scene, exchange), versions: [], forms: [call] };
    }
    return shownBy(await this.#scene.call(target, sending), call);
  }

  /** A page whose token is known, and where that is not served the first page and the one after it. */
  async #follow(id: number, path: string, sending: Sending, mayServe: boolean): Promise<Exchange> {
    const pageSize = '1';
    const page = (nextToken: string): Promise<Exchange> =>
      this.#scene.call(path, { ...sending, query: { pageSize, nextToken }, note: 'a following page' });
    const known = this.#nextTokens.get(id);
    const followed = known === undefined ? undefined : await page(known);
    // kept while it serves: where a change may take a moment to be noticed, the same page is asked for again
    if (followed !== undefined && accepted(followed)) return followed;
    // it may be good for one use (FRE-135)
    this.#nextTokens.delete(id);
    const first = await this.#scene.call(path, { ...sending, query: { pageSize } });
    if (followed !== undefined && !accepted(first)) return followed;
    const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
    if (nextToken === undefined || !mayServe) return first;
    const exchange = await page(nextToken);
    const unused = accepted(exchange) ? nextTokenOf(exchange) : undefined;
    if (unused !== undefined) this.#nextTokens.set(id, unused);
    return exchange;
  }
}

/** Calls in all forms side by side. One that is served, since what is refused is so in each; the first, where none is. */
async function refusedInEachForm(forms: readonly Form[], make: Make): Promise<Shown> {
  const shown = await Promise.all(forms.map(make));
  // with which status it is refused may matter
  const strange = shown.find(({ exchange }) => exchange.response?.status !== 401);
  return among(shown, shown.find(({ served }) => served) ?? strange);
}

function shownBy(exchange: Exchange, call: OneForm): Shown {
  const version = versionedListingAt(exchange.request.url)?.version;
  return { exchange, served: accepted(exchange), versions: version === undefined ? [] : [version], forms: [call] };
}

/** One of several calls with one credential, by which all of them are told; the first, where it is none of them. */
function among(shown: readonly Shown[], one: Shown | undefined): Shown {
  const told = one ?? shown[0];
  if (told === undefined) throw new RangeError('a credential is presented in no form');
  const alike = shown.filter(({ served }) => served === told.served);
  const versions = new Set(alike.flatMap((other) => other.versions));
  const forms = new Set(alike.flatMap((other) => other.forms));
  return { ...told, versions: [...versions], forms: [...forms] };
}

function keyOf({ call, target }: Form): string {
  return `${call} ${target}`;
}

/** The value of an Authorization header as a presentation writes the scheme. */
export function spelt(authorization: string, { scheme }: Presentation): string {
  if (scheme === 'usual' || !authorization.includes(' ')) return authorization;
  const [lower, upper] = respelt(authorization);
  return (scheme === 'lower case' ? lower : upper) ?? authorization;
}
