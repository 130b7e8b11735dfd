import type { RequirementId } from '../requirements/index.ts';
import { credentialOf, reusedBy } from './event-log.ts';
import type { Credential, EventLog, LoggedEvent } from './vocabulary.ts';
import { isOfSame } from './vocabulary.ts';

/**
 * Returns the requirements on the coexistence of tokens that a tenant may have broken in a part of the past. The
 * possible causes are another issue, a refresh, the reuse of a spent token and another authorization. All these
 * requirements are inferred, because the number of tokens that a tenant keeps is free. So if there are any, no stated
 * requirement is broken ("Client credentials", 3; "Delegated auth", 5 and 6).
 */
export function coexistenceOf(past: EventLog, suspects: EventLog, credential: Credential): ReadonlySet<RequirementId> {
  return new Set(suspects.flatMap((one) => requirementOn(past, one, credential) ?? []));
}

/**
 * Reports whether a spent token of any authorization of the credential's user was presented again in a part of the
 * past. A tenant that takes the reuse for theft may end everything that apps hold for the user, and no requirement
 * concerns that: a refresh must not end other tokens, but a reuse is not a refresh (FRE-82).
 */
export function wasReusedByUser(past: EventLog, suspects: EventLog, { user }: Credential): boolean {
  return user !== undefined && suspects.some((one) => reusedBy(past, one)?.user === user);
}

function requirementOn(past: EventLog, one: LoggedEvent, credential: Credential): RequirementId | undefined {
  // no statement says either that the reuse of a spent token ends the tokens of others
  const refreshed = one.kind === 'spent' ? credentialOf(past, one.credential) : reusedBy(past, one);
  if (refreshed !== undefined) return acceptedAfterRefresh(refreshed, credential);
  if (one.kind === 'issued') return acceptedAfterIssue(one.credential, credential);
  // a tenant may treat a new authorization as a replacement of the earlier one
  const isAnew = one.kind === 'visited' && isOfSame(one, credential);
  return isAnew && credential.kind === 'refreshToken' ? 'DEL-48' : undefined;
}

function acceptedAfterRefresh(spent: Credential, { kind, user, app, family }: Credential): RequirementId | undefined {
  if (spent.kind !== 'refreshToken') return undefined;
  if (kind === 'appToken') return spent.app === app ? 'DEL-63' : undefined;
  if (user === undefined || app === undefined || spent.family === family) return undefined;
  if (spent.user === user) return 'DEL-46';
  return spent.app === app ? 'DEL-47' : undefined;
}

function acceptedAfterIssue(issued: Credential, { kind, user, app }: Credential): RequirementId | undefined {
  if (issued.kind === 'appToken' && issued.app === app) {
    if (kind === 'code') return undefined;
    return kind === 'appToken' ? 'CCR-07' : user === undefined ? 'CCR-06' : 'DEL-63';
  }
  if (issued.kind !== 'accessToken' || issued.place !== 0) return undefined;
  if (kind === 'appToken') return issued.app === app ? 'CCR-20' : undefined;
  if (kind !== 'refreshToken' && kind !== 'accessToken') return undefined;
  if (issued.user === user) return 'DEL-48';
  return issued.app === app ? 'DEL-47' : undefined;
}
