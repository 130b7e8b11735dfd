import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, saysNothingIsThere, succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Branch } from '../../core/timeline.ts';
import type { Target } from '../session/target.ts';
import { settledActor } from './actors.ts';
import type { Listing } from './listing.ts';
import { assayResultsAt, assayResultsPaths, versionedListings } from './listing.ts';
import type { Scene } from './scene.ts';

/** How often the path is asked for in vain: often enough to exclude bad luck, and seldom enough to be no burden. */
const maxAskedInVain = 3;

/**
 * Finds the path at which a tenant serves its assay results, and with it the five listings. The path is searched once.
 */
export class AssayResults {
  readonly #target: Target;
  readonly #open: (journal: Journal, branch: Branch) => Scene;
  #listings: Promise<readonly Listing[]> | undefined;
  /** How often the path of the assay results was asked for in vain. */
  #askedInVain = 0;

  constructor(target: Target, open: (journal: Journal, branch: Branch) => Scene) {
    this.#target = target;
    this.#open = open;
  }

  /** Returns the five listings, with the path at which this tenant serves the assay results. */
  listings(): Promise<readonly Listing[]> {
    this.#listings ??= this.#find().then(({ path, sure }) => {
      // after a disturbed search the tenant is asked again, but only a few times
      if (!sure && ++this.#askedInVain < maxAskedInVain) this.#listings = undefined;
      return [...versionedListings, assayResultsAt(path)];
    });
    return this.#listings;
  }

  /**
   * Finds the path. If none of the known paths returns a page, takes the first path at which something answers: the
   * other paths do not exist at this tenant.
   */
  async #find(): Promise<{ readonly path: string; readonly sure: boolean }> {
    const { settings, timeline } = this.#target;
    const configured = settings.api.assayResultsPath;
    if (configured !== undefined) return { path: configured, sure: true };
    let path: string = assayResultsPaths[0];
    let sure = false;
    const journal = new Journal();
    const branch = await timeline.openAtOnce('finding the listing of assay results');
    try {
      const scene = this.#open(journal, branch);
      const { authorization } = await settledActor(scene);
      const find = async (): Promise<string | undefined> => {
        const there: string[] = [];
        for (const each of assayResultsPaths) {
          const answer = await scene.call(each, { authorization, note: 'finding the listing of assay results' });
          if (succeeded(answer) && Array.isArray(jsonObject(answer)?.['results'])) return each;
          if (isThere(answer)) there.push(each);
        }
        path = there[0] ?? assayResultsPaths[0];
        return undefined;
      };
      // an actor that was given access only just now may be told at first that there is nothing
      const found = await scene.settle(find, (one) => one !== undefined);
      path = found ?? path;
      sure = found !== undefined;
    } catch {
      // without a working actor nothing can be found out; a check that needs the listing then reports the reason
    } finally {
      branch.close();
    }
    return { path, sure };
  }
}

/**
 * Reports whether an answer comes from a listing, even if it refuses: it is not "nothing here", "go elsewhere" or a
 * crash.
 */
function isThere(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  if (succeeded(exchange)) return jsonObject(exchange) !== undefined;
  return status >= 400 && status < 500 && !saysNothingIsThere(status);
}
