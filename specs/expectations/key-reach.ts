import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted } from './acceptance.ts';
import { isOfCredential } from './refusal.ts';

/** How one listing answered a key. */
export interface KeyCall {
  readonly listing: Listing;
  readonly call: Exchange;
  /** The same call without a credential, for contrast. */
  readonly anonymous: Exchange;
  /** The same call by an app, made only where the key was not served. */
  readonly byApp?: Exchange;
  /** Whether the owner was granted something to see there, so that a refusal cannot be for want of permission. */
  readonly granted: boolean;
}

/**
 * A key is accepted on each documented listing ("Basic authentication"). That one token works against both versions is
 * said of access tokens only: a version that refuses the key altogether, while the other serves it, is a question of
 * the versions (KEY-20) and no refusal on some listing (KEY-02).
 */
export function* acceptedOnEachListing(calls: readonly KeyCall[]): Generator<Judgement<RequirementId, never>> {
  const refused: KeyCall[] = [];
  const served: KeyCall[] = [];
  for (const one of calls) {
    const { path } = one.listing;
    if (!(yield* premise(!accepted(one.anonymous), `GET ${path} is served without a credential too`))) continue;
    if (accepted(one.call)) {
      served.push(one);
      continue;
    }
    const ofKey = isOfCredential(one.call, one.granted);
    if (!(yield* premise(ofKey, `GET ${path} ${answer(one.call)}, perhaps because permission is missing`))) continue;
    const isOpen = one.byApp === undefined || accepted(one.byApp);
    if (!(yield* premise(isOpen, `GET ${path} does not serve an app either`))) continue;
    refused.push(one);
  }

  if (served.length > 0 && served.length === calls.length) yield held('KEY-02');
  const versions = new Set(served.map(({ listing }) => versionOf(listing)).filter((one) => one !== undefined));
  if (versions.size > 1) yield held('KEY-20');
  const closed = closedVersions(calls, refused);
  const ofVersion = (one: KeyCall): boolean => {
    const version = versionOf(one.listing);
    return closed.length === 1 && (version === undefined || version === closed[0]);
  };
  for (const one of refused) {
    if (ofVersion(one)) continue;
    yield finding('KEY-02', `GET ${one.listing.path} with an API key`, answer(one.call), 'a page', one.call);
  }
  for (const version of closed) {
    const first = refused.find(({ listing }) => versionOf(listing) === version);
    if (
      !(yield* premise(
        calls.some(({ listing, call }) => versionOf(listing) !== version && accepted(call)),
        'the key was accepted on neither version',
      ))
    )
      continue;
    const observed = `was answered on no listing of ${version} (${first === undefined ? '' : answer(first.call)})`;
    yield finding('KEY-20', 'an API key', observed, 'pages, as on the other version', first?.call);
  }
}

/** The version in the path of a listing, where it has one. */
function versionOf({ path }: Listing): string | undefined {
  return /^\/api\/(v\d+)\//.exec(path)?.[1];
}

/** The versions on all of whose listings the key was refused. */
function closedVersions(calls: readonly KeyCall[], refused: readonly KeyCall[]): string[] {
  const versions = new Set(calls.map(({ listing }) => versionOf(listing)).filter((version) => version !== undefined));
  return [...versions].filter((version) => {
    const all = calls.filter(({ listing }) => versionOf(listing) === version);
    return all.every((one) => refused.includes(one));
  });
}
