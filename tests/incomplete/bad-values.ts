import type { Actor, Call } from '../../tenant/call.ts';
import type { Fault } from '../../tenant/faults/index.ts';
import { findFault } from '../../tenant/faults/index.ts';

/** A tenant that has a bad value for one of several inputs, and the expected verdicts. */
export interface BadValueRow {
  readonly what: string;
  readonly behaviour: Fault['behaviour'];
  /** The requirements that the bad value breaks. A run finds them broken, whatever their other verdicts are. */
  readonly red: readonly string[];
  /** Requirements that are inconclusive, because no other value is left by which a check could judge them. */
  readonly unclear?: readonly string[];
  /** Present if the row is tested for every change. */
  readonly quick?: true;
}

/** Makes a tenant answer some calls of a listing with a status and nothing else. */
function answers(status: number, which: (call: Call, actor: Actor | undefined) => boolean): Fault['behaviour'] {
  return (normal) => ({
    answerListing: (call, actor, listing) =>
      which(call, actor) ? { status, headers: [], body: undefined } : normal.answerListing(call, actor, listing),
  });
}

const isAt = ({ request }: Call, path: string): boolean => request.path === path;
const hasParameter = ({ request }: Call, parameter: string): boolean => request.query.has(parameter);

function knownFault(id: string): Fault['behaviour'] {
  const fault = findFault(id);
  if (fault === undefined) throw new Error(`there is no fault ${id}`);
  return fault.behaviour;
}

export const badValues: readonly BadValueRow[] = [
  {
    what: 'answers 500 to every sort of the v2 plates',
    behaviour: answers(500, (call) => isAt(call, '/api/v2/plates') && hasParameter(call, 'sort')),
    red: ['LST-23', 'LST-37'],
    quick: true,
  },
  {
    what: 'answers 500 to every sort of the v3 entries',
    behaviour: answers(500, (call) => isAt(call, '/api/v3/entry/items') && hasParameter(call, 'sort')),
    red: ['LST-22', 'LST-23'],
  },
  {
    what: 'ends the v3 entries after a page',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) =>
        normal.pageMembers(call, listing, items, isAt(call, '/api/v3/entry/items') ? '' : nextToken),
    }),
    red: ['LST-11', 'LST-27'],
  },
  {
    what: 'refuses spent refresh tokens with another error',
    behaviour: knownFault('delegated/spent-tokens-are-an-invalid-request'),
    red: ['DEL-43', 'DEL-44'],
    quick: true,
  },
  {
    what: 'answers 500 to every caller who asks for the v2 entries',
    behaviour: knownFault('listing/v2-entries-break-down'),
    red: ['TRN-02', 'LST-02'],
    // a check with a single case begins with this listing
    unclear: ['VER-02'],
  },
  {
    what: 'answers 403 to apps that ask for the v3 entries',
    behaviour: answers(403, (call, actor) => isAt(call, '/api/v3/entry/items') && actor?.kind === 'app'),
    red: ['CCR-04', 'LST-01'],
    unclear: ['VER-09'],
  },
  {
    what: 'answers 403 to apps that ask for the v2 plates for a user',
    behaviour: answers(
      403,
      (call, actor) =>
        isAt(call, '/api/v2/plates') && actor?.kind === 'user' && actor.credential.kind === 'accessToken',
    ),
    red: ['DEL-62'],
  },
  {
    what: 'refuses refresh tokens at the legacy path',
    behaviour: knownFault('versioning/legacy-path-does-not-refresh'),
    red: ['VER-07'],
    // requirements about both paths, and checks with a single case that use the legacy path in between
    unclear: ['VER-11', 'VER-13', 'VER-15', 'VER-21', 'DEL-33', 'EXP-11', 'EXP-12'],
  },
  {
    what: 'refuses page tokens of the v3 entries',
    behaviour: knownFault('listing/page-tokens-are-refused-on-v3-entries'),
    red: ['LST-12'],
  },
];
