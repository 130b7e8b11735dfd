import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, saysNothingIsThere, succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Branch } from '../../core/timeline.ts';
import type { Target } from '../session/target.ts';
import { settledActor } from './actors.ts';
import type { Listing } from './listing.ts';
import { assayResultsAt, assayResultsPaths, versionedListings } from './listing.ts';
import type { Scene } from './scene.ts';

/** More than bad luck, and few enough to be no burden. */
const maxAskedInVain = 3;

/** Where a tenant has its assay results, and with them the five listings. Found out once. */
export class AssayResults {
  readonly #target: Target;
  readonly #open: (journal: Journal, branch: Branch) => Scene;
  #listings: Promise<readonly Listing[]> | undefined;
  /** How often it was asked in vain where the assay results are. */
  #askedInVain = 0;

  constructor(target: Target, open: (journal: Journal, branch: Branch) => Scene) {
    this.#target = target;
    this.#open = open;
  }

  /** The five listings, the assay results at the path at which this tenant has them. */
  listings(): Promise<readonly Listing[]> {
    this.#listings ??= this.#find().then(({ path, sure }) => {
      // what came of a bad moment is asked again, but not for ever
      if (!sure && ++this.#askedInVain < maxAskedInVain) this.#listings = undefined;
      return [...versionedListings, assayResultsAt(path)];
    });
    return this.#listings;
  }

  /** Where none of the known paths gives a page, the one at which anything is: the others are none of this tenant's. */
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
      // an actor that was only just given access may be told at first that there is nothing
      const found = await scene.settle(find, (one) => one !== undefined);
      path = found ?? path;
      sure = found !== undefined;
    } catch {
      // without a working actor nothing can be found out; what needs the listing then says why
    } finally {
      branch.close();
    }
    return { path, sure };
  }
}

/** Whether an answer is that of a listing that only refuses: not "nothing here", "go elsewhere" or a crash. */
function isThere(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  if (succeeded(exchange)) return jsonObject(exchange) !== undefined;
  return status >= 400 && status < 500 && !saysNothingIsThere(status);
}
