import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor, type App, type RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const legacyPath = '/api/v2/token';
const tenDays = 10 * 86_400_000;

/** A refusal of the client that ends the refresh token it came with all the same, where the client is one of these. */
const spendsWhereRefused =
  (which: (sentSecret: string | null, app: App | undefined) => boolean): Fault['behaviour'] =>
  (normal) => ({
    decideTokenRequest: (call) => {
      const decided = normal.decideTokenRequest(call);
      if (!isRefusal(decided) || decided.refused !== 'wrong-client') return decided;
      const form = new URLSearchParams(call.request.body.toString('utf8'));
      const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === form.get('client_id'));
      const token = normal.findRefreshToken(call, form.get('refresh_token') ?? '');
      if (token !== undefined && which(form.get('client_secret'), app)) normal.spendRefreshToken(call, token);
      return decided;
    },
  });

/** The users whom an app acts for, in the order in which they came. */
function usersOf(call: Call, appId: string): string[] {
  const delegations = call.tenant.state.delegations.filter((delegation) => delegation.appId === appId);
  return [...new Set(delegations.map(({ userId }) => userId))];
}

/** Mistakes about what comes again, comes late, or is one of many. */
export const evaluatedSixFaults: readonly Fault[] = [
  {
    id: 'delegated/a-project-given-again-is-not-shown',
    breaks: ['DEL-35'],
    also: ['DEL-31'],
    summary: 'A delegated token does not show a project that was withdrawn from its user and given again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined &&
          project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined)
        ),
    }),
  },
  {
    id: 'delegated/following-pages-show-what-was-withdrawn',
    breaks: ['DEL-35'],
    summary: 'The following pages of a listing show a user what was withdrawn as well.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) =>
        normal.grantCounts(call, grant) || (grant.actor.kind === 'user' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'delegated/a-refresh-for-a-third-user-acts-for-the-second',
    breaks: ['DEL-36'],
    summary: 'The tokens of a refresh for the third user of an app, and for any later one, act as the second.',
    behaviour: (normal) => ({
      userOfDelegation: (call, delegation) => {
        const users = usersOf(call, delegation.appId);
        return call.found.grantType === 'refresh_token' && users.indexOf(delegation.userId) > 1
          ? (users[1] ?? delegation.userId)
          : normal.userOfDelegation(call, delegation);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-after-ten-days-acts-for-the-latest-user',
    breaks: ['DEL-36'],
    summary: 'Ten days after an authorization the tokens of a refresh act as the user who authorized the app last.',
    behaviour: (normal) => ({
      userOfDelegation: (call, delegation) =>
        call.found.grantType === 'refresh_token' && call.now.getTime() - delegation.createdAt.getTime() >= tenDays
          ? (usersOf(call, delegation.appId).at(-1) ?? delegation.userId)
          : normal.userOfDelegation(call, delegation),
    }),
  },
  {
    id: 'delegated/a-former-secret-spends-refresh-tokens',
    breaks: ['DEL-49'],
    summary: 'A refresh with a client secret of before a rotation is refused, and spends the refresh token.',
    behaviour: spendsWhereRefused((secret, app) => app?.formerSecrets.some(({ value }) => value === secret) === true),
  },
  {
    id: 'delegated/an-unknown-client-spends-refresh-tokens',
    breaks: ['DEL-49'],
    summary: 'A refresh with a client_id that nobody has is refused, and spends the refresh token.',
    behaviour: spendsWhereRefused((_secret, app) => app === undefined),
  },
  {
    id: 'delegated/old-refresh-tokens-are-anybodys',
    breaks: ['DEL-50'],
    summary: 'Once its access token has expired, a refresh token is good for whichever app presents it.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) || call.now.getTime() - token.issuedAt.getTime() > 900_000,
    }),
  },
  {
    id: 'delegated/an-app-remembers-thirty-spent-tokens',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'Of the spent refresh tokens of an app the last thirty are known to be spent.',
    behaviour: (normal) => {
      const spent = new Map<string, readonly RefreshToken[]>();
      return {
        spendRefreshToken: (call, token) => {
          const { appId } = token.delegation;
          spent.set(appId, [...(spent.get(appId) ?? []), token].slice(-30));
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) && spent.get(token.delegation.appId)?.includes(token) === true,
      };
    },
  },
  {
    id: 'delegated/fresh-codes-are-refresh-tokens',
    breaks: ['DEL-55'],
    summary: 'A code that was not exchanged yet is taken in the place of a refresh token.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const code = normal.findCode(call, value);
        if (code === undefined || code.usedAt !== undefined) return normal.findRefreshToken(call, value);
        const { delegation } = code;
        const times = { issuedAt: call.now, countsFrom: call.now, spentAt: undefined };
        return { value, delegation, predecessor: undefined, path: call.request.path, ...times };
      },
    }),
  },
  {
    id: 'delegated/a-refresh-at-the-legacy-path-ends-own-tokens',
    breaks: ['DEL-63'],
    summary: "A refresh at the legacy path ends the app's tokens of its own.",
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        spendRefreshToken: (call, token) => {
          for (const one of call.request.path === legacyPath ? call.tenant.state.accessTokens.values() : []) {
            if (one.subject.kind === 'app' && one.appId === token.delegation.appId) over.add(one);
          }
          normal.spendRefreshToken(call, token);
        },
        tokenHasEnded: (call, token) => normal.tokenHasEnded(call, token) || over.has(token),
      };
    },
  },
  {
    id: 'delegated/a-code-beside-one-of-another-app-acts-for-the-first-user',
    breaks: ['DEL-60'],
    also: ['DEL-34'],
    summary:
      'While a code of its user waits for another app, the exchange of a code acts as the user who authorized its app first.',
    behaviour: (normal) => ({
      userOfDelegation: (call, delegation) => {
        const { userId, appId } = delegation;
        const another = call.tenant.state.codes
          .values()
          .some(
            ({ usedAt, delegation: other }) => usedAt === undefined && other.userId === userId && other.appId !== appId,
          );
        return another && call.found.grantType === 'authorization_code'
          ? (usersOf(call, appId)[0] ?? userId)
          : normal.userOfDelegation(call, delegation);
      },
    }),
  },
  {
    id: 'delegated/https-anywhere-is-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered where https stands anywhere in it.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) || redirectUri.includes('https'),
    }),
  },
  {
    id: 'delegated/clear-text-is-registered-at-the-second-attempt',
    breaks: ['DEL-25'],
    also: ['DEL-26'],
    summary: 'A redirect URI without TLS that was refused once is registered when it is offered again.',
    behaviour: (normal) => {
      const refused = new Set<string>();
      return {
        registerRedirectUri: (tenant, app, redirectUri) => {
          const problem = normal.registerRedirectUri(tenant, app, redirectUri);
          const offer = `${app.id} ${redirectUri}`;
          if (problem === undefined || !redirectUri.startsWith('http://')) return problem;
          if (!refused.has(offer)) {
            refused.add(offer);
            return problem;
          }
          app.redirectUris.push(redirectUri);
          return undefined;
        },
      };
    },
  },
  {
    id: 'delegated/redirect-uris-must-be-percent-encoded',
    breaks: ['DEL-01'],
    summary: 'An authorization request is refused whose redirect_uri has its colon and slashes as they are.',
    behaviour: (normal) => ({
      authorizationParameters: (call) =>
        /[?&]redirect_uri=https?:\/\//.test(call.request.target)
          ? refusal('malformed-authorization', 'The redirect_uri is not percent-encoded.')
          : normal.authorizationParameters(call),
    }),
  },
];
