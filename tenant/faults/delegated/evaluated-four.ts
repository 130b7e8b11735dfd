import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { sameActor, type RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const WEEK = 7 * 86_400_000;

/** How many refreshes lie between a refresh token and the newest one of its authorization. */
function generationsAgo(token: RefreshToken): number {
  let ago = 0;
  let each = token.delegation.latestRefreshToken;
  while (each !== undefined && each !== token) {
    each = each.predecessor;
    ago += 1;
  }
  return ago;
}

/** Mistakes that show after a long time, a long chain, or beside something else of the same user or app. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'delegated/consent-lasts-a-week',
    breaks: ['DEL-17'],
    summary: 'A consent is forgotten after a week, while the session goes on.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) &&
        call.tenant.state.consents.some(
          (consent) =>
            consent.userId === user.id &&
            consent.appId === app.id &&
            call.now.getTime() - consent.givenAt.getTime() < WEEK,
        ),
    }),
  },
  {
    id: 'delegated/a-denial-elsewhere-forgets-consents',
    breaks: ['DEL-17'],
    summary: 'When a user denies one app, what the user has consented to for others is forgotten.',
    behaviour: (normal) => ({
      rememberDenial: (call, user, app) => {
        const { consents } = call.tenant.state;
        const kept = consents.filter(({ userId }) => userId !== user.id);
        consents.splice(0, consents.length, ...kept);
        normal.rememberDenial(call, user, app);
      },
    }),
  },
  {
    id: 'delegated/double-slashes-in-states-are-one',
    breaks: ['DEL-02'],
    summary: 'Several slashes in a row in a state become one.',
    behaviour: (normal) => ({
      returnedState: (call, request) => normal.returnedState(call, request)?.replace(/\/{2,}/g, '/'),
    }),
  },
  {
    id: 'delegated/escaped-slashes-of-redirect-uris-are-decoded',
    breaks: ['DEL-12'],
    also: ['DEL-01', 'DEL-23', 'DEL-24'],
    summary: 'A percent-encoded slash in the path of a redirect URI is a plain one on the way back.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) => {
        const [path = '', query] = redirectUri.split('?');
        const plain = path.replace(/%2f/gi, '/');
        return normal.addressWith(call, query === undefined ? plain : `${plain}?${query}`, parameters);
      },
    }),
  },
  {
    id: 'delegated/ten-spent-tokens-are-remembered',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'Of the spent refresh tokens of an authorization the last ten are remembered, and others are good again.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && generationsAgo(token) <= 10,
    }),
  },
  {
    id: 'delegated/an-app-exchanges-one-code-at-a-time',
    breaks: ['DEL-27'],
    summary: 'While the exchange of a code is under way, the other codes of the app are refused.',
    behaviour: (normal) => {
      const underWay = new Map<string, string>();
      const late = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          const value = new URLSearchParams(call.request.body.toString('utf8')).get('code');
          const code = value === null ? undefined : call.tenant.behaviour.findCode(call, value);
          if (code === undefined) return normal.prepareTokenRequest(call);
          const { appId } = code.delegation;
          const other = underWay.get(appId);
          if (other !== undefined && other !== code.value) {
            late.add(call);
            return undefined;
          }
          underWay.set(appId, code.value);
          return setTimeout(3).then(() => void underWay.delete(appId));
        },
        codeIsBarred: (call, code) =>
          normal.codeIsBarred(call, code) ??
          (late.has(call) ? refusal('ended-grant', 'Another exchange is under way.') : undefined),
      };
    },
  },
  {
    id: 'delegated/refreshed-tokens-see-first-pages-only',
    breaks: ['DEL-62'],
    also: ['LST-12', 'LST-13'],
    summary: 'The access token of a refresh is refused beside a page token.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(call.request.query.has('nextToken') && token.refreshToken?.predecessor !== undefined),
    }),
  },
  {
    id: 'delegated/records-of-common-projects-name-the-app',
    breaks: ['DEL-33'],
    summary: 'In a project of the app as well, a record that is created for a user names the app as its creator.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { credential } = actor;
        const own =
          credential.kind === 'accessToken' ? ({ kind: 'app', id: credential.token.appId } as const) : undefined;
        const draft = JSON.parse(call.request.body.toString('utf8')) as { projectId: string };
        const project = call.tenant.state.projects.get(draft.projectId);
        const isCommon = project?.grants.some((grant) => own !== undefined && sameActor(grant.actor, own)) === true;
        return own !== undefined && isCommon ? own : normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-brings-back-what-was-withdrawn',
    breaks: ['DEL-35'],
    also: ['DEL-36', 'DEL-32'],
    summary: 'The tokens of refreshes go on showing the projects that the user had when authorizing.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        const { credential } = actor;
        const token = credential.kind === 'accessToken' ? credential.token : undefined;
        if (token?.delegation === undefined || token.refreshToken?.predecessor === undefined) return false;
        const { createdAt } = token.delegation;
        const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
        return grants.some((grant) => sameActor(grant.actor, actor) && grant.grantedAt <= createdAt);
      },
    }),
  },
  {
    id: 'delegated/each-token-path-finds-a-token-unspent',
    breaks: ['DEL-52'],
    also: ['DEL-42', 'DEL-43', 'DEL-53', 'VER-15'],
    summary: 'The legacy path judges a refresh token a moment before it spends it, so both paths can win.',
    behaviour: (normal) => ({
      gapBeforeSpending: (call) =>
        call.request.path === '/api/v2/token' ? setTimeout(5) : normal.gapBeforeSpending(call),
    }),
  },
  {
    id: 'delegated/dollar-signs-in-states-are-replaced',
    breaks: ['DEL-02'],
    summary: 'A state is put in its place by a replacement, in which $& and $$ mean something else.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return state === undefined ? undefined : '{state}'.replace('{state}', state);
      },
    }),
  },
];
