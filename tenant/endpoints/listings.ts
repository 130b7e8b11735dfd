import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import type { RecordKind } from '../state/model.ts';
import { authenticated } from './authenticated.ts';

/** One of the five listings ("Listing endpoints used in examples"). */
export interface Listing {
  readonly kind: RecordKind;
  readonly version: 'v2' | 'v3';
  readonly paths: readonly string[];
  readonly itemsKey: string;
  readonly sortable: boolean;
}

export const LISTINGS: readonly Listing[] = [
  { kind: 'entry', version: 'v3', paths: ['/api/v3/entry/items'], itemsKey: 'items', sortable: true },
  { kind: 'entry', version: 'v2', paths: ['/api/v2/entries'], itemsKey: 'entries', sortable: true },
  { kind: 'plate', version: 'v3', paths: ['/api/v3/plate/items'], itemsKey: 'items', sortable: true },
  { kind: 'plate', version: 'v2', paths: ['/api/v2/plates'], itemsKey: 'plates', sortable: true },
  {
    kind: 'assayResult',
    version: 'v2',
    // The specification does not give the version prefix, so the listing answers with and without one.
    paths: ['/api/v2/assay-results', '/assay-results'],
    itemsKey: 'results',
    sortable: false,
  },
];

export function listingEndpoint(listing: Listing): (call: Call) => Answer {
  return (call) => authenticated(call, (actor) => call.tenant.behaviour.answerListing(call, actor, listing));
}
