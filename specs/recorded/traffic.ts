import type { RecordedDelivery, RecordedExchange } from '../../drivers/capture/recorded.ts';
import { authorizePath, legacyTokenPath, tokenPath } from '../../drivers/world/paths.ts';
import { assayResultsPaths, versionedListings } from '../../drivers/world/listing.ts';
import { accepted } from '../expectations/acceptance.ts';
import { granted } from '../expectations/token-request.ts';
import { authorizationRulings } from './authorization-redirects.ts';
import { DeliveryRulings } from './delivery-rulings.ts';
import { DifferentTokens } from './different-tokens.ts';
import { LegacyAnswers } from './legacy-answers.ts';
import { ListingCalls } from './listing-calls.ts';
import { Rotation } from './rotation.ts';
import type { Ruling } from './ruling.ts';
import { tokenAnswerRulings } from './token-answers.ts';
import { formOf } from './token-form.ts';
import { Verdicts } from './verdicts.ts';

const tokenPaths: ReadonlySet<string> = new Set([tokenPath, legacyTokenPath]);
const versioned: ReadonlySet<string> = new Set(versionedListings.map(({ path }) => path));

/** The address by which requests to the tenant are recognised. */
export interface TenantAddress {
  /** Origin of the tenant; if it is not given, it is inferred from the requested paths. */
  readonly baseUrl?: string;
  /** The path at which this tenant lists assay results; without it, any of the known paths counts. */
  readonly assayResultsPath?: string;
}

/** A host that received requests to documented paths, and their number. */
export interface Host {
  readonly name: string;
  readonly requests: number;
}

/** The most hosts that are distinguished. */
const mostHosts = 100;

/** Judges the exchanges with each host that may be the tenant, and the deliveries, in the order in which they come. */
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

  /** Reports whether a request to this address may belong to the tenant and can be judged. */
  wants(address: string): boolean {
    // this excludes most requests of a browser without parsing their addresses
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
   * Returns the host that is taken for the tenant: the given one, else the one with the most listing calls, else the
   * only one with token requests. Other services may have token endpoints at the same path.
   */
  chosen(): Host | undefined {
    const all = [...this.#hosts].map(([name, traffic]) => ({ name, ...traffic.counts }));
    const listing = all.toSorted((a, b) => b.platform - a.platform)[0];
    const one = this.#host !== undefined || (listing?.platform ?? 0) > 0 || all.length === 1 ? listing : undefined;
    return one === undefined ? undefined : { name: one.name, requests: one.requests };
  }

  /** Returns the number of unencrypted listing calls to the chosen host, which were not judged. */
  inClearText(): number {
    return this.#hosts.get(this.chosen()?.name ?? '')?.counts.clearText ?? 0;
  }

  /** Returns all other hosts that received requests to documented paths. */
  others(): Host[] {
    const chosen = this.chosen();
    return [...this.#hosts]
      .map(([name, { counts }]) => ({ name, requests: counts.requests }))
      .filter(({ name }) => name !== chosen?.name);
  }

  /** Returns the verdicts on the chosen host and on all deliveries. */
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

  /** The tenant's address: the given one, else that of the chosen host. */
  get baseUrl(): string | undefined {
    const chosen = this.chosen();
    return this.#address.baseUrl ?? (chosen === undefined ? undefined : `https://${chosen.name}`);
  }

  #mayListAssayResults(address: string): boolean {
    const { assayResultsPath } = this.#address;
    return address.includes(assayResultsPath ?? '/assay-results');
  }
}

/** The exchanges with one host. */
class HostTraffic {
  readonly verdicts = new Verdicts();
  /** The number of all requests, of those to paths that hardly any other service has, and of unencrypted calls. */
  readonly counts = { requests: 0, platform: 0, clearText: 0 };
  readonly #rotation = new Rotation();
  readonly #tokens = new DifferentTokens();
  readonly #ofLegacyPath = new LegacyAnswers();
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
      yield* tokenAnswerRulings(recorded, form, pathname, this.#ofLegacyPath);
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

  /** Yields the rulings on traffic that had to wait for the end of the capture. */
  *left(): Generator<Ruling> {
    yield* this.#rotation.left();
    yield* this.#ofLegacyPath.left();
  }
}

/**
 * Reports whether a call was encrypted, if only as far as a proxy. The answer to an unencrypted call is free (FRE-02).
 */
function isSecure({ exchange }: RecordedExchange, url: URL): boolean {
  return url.protocol === 'https:' || exchange.request.headers['x-forwarded-proto'] === 'https';
}

/** Returns host and port. The scheme is left out, because traffic recorded behind a proxy does not show it. */
function hostOf(url: URL): string {
  return url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
}
