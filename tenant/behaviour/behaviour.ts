import { specifiedApiKeys, type ApiKeyBehaviour } from './api-keys.ts';
import { specifiedAssertions, type AssertionBehaviour } from './assertions.ts';
import { specifiedAuthentication, type AuthenticationBehaviour } from './authentication.ts';
import { specifiedAuthorizationAnswers, type AuthorizationAnswerBehaviour } from './authorization-answers.ts';
import { specifiedAuthorizationFlow, type AuthorizationFlowBehaviour } from './authorization-flow.ts';
import { specifiedAuthorizationRequests, type AuthorizationRequestBehaviour } from './authorization-requests.ts';
import { specifiedBearer, type BearerBehaviour } from './bearer.ts';
import { specifiedClients, type ClientBehaviour } from './clients.ts';
import { specifiedCodes, type CodeBehaviour } from './codes.ts';
import { specifiedConnections, type ConnectionBehaviour } from './connections.ts';
import { specifiedConsents, type ConsentBehaviour } from './consents.ts';
import { specifiedDelegations, type DelegationBehaviour } from './delegations.ts';
import { specifiedDeliveries, type DeliveryBehaviour } from './deliveries.ts';
import { specifiedEvents, type EventBehaviour } from './events.ts';
import { specifiedFilterQueries, type FilterQueryBehaviour } from './filter-queries.ts';
import { specifiedFilters, type FilterBehaviour } from './filters.ts';
import { specifiedIdTokens, type IdTokenBehaviour } from './id-tokens.ts';
import { specifiedIssuing, type IssuingBehaviour } from './issuing.ts';
import { specifiedItems, type ItemBehaviour } from './items.ts';
import { specifiedLifecycle, type LifecycleBehaviour } from './lifecycle.ts';
import { specifiedMessages, type MessageBehaviour } from './messages.ts';
import { specifiedPageTokens, type PageTokenBehaviour } from './page-tokens.ts';
import { specifiedPages, type PageBehaviour } from './pages.ts';
import { specifiedRedirectUris, type RedirectUriBehaviour } from './redirect-uris.ts';
import { specifiedRefreshTokens, type RefreshTokenBehaviour } from './refresh-tokens.ts';
import { specifiedRefusals, type RefusalBehaviour } from './refusals.ts';
import { specifiedRouting, type RoutingBehaviour } from './routing.ts';
import { specifiedSessions, type SessionBehaviour } from './sessions.ts';
import { specifiedStanding, type StandingBehaviour } from './standing.ts';
import { specifiedTokenAnswers, type TokenAnswerBehaviour } from './token-answers.ts';
import { specifiedTokenRequests, type TokenRequestBehaviour } from './token-requests.ts';
import { specifiedTriggers, type TriggerBehaviour } from './triggers.ts';
import { specifiedVisibility, type VisibilityBehaviour } from './visibility.ts';
import { specifiedWrites, type WriteBehaviour } from './writes.ts';

/**
 * Every decision of the tenant, one function each. Rules call one another only through this object
 * (`call.tenant.behaviour`), so a rule that is replaced is replaced for all who follow it.
 */
export interface Behaviour
  extends
    ConnectionBehaviour,
    RoutingBehaviour,
    RefusalBehaviour,
    AuthenticationBehaviour,
    BearerBehaviour,
    ApiKeyBehaviour,
    TokenRequestBehaviour,
    ClientBehaviour,
    IssuingBehaviour,
    TokenAnswerBehaviour,
    VisibilityBehaviour,
    PageBehaviour,
    ItemBehaviour,
    WriteBehaviour,
    LifecycleBehaviour,
    AuthorizationAnswerBehaviour,
    AuthorizationFlowBehaviour,
    AuthorizationRequestBehaviour,
    CodeBehaviour,
    ConsentBehaviour,
    DelegationBehaviour,
    IdTokenBehaviour,
    RedirectUriBehaviour,
    RefreshTokenBehaviour,
    SessionBehaviour,
    StandingBehaviour,
    AssertionBehaviour,
    DeliveryBehaviour,
    EventBehaviour,
    FilterQueryBehaviour,
    FilterBehaviour,
    MessageBehaviour,
    PageTokenBehaviour,
    TriggerBehaviour {}

/** What the specification says; where it leaves something free, one plain choice. */
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

/** Makes the rules that differ from the normal ones. Called once a started tenant, so what it closes over is that tenant's. */
export type Deviation = (normal: Behaviour) => Partial<Behaviour>;

/** The normal rules with each deviation laid over those before it. */
export function behaviourWith(...deviations: readonly (Deviation | undefined)[]): Behaviour {
  let behaviour = specified;
  for (const deviation of deviations) {
    if (deviation !== undefined) behaviour = { ...behaviour, ...deviation(behaviour) };
  }
  return behaviour;
}
