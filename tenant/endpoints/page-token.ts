import { createHmac } from 'node:crypto';
import type { Actor, Call } from '../call.ts';
import { sameSecret } from '../secrets.ts';
import type { LabRecord } from '../state/model.ts';
import type { Listing } from './listings.ts';

/** The place in the order after which the next page begins. */
export interface Cursor {
  readonly modifiedAt: Date;
  readonly id: string;
}

function sealOf(call: Call, actor: Actor, listing: Listing, place: string): string {
  const bound = call.tenant.behaviour.pageTokenIsBoundTo(call, actor, listing);
  return createHmac('sha256', call.tenant.sealingKey).update(`${bound}\n${place}`).digest('base64url');
}

/** Creates a token for the page after `last`, valid for this actor and this query only. */
export function sealPageToken(call: Call, actor: Actor, listing: Listing, last: LabRecord): string {
  const place = call.tenant.behaviour.writePlace(call, last);
  return `${place}.${sealOf(call, actor, listing, place)}`;
}

/** Returns the place that a token stands for, or `undefined` if it was not made for this actor and this query. */
export function openPageToken(call: Call, actor: Actor, listing: Listing, token: string): Cursor | undefined {
  const [place = '', seal = ''] = token.split('.');
  if (!sameSecret(token, `${place}.${seal}`)) return undefined;
  return sameSecret(seal, sealOf(call, actor, listing, place))
    ? call.tenant.behaviour.readPlace(call, place)
    : undefined;
}
