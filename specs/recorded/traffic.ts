import type { RecordedDelivery, RecordedExchange } from '../../drivers/capture/recorded.ts';
import { authorizePath, legacyTokenPath, tokenPath } from '../../drivers/world/paths.ts';
import { assayResultsPaths, versionedListings } from '../../drivers/world/listing.ts';
import { accepted } from '../expectations/acceptance.ts';
import { granted } from '../expectations/token-request.ts';
import { authorizationRulings } from './authorization-redirects.ts';
import { DeliveryRulings } from './delivery-rulings.ts';
import { DifferentTokens } from './different-tokens.ts';
import { ListingCalls } from './listing-calls.ts';
import { Rotation } from './rotation.ts';
import type { Ruling } from './ruling.ts';
import { tokenAnswerRulings } from './token-answers.ts';
import { formOf } from './token-form.ts';
import { Verdicts } from './verdicts.ts';

const tokenPaths: ReadonlySet<string> = new Set([tokenPath, legacyTokenPath]);
const versioned: ReadonlySet<string> = new Set(versionedListings.map(({ path }) => path));

/** Which requests of a capture are the tenant's. */
export interface TenantAddress {
  /** Origin of the tenant; where none is given it is told by the paths that were called. */
  readonly baseUrl?: string;
  /** Where this tenant lists assay results; without it, at any of the known places. */
  readonly assayResultsPath?: string;
}

/** A host to which documented paths were called, and how often. */
export interface Host {
  readonly name: string;
  readonly requests: number;
}

/** More hosts than these are not told apart. */
const mostHosts = 100;

/** Judges the exchanges with each host that may be the tenant, and the deliveries, as they come. */
export class RecordedTraffic {
  readonly #address: TenantAddress;
  readonly #host: string | undefined;
  readonly #assayResults: ReadonlySet<string>;
  readonly #hosts = new Map<string, HostTraffic>();
  readonly #deliveries = new DeliveryRulings();
  readonly #delivered = new Verdicts();

  constructor(address: TenantAddress = {}) {
    this.#address = address;
    this.#host = address.baseUrl === undefined ? undefined : hostOf(new URL(address.baseUrl));
    this.#assayResults = new Set(
      address.assayResultsPath === undefined ? assayResultsPaths : [address.assayResultsPath],
    );
  }

  /** Whether a request to this address may be one of the tenant's that can be judged. */
  wants(address: string): boolean {
    // most of what a browser loads is told apart without reading its address
    if (!address.includes('/oauth/') && !address.includes('/api/v') && !this.#mayListAssayResults(address))
      return false;
    const url = URL.parse(address);
    if (url === null || (this.#host !== undefined && hostOf(url) !== this.#host)) return false;
    const { pathname } = url;
    return (
      tokenPaths.has(pathname) ||
      versioned.has(pathname) ||
      this.#assayResults.has(pathname) ||
      pathname === authorizePath
    );
  }

  exchange(recorded: RecordedExchange): void {
    const url = new URL(recorded.exchange.request.url);
    const name = hostOf(url);
    let traffic = this.#hosts.get(name);
    if (traffic === undefined) {
      if (this.#hosts.size >= mostHosts) return;
      this.#hosts.set(name, (traffic = new HostTraffic()));
    }
    traffic.see(recorded, url, this.#assayResults.has(url.pathname));
  }

  delivery(recorded: RecordedDelivery): void {
    for (const ruling of this.#deliveries.see(recorded)) this.#delivered.add(ruling);
  }

  /**
   * The host that is taken for the tenant: the one that was given, else the one that most listings were asked of, else the
   * only one that a token was asked of. Others may have token endpoints too, at the same path.
   */
  chosen(): Host | undefined {
    const all = [...this.#hosts].map(([name, traffic]) => ({ name, ...traffic.counts }));
    const listing = all.toSorted((a, b) => b.platform - a.platform)[0];
    const one = this.#host !== undefined || (listing?.platform ?? 0) > 0 || all.length === 1 ? listing : undefined;
    return one === undefined ? undefined : { name: one.name, requests: one.requests };
  }

  /** Listing calls of the chosen host that were made in clear text, and were not judged. */
  inClearText(): number {
    return this.#hosts.get(this.chosen()?.name ?? '')?.counts.clearText ?? 0;
  }

  /** Every other host to which documented paths were called. */
  others(): Host[] {
    const chosen = this.chosen();
    return [...this.#hosts]
      .map(([name, { counts }]) => ({ name, requests: counts.requests }))
      .filter(({ name }) => name !== chosen?.name);
  }

  /** What was found of the chosen host and of all deliveries. */
  verdicts(): Verdicts {
    const verdicts = new Verdicts();
    const traffic = this.#hosts.get(this.chosen()?.name ?? '');
    if (traffic !== undefined) {
      verdicts.join(traffic.verdicts);
      for (const ruling of traffic.left()) verdicts.add(ruling);
    }
    verdicts.join(this.#delivered);
    return verdicts;
  }

  /** Its address: the one that was given, else that of the chosen host. */
  get baseUrl(): string | undefined {
    const chosen = this.chosen();
    return this.#address.baseUrl ?? (chosen === undefined ? undefined : `https://${chosen.name}`);
  }

  #mayListAssayResults(address: string): boolean {
    const { assayResultsPath } = this.#address;
    return address.includes(assayResultsPath ?? '/assay-results');
  }
}

/** All that was exchanged with one host. */
class HostTraffic {
  readonly verdicts = new Verdicts();
  /** All its requests, and those to paths that hardly any other service has. */
  readonly counts = { requests: 0, platform: 0, clearText: 0 };
  readonly #rotation = new Rotation();
  readonly #tokens = new DifferentTokens();
  readonly #listings = new ListingCalls();

  see(recorded: RecordedExchange, url: URL, isAssayResults: boolean): void {
    this.counts.requests++;
    if (isAssayResults || url.pathname.startsWith('/api/')) this.counts.platform++;
    const { exchange, cached } = recorded;
    if (cached || exchange.response === undefined) return;
    for (const ruling of this.#rulings(recorded, url, isAssayResults)) this.verdicts.add(ruling);
  }

  *#rulings(recorded: RecordedExchange, url: URL, isAssayResults: boolean): Generator<Ruling> {
    const { exchange } = recorded;
    const { method } = exchange.request;
    const { pathname } = url;
    if (tokenPaths.has(pathname)) {
      if (method !== 'POST') return;
      const form = formOf(recorded);
      yield* tokenAnswerRulings(recorded, form, pathname);
      if (form === undefined) return;
      yield* this.#rotation.see(recorded, form, pathname);
      if (granted(exchange)) yield* this.#tokens.see(recorded);
    } else if (method !== 'GET') return;
    else if (pathname === authorizePath) yield* authorizationRulings(recorded, url);
    else if (isSecure(recorded, url)) {
      yield* this.#listings.see(recorded, url, isAssayResults);
      if (accepted(exchange)) yield* this.#rotation.served(recorded);
    } else this.counts.clearText++;
  }

  /** What cannot be judged now that nothing follows. */
  left(): Generator<Ruling> {
    return this.#rotation.left();
  }
}

/** How a call in clear text is refused is free (FRE-02), unless it was one over TLS before a proxy took that off it. */
function isSecure({ exchange }: RecordedExchange, url: URL): boolean {
  return url.protocol === 'https:' || exchange.request.headers['x-forwarded-proto'] === 'https';
}

/** Host and port: by which scheme it was reached is not told by what was recorded behind a proxy. */
function hostOf(url: URL): string {
  return url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
}
