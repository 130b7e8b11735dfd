import { listingEndpoint, LISTINGS } from '../../endpoints/listings.ts';
import type { Actor, Call } from '../../call.ts';

/** The page that a call would have had as somebody else. */
export function pageFor(call: Call, actor: Actor): Readonly<Record<string, unknown>> {
  const listing = LISTINGS.find(({ paths }) => paths.includes(call.request.path));
  if (listing === undefined) return {};
  const { behaviour } = call.tenant;
  const answer = listingEndpoint(listing)({
    ...call,
    tenant: { ...call.tenant, behaviour: { ...behaviour, authenticate: () => actor } },
  });
  return JSON.parse(answer.body ?? '{}') as Record<string, unknown>;
}
