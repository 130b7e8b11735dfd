import { setTimeout } from 'node:timers/promises';
import type { Answer, Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { silentCodes } from './silent-codes.ts';

const DAY = 86_400_000;

function presentedIn(call: Call): RefreshToken | undefined {
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Mistakes about what belongs together: a state and its request, a code and its address, a page and its user. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'delegated/the-state-of-the-consent-comes-back',
    breaks: ['DEL-02'],
    summary: 'Where nobody has to be asked, the state that came with the consent comes back.',
    behaviour: (normal) => {
      const first = new Map<string, string>();
      return {
        rememberConsent: (call, user, app) => {
          const state = call.request.query.get('state');
          if (state !== null) first.set(`${user.id} ${app.id}`, state);
          normal.rememberConsent(call, user, app);
        },
        returnedState: (call, request) => {
          const user = call.request.method === 'GET' ? call.tenant.behaviour.signedInUser(call) : undefined;
          const state = normal.returnedState(call, request);
          return state === undefined ? undefined : (first.get(`${user?.id} ${request.app.id}`) ?? state);
        },
      };
    },
  },
  {
    id: 'delegated/states-end-at-a-hash-after-a-sign-in',
    breaks: ['DEL-02'],
    summary: 'The way back from the sign-in page ends at a hash in the state, as it would in an address.',
    behaviour: (normal) => {
      const cut = new WeakSet<object>();
      const signedIn = new WeakSet<object>();
      return {
        beginSession: (call, user) => {
          const session = normal.beginSession(call, user);
          signedIn.add(session);
          return session;
        },
        returnedState: (call, request) => {
          const session = call.tenant.behaviour.sessionOf(call);
          const state = normal.returnedState(call, request);
          if (session === undefined || !signedIn.has(session) || cut.has(session)) return state;
          cut.add(session);
          return state?.split('#')[0];
        },
      };
    },
  },
  {
    id: 'delegated/local-redirect-uris-share-their-paths',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'On http://localhost any path of a registered port is taken for the registered one.',
    behaviour: (normal) => ({
      redirectUriMatches: (call, registered, named) => {
        const origin = /^http:\/\/localhost:\d+/.exec(registered)?.[0];
        return (
          normal.redirectUriMatches(call, registered, named) || (origin !== undefined && named.startsWith(`${origin}/`))
        );
      },
    }),
  },
  {
    id: 'delegated/codes-of-the-silent-way-fit-any-redirect-uri',
    breaks: ['DEL-29'],
    summary: 'A code that was given without a prompt is exchanged with any redirect URI of the app.',
    behaviour: (normal) => {
      const { silent, remembering } = silentCodes(normal);
      return {
        ...remembering,
        codeFitsRedirectUri: (call, code, redirectUri) =>
          normal.codeFitsRedirectUri(call, code, redirectUri) ||
          (silent.has(code) &&
            call.tenant.state.apps.get(code.delegation.appId)?.redirectUris.includes(redirectUri) === true),
      };
    },
  },
  {
    id: 'delegated/an-app-token-unspends',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'When an app asks for a token of its own, what it spent last for each user is good again.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        for (const { appId, latestRefreshToken } of subject.kind === 'app' ? call.tenant.state.delegations : []) {
          const spent = appId === app.id ? latestRefreshToken?.predecessor : undefined;
          if (spent !== undefined) spent.spentAt = undefined;
        }
        return normal.issueAccessToken(call, subject, app);
      },
    }),
  },
  {
    id: 'delegated/spent-tokens-are-swept-after-twenty-days',
    breaks: ['DEL-44'],
    also: ['DEL-43', 'DEL-45'],
    summary: 'Twenty days after its use a spent refresh token is refused as unknown_token.',
    behaviour: (normal) => ({
      refusalCode: (call, refused) => {
        const spentAt = refused.refused === 'spent-refresh-token' ? presentedIn(call)?.spentAt : undefined;
        return spentAt !== undefined && call.now.getTime() - spentAt.getTime() >= 20 * DAY
          ? 'unknown_token'
          : normal.refusalCode(call, refused);
      },
    }),
  },
  {
    id: 'delegated/tokens-do-not-see-later-records',
    breaks: ['DEL-31'],
    also: ['DEL-35'],
    summary: 'A delegated token shows the records that there were when it was issued.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const { credential } = actor;
        const token = credential.kind === 'accessToken' ? credential.token : undefined;
        const isLater = token?.delegation !== undefined && record.addedAt.getTime() > token.issuedAt.getTime();
        return !isLater && normal.mayRead(call, actor, record);
      },
    }),
  },
  {
    id: 'delegated/sorted-pages-are-kept-for-the-app',
    breaks: ['DEL-34'],
    also: ['DEL-31', 'DEL-35'],
    summary: 'A sorted page is kept for two seconds, and shown to whichever user of the same app asks for it.',
    behaviour: (normal) => {
      const kept = new Map<string, { readonly answer: Answer; readonly at: number }>();
      return {
        answerListing: (call, actor, listing) => {
          const { credential } = actor;
          const answer = () => normal.answerListing(call, actor, listing);
          if (credential.kind !== 'accessToken' || credential.token.delegation === undefined) return answer();
          if (!call.request.query.has('sort')) return answer();
          const key = `${credential.token.appId} ${call.request.target}`;
          const known = kept.get(key);
          if (known !== undefined && call.now.getTime() - known.at < 2000) return known.answer;
          const made = answer();
          if (!isRefusal(made)) kept.set(key, { answer: made, at: call.now.getTime() });
          return made;
        },
      };
    },
  },
  {
    id: 'delegated/a-user-is-refreshed-for-one-at-a-time',
    breaks: ['DEL-54'],
    also: ['TOK-34', 'DEL-37', 'DEL-46'],
    summary: 'While a refresh for a user is under way, one with another refresh token of the same user is refused.',
    behaviour: (normal) => {
      const underWay = new Map<string, RefreshToken>();
      const late = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          const token = presentedIn(call);
          if (token === undefined) return normal.prepareTokenRequest(call);
          const { userId } = token.delegation;
          const other = underWay.get(userId);
          if (other !== undefined && other !== token) {
            late.add(call);
            return undefined;
          }
          underWay.set(userId, token);
          return setTimeout(3).then(() => void underWay.delete(userId));
        },
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (late.has(call) ? refusal('ended-grant', 'Another refresh is under way.') : undefined),
      };
    },
  },
  {
    id: 'delegated/codes-refresh',
    breaks: ['DEL-55'],
    summary: 'A code that was exchanged stands for the refresh token that it brought.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) =>
        normal.findRefreshToken(call, value) ?? call.tenant.state.codes.find(value)?.delegation.latestRefreshToken,
    }),
  },
  {
    id: 'delegated/refresh-tokens-are-exchanged-as-codes',
    breaks: ['DEL-28'],
    summary: 'A refresh token is taken for the code that brought it.',
    behaviour: (normal) => ({
      findCode: (call, value) => {
        const delegation = call.tenant.state.refreshTokens.find(value)?.delegation;
        const codes = delegation === undefined ? [] : [...call.tenant.state.codes.values()];
        return normal.findCode(call, value) ?? codes.find((code) => code.delegation === delegation);
      },
      codeIsUsed: (call, code) => {
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('code');
        return value === code.value && normal.codeIsUsed(call, code);
      },
    }),
  },
];
