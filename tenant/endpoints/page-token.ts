import { createHmac } from 'node:crypto';
import type { Actor, Call } from '../http/message.ts';
import { sameSecret } from '../secrets.ts';
import type { LabRecord } from '../state/model.ts';
import type { Listing } from './listings.ts';

/** The place in the order behind which the next page begins. */
export interface Cursor {
  readonly modifiedAt: Date;
  readonly id: string;
}

/** Everything that must stay the same from page to page, in one text. */
function boundTo(call: Call, actor: Actor, listing: Listing): string {
  const parameters = new URLSearchParams(call.request.query);
  parameters.delete('nextToken');
  parameters.sort();
  return JSON.stringify([actor.kind, actor.id, listing.version, listing.kind, parameters.toString()]);
}

function sealOf(call: Call, bound: string, place: string): string {
  return createHmac('sha256', call.tenant.sealingKey).update(`${bound}\n${place}`).digest('base64url');
}

/** A token for the page after `last`, good for this actor and this query only. */
export function sealPageToken(call: Call, actor: Actor, listing: Listing, last: LabRecord): string {
  const place = Buffer.from(JSON.stringify([last.modifiedAt.getTime(), last.id])).toString('base64url');
  return `${place}.${sealOf(call, boundTo(call, actor, listing), place)}`;
}

/** The place that a token stands for; `undefined` for one that was not made for this actor and this query. */
export function openPageToken(call: Call, actor: Actor, listing: Listing, token: string): Cursor | undefined {
  const [place = '', seal = ''] = token.split('.');
  if (!sameSecret(token, `${place}.${seal}`)) return undefined;
  if (!sameSecret(seal, sealOf(call, boundTo(call, actor, listing), place))) return undefined;
  const [modifiedAt, id] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as [number, string];
  return { modifiedAt: new Date(modifiedAt), id };
}
