import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const ageOf = (call: Call, token: RefreshToken): number => (call.now.getTime() - token.issuedAt.getTime()) / 1000;

/** Whether the access token that came with it has ended. */
const isLate = (call: Call, token: RefreshToken): boolean => ageOf(call, token) >= 900;

function presentedIn(call: Call): RefreshToken | undefined {
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Mistakes of authorizations and refreshes that show at one moment, or for one kind of address, only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'delegated/the-only-app-of-a-user-is-the-default',
    breaks: ['DEL-06'],
    summary:
      'A request without client_id is taken for one of the app to which the user has consented, if there is one.',
    behaviour: (normal) => ({
      authorizationParameters: (call) => {
        const parameters = normal.authorizationParameters(call);
        if (isRefusal(parameters) || parameters.has('client_id')) return parameters;
        const user = call.tenant.behaviour.signedInUser(call);
        const apps = new Set(
          call.tenant.state.consents.filter(({ userId }) => userId === user?.id).map((one) => one.appId),
        );
        const [appId = ''] = apps.size === 1 ? apps : [];
        const app = call.tenant.state.apps.get(appId);
        return app === undefined ? parameters : new Map([...parameters, ['client_id', app.clientId]]);
      },
    }),
  },
  {
    id: 'delegated/the-silent-way-needs-no-response-type',
    breaks: ['DEL-13'],
    summary: 'Where nobody has to be asked anything, a request without response_type is answered with a code.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const silent = user !== undefined && call.tenant.behaviour.hasConsented(call, user, request.app);
        return normal.authorizationProblem(
          call,
          silent && request.responseType === undefined ? { ...request, responseType: 'code' } : request,
        );
      },
    }),
  },
  {
    id: 'delegated/unregistered-local-addresses-are-told-the-error',
    breaks: ['DEL-10'],
    summary: 'The refusal of an unregistered redirect URI on localhost is sent to that address.',
    behaviour: (normal) => ({
      refuseInBrowser: (call, refused) => {
        const there = call.request.query.get('redirect_uri') ?? '';
        const { behaviour } = call.tenant;
        return refused.refused === 'unregistered-redirect-uri' && there.startsWith('http://localhost:')
          ? behaviour.sendBrowserTo(call, behaviour.addressWith(call, there, [['error', 'invalid_request']]))
          : normal.refuseInBrowser(call, refused);
      },
    }),
  },
  {
    id: 'delegated/no-refresh-in-the-last-minute',
    breaks: ['DEL-39'],
    also: ['DEL-37', 'EXP-05'],
    summary: 'A refresh is refused in the last minute of the access token.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (ageOf(call, token) >= 840 && !isLate(call, token)
          ? refusal('ended-grant', 'The access token is about to end.')
          : undefined),
    }),
  },
  {
    id: 'delegated/one-late-refresh-an-authorization',
    breaks: ['DEL-40'],
    also: [
      'DEL-37',
      'EXP-11',
      'EXP-12',
      'EXP-13',
      'EXP-14',
      'EXP-15',
      'EXP-16',
      'EXP-17',
      'EXP-18',
      'DEL-41',
      'EXP-20',
    ],
    summary: 'An authorization is refreshed once after its access token has expired, and from then on in time only.',
    behaviour: (normal) => {
      const known = new WeakSet<Delegation>();
      return {
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (isLate(call, token) && known.has(token.delegation)
            ? refusal('ended-grant', 'The access token has ended again.')
            : undefined),
        spendRefreshToken: (call, token) => {
          if (isLate(call, token)) known.add(token.delegation);
          normal.spendRefreshToken(call, token);
        },
      };
    },
  },
  {
    id: 'delegated/late-refreshes-need-a-session-of-the-last-hour',
    breaks: ['DEL-41'],
    also: [
      'DEL-37',
      'DEL-40',
      'EXP-11',
      'EXP-12',
      'EXP-13',
      'EXP-14',
      'EXP-15',
      'EXP-16',
      'EXP-17',
      'EXP-18',
      'TOK-09',
      'LIF-14',
      'EXP-10',
      'EXP-20',
    ],
    summary: 'A refresh after the access token has expired needs a session that the user began within the last hour.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const present = call.tenant.state.sessions
          .values()
          .some(
            ({ userId, startedAt }) =>
              userId === token.delegation.userId && call.now.getTime() - startedAt.getTime() < 3_600_000,
          );
        return (
          normal.refreshIsBarred(call, token) ??
          (isLate(call, token) && !present ? refusal('ended-grant', 'The user is not there.') : undefined)
        );
      },
    }),
  },
  {
    id: 'delegated/a-late-refresh-ends-other-authorizations',
    breaks: ['DEL-46'],
    also: ['DEL-48', 'VER-07', 'EXP-18'],
    summary: 'A refresh after the access token has expired ends the user’s other authorizations of the app.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        if (isLate(call, token)) {
          for (const each of call.tenant.state.delegations) {
            const { userId, appId } = token.delegation;
            if (each !== token.delegation && each.userId === userId && each.appId === appId) {
              call.tenant.behaviour.endDelegation(call, each);
            }
          }
        }
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/losers-of-larger-races-are-told-to-wait',
    breaks: ['DEL-53'],
    also: ['DEL-43', 'DEL-44', 'VER-11'],
    summary: 'Of refreshes that arrive together the fourth and those after it are refused as temporarily_unavailable.',
    behaviour: (normal) => {
      const waiting = new WeakMap<RefreshToken, number>();
      const late = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          const token = presentedIn(call);
          if (token === undefined) return undefined;
          const before = waiting.get(token) ?? 0;
          if (before >= 3) late.add(call);
          waiting.set(token, before + 1);
          return setTimeout(3).then(() => void waiting.set(token, (waiting.get(token) ?? 1) - 1));
        },
        refusalCode: (call, refused) =>
          refused.refused === 'spent-refresh-token' && late.has(call)
            ? 'temporarily_unavailable'
            : normal.refusalCode(call, refused),
      };
    },
  },
  {
    id: 'delegated/expired-access-tokens-refresh',
    breaks: ['DEL-57'],
    also: ['EXP-03', 'EXP-06'],
    summary: 'A delegated access token that has expired stands for the refresh token that was issued with it.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        const access = token === undefined ? call.tenant.state.accessTokens.find(value) : undefined;
        return access !== undefined && call.tenant.behaviour.tokenHasExpired(call, access)
          ? access.refreshToken
          : token;
      },
    }),
  },
];
