import type { Call } from '../../http/message.ts';
import { sameActor, type AccessToken, type Project } from '../../state/model.ts';

/** Whether a user has authorized an app. */
export const hasUsers = (call: Call, appId: string): boolean =>
  call.tenant.state.delegations.some((delegation) => delegation.appId === appId);

/** The users who authorized an app. */
export const usersOf = (call: Call, appId: string): Set<string> =>
  new Set(call.tenant.state.delegations.filter((each) => each.appId === appId).map(({ userId }) => userId));

/** Whether the project is open to somebody as it is: a grant that was not taken back. */
export const isOpenTo = (project: Project, kind: 'user' | 'app', id: string): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, { kind, id }) && grant.revokedAt === undefined);

/** The tokens that an app has obtained for itself. */
export const tokensOf = (call: Call, appId: string): AccessToken[] =>
  call.tenant.state.accessTokens
    .values()
    .filter((token) => token.subject.kind === 'app' && token.subject.id === appId)
    .toArray();

/** Whether a project is open to an app. */
export const isFor = (project: Project, appId: string): boolean =>
  project.grants.some(
    ({ actor, revokedAt }) => sameActor(actor, { kind: 'app', id: appId }) && revokedAt === undefined,
  );

/** The users who consented to the app, in the order in which they did. */
export const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);
