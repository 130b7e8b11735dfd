import type { RequirementEntry } from './entry.ts';
import { apiKey } from './api-key.ts';
import { clientCredentials } from './client-credentials.ts';
import { delegated } from './delegated.ts';
import { expiry } from './expiry.ts';
import { filtering } from './filtering.ts';
import { lifecycle } from './lifecycle.ts';
import { listing } from './listing.ts';
import { openidConnect } from './openid-connect.ts';
import { tokenIssuance } from './token-issuance.ts';
import { transport } from './transport.ts';
import { versioning } from './versioning.ts';
import { webhooks } from './webhooks.ts';
import { sectionOf } from './places.ts';
import { freedoms } from './freedoms.ts';
import { untestable } from './untestable.ts';

export type { FreedomEntry, RequirementBasis, RequirementEntry, RequirementKind, UntestableEntry } from './entry.ts';
export { freedoms, untestable };

/**
 * Changes with each change of a statement or a basis, so that reports over different catalogues can be distinguished.
 */
export const catalogueVersion = '1';

/** The profiles, in the order in which they are listed and reported. */
export const profileNames = [
  'transport',
  'token-issuance',
  'client-credentials',
  'delegated',
  'api-key',
  'openid-connect',
  'lifecycle',
  'expiry',
  'listing',
  'filtering',
  'webhooks',
  'versioning',
] as const;

/** A group of requirements that a vendor claims as a whole. */
export type ProfileName = (typeof profileNames)[number];

const entriesByProfile = {
  transport,
  'token-issuance': tokenIssuance,
  'client-credentials': clientCredentials,
  delegated,
  'api-key': apiKey,
  'openid-connect': openidConnect,
  lifecycle,
  expiry,
  listing,
  filtering,
  webhooks,
  versioning,
} as const satisfies Readonly<Record<ProfileName, readonly RequirementEntry[]>>;

/** The ids of the catalogue. With this type, a misspelt id does not compile. */
export type RequirementId = (typeof entriesByProfile)[ProfileName][number]['id'];

export type FreedomId = (typeof freedoms)[number]['id'];

export type UntestableId = (typeof untestable)[number]['id'];

/** One requirement of the catalogue and the profile that it belongs to. */
export interface Requirement extends RequirementEntry {
  readonly id: RequirementId;
  readonly profile: ProfileName;
  /** The sections of the specification that it rests on, separated by semicolons. */
  readonly section: string;
}

const requirementsByProfile: ReadonlyMap<ProfileName, readonly Requirement[]> = new Map(
  profileNames.map((profile) => {
    const entries: readonly (RequirementEntry & { readonly id: RequirementId })[] = entriesByProfile[profile];
    return [profile, entries.map((entry) => ({ ...entry, profile, section: sectionOf(entry.from) }))] as const;
  }),
);

/** The whole catalogue, profile by profile. */
export const requirements: readonly Requirement[] = [...requirementsByProfile.values()].flat();

export const requirementById: ReadonlyMap<RequirementId, Requirement> = new Map(
  requirements.map((requirement) => [requirement.id, requirement] as const),
);

/** Returns the requirements of one profile, in catalogue order. */
export function requirementsOf(profile: ProfileName): readonly Requirement[] {
  return requirementsByProfile.get(profile) ?? [];
}
