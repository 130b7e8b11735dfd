import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import type { Project } from '../../drivers/world/actors.ts';
import { legacyTokenPath, somethingToSee, tokenPath } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import { nextTokenOf } from '../../drivers/world/page.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CallForm, Presentation } from '../../generators/presentation.ts';
import { accepted } from '../expectations/acceptance.ts';
import { filteredTarget } from '../expectations/following-call.ts';
import { respelt } from '../expectations/standing.ts';
import type { Credential, CredentialKind } from '../model/vocabulary.ts';

/** The kinds of credential with which calls are made. */
export type Bearer = Extract<CredentialKind, 'apiKey' | 'appToken' | 'accessToken'>;

/** What the actors of all cases may see. */
export interface Place {
  /** Undefined where the control makes none. */
  readonly project?: Project;
  /** Path and query of what a filter leaves of it. */
  readonly filtered?: string;
}

/**
 * A project with three records of each kind, as far as the control makes them: each listing then has two following pages
 * of one record, and the first of them brings the token of the second.
 */
export async function aPlace(scene: Scene): Promise<Place> {
  const project = await somethingToSee(scene, 3);
  const filtered = project !== undefined && 'records' in project ? await filteredTarget(scene, project) : undefined;
  return { ...(project === undefined ? {} : { project }), ...(filtered === undefined ? {} : { filtered }) };
}

/** A call that was made with a credential. */
export interface Shown {
  readonly exchange: Exchange;
  readonly served: boolean;
}

/** In so many forms a credential is presented at most where a refusal is due. */
const formsRefused = 4;

/** A call in one form. */
interface Form {
  readonly call: CallForm;
  readonly target: string;
}

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
  readonly #served: Record<Bearer, Form[]> = { apiKey: [], appToken: [], accessToken: [] };
  /** Tokens of following pages, by the credential that they were given to. */
  readonly #nextTokens = new Map<number, string>();

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
    credential: Pick<Credential, 'id'> & { readonly kind: Bearer },
    value: string,
    presentation: Presentation,
    mayServe: boolean,
  ): Promise<Shown> {
    const usual = credential.kind === 'apiKey' ? basic(value) : bearer(value);
    const authorization = mayServe ? usual : spelt(usual, presentation);
    return this.over(presentation, (options) =>
      this.#call(credential, { ...options, authorization }, presentation, mayServe),
    );
  }

  async #call(
    { id, kind }: Pick<Credential, 'id'> & { readonly kind: Bearer },
    sending: Sending,
    presentation: Presentation,
    mayServe: boolean,
  ): Promise<Shown> {
    const drawn = await this.#formOf(presentation);
    const known = this.#served[kind];
    const isKnown = known.some((form) => isSame(form, drawn));
    if (!mayServe) return this.#inEachForm(id, isKnown || known.length === 0 ? [drawn, ...known] : known, sending);
    const shown = await this.#make(id, drawn, sending, true);
    if (shown.served && !isKnown) known.push(drawn);
    return shown.served || isKnown ? shown : ((await this.#otherwise(id, kind, sending)) ?? shown);
  }

  /** Calls in one form after the other, until one is served: what is refused is so in each. The first, where none is. */
  async #inEachForm(id: number, forms: readonly Form[], sending: Sending): Promise<Shown> {
    const each = forms.filter((form, at) => forms.findIndex((other) => isSame(form, other)) === at);
    const shown: Shown[] = [];
    for (const form of each.slice(0, formsRefused)) {
      const one = await this.#make(id, form, sending, false);
      if (one.served) return one;
      shown.push(one);
    }
    const [first] = shown;
    if (first === undefined) throw new RangeError('a credential is presented in no form');
    return first;
  }

  /** A call in a form that is known to serve such a credential; where none is, the first listing that does. */
  async #otherwise(id: number, kind: Bearer, sending: Sending): Promise<Shown | undefined> {
    const known = this.#served[kind];
    if (known[0] !== undefined) return this.#make(id, known[0], sending, true);
    for (const { path } of await this.#scene.listings()) {
      const form: Form = { call: 'list', target: path };
      const shown = await this.#make(id, form, sending, true);
      if (!shown.served) continue;
      known.push(form);
      return shown;
    }
    return undefined;
  }

  /** Sends something over the connection that is drawn. */
  over<T>({ connection }: Presentation, send: (options: RequestOptions) => Promise<T>): Promise<T> {
    if (connection === 'new') return this.#scene.onOneConnection((over) => send({ over }));
    return send(connection === 'own' && this.#own !== undefined ? { over: this.#own } : {});
  }

  /**
   * Where a credential is exchanged for tokens, one path after the other until one yields some: at the legacy path too
   * where a refusal is due. A tenant may know what it issued at one path at that path only (FRE-241).
   */
  tokenPaths({ tokenPath: drawn }: Presentation, mayServe: boolean): readonly string[] {
    return drawn === 'legacy' && !mayServe ? [legacyTokenPath, tokenPath] : [tokenPath];
  }

  async #formOf({ call, listing }: Presentation): Promise<Form> {
    const { filtered } = this.#place;
    if (call === 'filtered' && filtered !== undefined) return { call, target: filtered };
    const listings = call === 'sorted' ? this.#scene.versionedListings : await this.#scene.listings();
    const path = (listings[listing % listings.length] ?? listings[0]).path;
    if (call === 'sorted') return { call, target: `${path}?sort=modifiedAt%3A${listing % 2 === 0 ? 'desc' : 'asc'}` };
    return { call: call === 'next page' ? call : 'list', target: path };
  }

  async #make(id: number, { call, target }: Form, sending: Sending, mayServe: boolean): Promise<Shown> {
    if (call === 'next page') return this.#follow(id, target, sending, mayServe);
    const exchange = await this.#scene.call(target, sending);
    return { exchange, served: accepted(exchange) };
  }

  /** A page whose token is known, and where that is not served the first page and the one after it. */
  async #follow(id: number, path: string, sending: Sending, mayServe: boolean): Promise<Shown> {
    const page = (nextToken?: string): Promise<Exchange> =>
      this.#scene.call(path, {
        ...sending,
        query: { pageSize: '1', ...(nextToken === undefined ? {} : { nextToken }) },
        ...(nextToken === undefined ? {} : { note: 'a following page' }),
      });
    const known = this.#nextTokens.get(id);
    if (known !== undefined) {
      // a page token may be good for one use (FRE-135)
      this.#nextTokens.delete(id);
      const exchange = await page(known);
      if (accepted(exchange)) return { exchange, served: true };
    }
    const first = await page();
    const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
    if (nextToken === undefined || !mayServe) return { exchange: first, served: accepted(first) };
    const exchange = await page(nextToken);
    const unused = accepted(exchange) ? nextTokenOf(exchange) : undefined;
    if (unused !== undefined) this.#nextTokens.set(id, unused);
    return { exchange, served: accepted(exchange) };
  }
}

function isSame(one: Form, other: Form): boolean {
  return one.call === other.call && one.target === other.target;
}

function spelt(authorization: string, { scheme }: Presentation): string {
  if (scheme === 'usual') return authorization;
  const [lower, upper] = respelt(authorization);
  return (scheme === 'lower case' ? lower : upper) ?? authorization;
}
