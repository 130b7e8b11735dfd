import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { KnownRecords } from '../../drivers/world/known-records.ts';
import type { RecordKind } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { traverse } from '../../drivers/world/traverse.ts';
import { WalkLimits } from '../../drivers/world/walk-limits.ts';

let number = 0;

/** Returns a received answer. A body that is not text is written as JSON. */
export function answered(body: unknown, status = 200): Exchange {
  return {
    number: ++number,
    at: 0,
    ms: 1,
    request: { method: 'GET', url: 'https://tenant.example/api/v2/entries', headers: {} },
    response: { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) },
  };
}

export function aRecord(id: string, name: string, kind: RecordKind = 'entry'): CreatedRecord {
  return { id, name, kind };
}

/** The settings of a profile about the pages of a tenant. */
export interface ApiSettings {
  readonly itemsKeys?: Readonly<Record<string, string>>;
  readonly itemId?: string;
}

/** Follows a listing whose pages a function gives, by the page token that was sent. */
export function viewOf(
  answer: (nextToken: string | undefined, call: number) => Exchange,
  api: ApiSettings = {},
  walks = new WalkLimits({ isFull: () => Promise.resolve(false) }),
): Promise<View> {
  let calls = 0;
  const scene = {
    target: { settings: { api: { itemsKeys: {}, ...api } }, familiar: new KnownRecords(), walks },
    recordCutOff: (_path: string, limit: string) => {
      throw new PremiseUnmet(limit);
    },
    call: (_path: string, options: { readonly query?: { readonly nextToken?: string } }) =>
      Promise.resolve(answer(options.query?.nextToken, calls++)),
  };
  return traverse(scene as unknown as Scene, { path: '/api/v2/entries', kind: 'entry' }, 'Bearer token');
}

/** Returns a view of one page. */
export function viewOfPage(body: unknown, api: ApiSettings = {}): Promise<View> {
  return viewOf(() => answered(body), api);
}
