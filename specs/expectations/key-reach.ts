import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted } from './acceptance.ts';
import { isOfCredential } from './refusal.ts';

/** The answer of one listing to a key. */
export interface KeyCall {
  readonly listing: Listing;
  readonly call: Exchange;
  /** The same call without a credential, as a contrast. */
  readonly anonymous: Exchange;
  /** The same call by an app, made only if the key was not served. */
  readonly byApp?: Exchange;
  /** Whether the owner may see records in this listing, so that a refusal cannot be due to a missing permission. */
  readonly granted: boolean;
}

/**
 * Demands that a key is accepted on each documented listing ("Basic authentication"). The specification says only of
 * access tokens that one works on both versions. So if one version refuses the key altogether and the other serves it,
 * the requirement about versions (KEY-20) is broken, and not the one about listings (KEY-02).
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

/** Returns the version in the path of a listing, if it has one. */
function versionOf({ path }: Listing): string | undefined {
  return /^\/api\/(v\d+)\//.exec(path)?.[1];
}

/** Returns the versions in which every listing refused the key. */
function closedVersions(calls: readonly KeyCall[], refused: readonly KeyCall[]): string[] {
  const versions = new Set(calls.map(({ listing }) => versionOf(listing)).filter((version) => version !== undefined));
  return [...versions].filter((version) => {
    const all = calls.filter(({ listing }) => versionOf(listing) === version);
    return all.every((one) => refused.includes(one));
  });
}
