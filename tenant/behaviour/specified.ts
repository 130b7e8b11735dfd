import type { Behaviour, Deviation } from './behaviour.ts';
import { specifiedApiKeys } from './api-keys.ts';
import { specifiedAssertions } from './assertions.ts';
import { specifiedAuthentication } from './authentication.ts';
import { specifiedAuthorizationAnswers } from './authorization-answers.ts';
import { specifiedAuthorizationFlow } from './authorization-flow.ts';
import { specifiedAuthorizationRequests } from './authorization-requests.ts';
import { specifiedBearer } from './bearer.ts';
import { specifiedClients } from './clients.ts';
import { specifiedCodes } from './codes.ts';
import { specifiedConnections } from './connections.ts';
import { specifiedConsents } from './consents.ts';
import { specifiedDelegations } from './delegations.ts';
import { specifiedDeliveries } from './deliveries.ts';
import { specifiedEvents } from './events.ts';
import { specifiedFilterQueries } from './filter-queries.ts';
import { specifiedFilters } from './filters.ts';
import { specifiedIdTokens } from './id-tokens.ts';
import { specifiedIssuing } from './issuing.ts';
import { specifiedItems } from './items.ts';
import { specifiedLifecycle } from './lifecycle.ts';
import { specifiedMessages } from './messages.ts';
import { specifiedPageTokens } from './page-tokens.ts';
import { specifiedPages } from './pages.ts';
import { specifiedRedirectUris } from './redirect-uris.ts';
import { specifiedRefreshTokens } from './refresh-tokens.ts';
import { specifiedRefusals } from './refusals.ts';
import { specifiedRouting } from './routing.ts';
import { specifiedSessions } from './sessions.ts';
import { specifiedStanding } from './standing.ts';
import { specifiedTokenAnswers } from './token-answers.ts';
import { specifiedTokenRequests } from './token-requests.ts';
import { specifiedTriggers } from './triggers.ts';
import { specifiedVisibility } from './visibility.ts';
import { specifiedWrites } from './writes.ts';

/** The behaviour that the specification demands, with one plain choice for each freedom. */
export const specified: Behaviour = {
  ...specifiedConnections,
  ...specifiedRouting,
  ...specifiedRefusals,
  ...specifiedAuthentication,
  ...specifiedBearer,
  ...specifiedApiKeys,
  ...specifiedTokenRequests,
  ...specifiedClients,
  ...specifiedIssuing,
  ...specifiedTokenAnswers,
  ...specifiedVisibility,
  ...specifiedPages,
  ...specifiedItems,
  ...specifiedWrites,
  ...specifiedLifecycle,
  ...specifiedAuthorizationAnswers,
  ...specifiedAuthorizationFlow,
  ...specifiedAuthorizationRequests,
  ...specifiedCodes,
  ...specifiedConsents,
  ...specifiedDelegations,
  ...specifiedIdTokens,
  ...specifiedRedirectUris,
  ...specifiedRefreshTokens,
  ...specifiedSessions,
  ...specifiedStanding,
  ...specifiedAssertions,
  ...specifiedDeliveries,
  ...specifiedEvents,
  ...specifiedFilterQueries,
  ...specifiedFilters,
  ...specifiedMessages,
  ...specifiedPageTokens,
  ...specifiedTriggers,
};

/** Returns the normal rules with the deviations applied in order, each on top of those before it. */
export function behaviourWith(...deviations: readonly (Deviation | undefined)[]): Behaviour {
  let behaviour = specified;
  for (const deviation of deviations) {
    if (deviation !== undefined) behaviour = { ...behaviour, ...deviation(behaviour) };
  }
  return behaviour;
}
