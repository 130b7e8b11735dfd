import type { Call } from '../../http/message.ts';
import { refusal, type Refusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** How many of something there is room for. */
const room = 10;
const full = refusal('ended-grant', 'There is no room for so many.');

/** A tenant that has room for the latest delegations alone, of those among which one is looked for. */
const roomFor =
  (among: (call: Call, delegation: Delegation) => readonly unknown[], place: (delegation: Delegation) => unknown) =>
  (normal: { readonly refreshIsBarred: (call: Call, token: RefreshToken) => Refusal | undefined }) => ({
    refreshIsBarred: (call: Call, token: RefreshToken) => {
      const all = among(call, token.delegation);
      const crowdedOut = all.length - all.indexOf(place(token.delegation)) > room;
      return crowdedOut ? full : normal.refreshIsBarred(call, token);
    },
  });

/** Mistakes about more than a few, and about what happens at both token paths at once. */
export const evaluatedSevenFaults: readonly Fault[] = [
  {
    id: 'delegated/ten-authorizations-at-a-time',
    breaks: ['DEL-48'],
    also: ['DEL-46'],
    summary: 'Of the authorizations of a user and an app the latest ten can be refreshed.',
    behaviour: roomFor(
      (call, { userId, appId }) =>
        call.tenant.state.delegations.filter((one) => one.userId === userId && one.appId === appId),
      (delegation) => delegation,
    ),
  },
  {
    id: 'delegated/ten-users-at-a-time',
    breaks: ['DEL-47'],
    summary: 'An app refreshes for the ten users who authorized it last.',
    behaviour: roomFor(
      (call, { appId }) => [
        ...new Set(call.tenant.state.delegations.filter((one) => one.appId === appId).map(({ userId }) => userId)),
      ],
      ({ userId }) => userId,
    ),
  },
  {
    id: 'delegated/ten-apps-at-a-time',
    breaks: ['DEL-37'],
    summary: 'The ten apps that a user authorized last refresh for that user.',
    behaviour: roomFor(
      (call, { userId }) => [
        ...new Set(call.tenant.state.delegations.filter((one) => one.userId === userId).map(({ appId }) => appId)),
      ],
      ({ appId }) => appId,
    ),
  },
  {
    id: 'delegated/a-race-at-both-token-paths-has-two-winners',
    breaks: ['DEL-52'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'DEL-53'],
    summary: 'That a refresh token was spent at one token path is known at the other a moment later.',
    behaviour: (normal) => {
      const spent = new WeakMap<RefreshToken, { readonly path: string; readonly at: number }>();
      return {
        spendRefreshToken: (call, token) => {
          if (!spent.has(token)) spent.set(token, { path: call.request.path, at: call.tenant.elapsed() });
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) => {
          const first = spent.get(token);
          const elsewhere = first !== undefined && first.path !== call.request.path;
          return normal.refreshTokenIsSpent(call, token) && !(elsewhere && call.tenant.elapsed() - first.at < 30);
        },
      };
    },
  },
  {
    id: 'delegated/a-denial-ends-the-consents-of-others',
    breaks: ['DEL-17'],
    summary: 'When a user denies an app, what others consented to is forgotten with it.',
    behaviour: () => ({
      rememberDenial: (call, _user, app) => {
        const { consents } = call.tenant.state;
        for (const consent of consents.filter(({ appId }) => appId === app.id)) {
          consents.splice(consents.indexOf(consent), 1);
        }
      },
    }),
  },
];
