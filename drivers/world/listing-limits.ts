import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import type { Target } from '../session/target.ts';

/** The parameters of a request for a listing's first page. */
interface Asked {
  readonly pageSize?: number;
  readonly sort?: 'asc' | 'desc';
}

/**
 * The parameters that a listing was seen to refuse, as it is free to do: small pages (FRE-253), and an order that the
 * specification does not show for it (FRE-147).
 */
interface Refused {
  /** The smallest page size that is served. */
  least?: number;
  readonly sorts: Set<'asc' | 'desc'>;
}

const known = new WeakMap<Target, Map<string, Refused>>();

function refusedAt(target: Target, path: string): Refused {
  const ofTarget = known.get(target) ?? new Map<string, Refused>();
  known.set(target, ofTarget);
  const refused = ofTarget.get(path) ?? { sorts: new Set() };
  ofTarget.set(path, refused);
  return refused;
}

/**
 * Returns the parameters to use instead of those that a listing was seen to refuse: pages that are larger by the same
 * amount, and no order.
 */
export function served({ pageSize, sort }: Asked, target: Target, path: string): Asked {
  const { least = 1, sorts } = refusedAt(target, path);
  return {
    ...(pageSize === undefined ? {} : { pageSize: pageSize < least ? least + pageSize - 1 : pageSize }),
    ...(sort === undefined || sorts.has(sort) ? {} : { sort }),
  };
}

const largerSizes = [2, 3, 4, 5, 6, 8, 10, 20, 50, 100];

/**
 * Finds out why a call of a first page was refused, if the reason is an order or a small page size and the listing
 * serves something else. The result is kept for later calls.
 *
 * @returns whether {@link served} now returns other parameters
 */
export async function learnFrom(
  refusal: Exchange,
  asked: Asked,
  { target, path, orderAsIs = false }: { readonly target: Target; readonly path: string; readonly orderAsIs?: boolean },
  call: (asked: Asked) => Promise<Exchange>,
): Promise<boolean> {
  const status = refusal.response?.status ?? 0;
  if (status < 400 || status > 499 || [401, 403, 404, 429].includes(status)) return false;
  const { pageSize, sort } = asked;
  const refused = refusedAt(target, path);
  const size = pageSize === undefined ? {} : { pageSize };
  if (sort !== undefined && succeeded(await call(size))) {
    if (!orderAsIs) refused.sorts.add(sort);
    return !orderAsIs;
  }
  if (pageSize === undefined) return false;
  for (const one of largerSizes.filter((each) => each > pageSize)) {
    if (!succeeded(await call({ pageSize: one }))) continue;
    refused.least = one;
    return true;
  }
  return false;
}
