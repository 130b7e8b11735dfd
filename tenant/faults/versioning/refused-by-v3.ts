import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { withHeader } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { bearerIn, isV2, isV3 } from './versioned-calls.ts';

/** Right credentials that v3 refuses and v2 serves. */
export const refusedByV3Faults: readonly Fault[] = [
  {
    id: 'versioning/v3-takes-app-tokens-for-five-minutes',
    breaks: ['VER-02'],
    also: ['EXP-01', 'EXP-02', 'EXP-06', 'EXP-05', 'VER-14'],
    summary: 'v3 accepts the token of an app for five minutes, v2 for all its time.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        isV3(call) && token.subject.kind === 'app' ? 300 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/v3-knows-tokens-that-v2-has-seen',
    breaks: ['VER-02'],
    also: ['VER-03', 'VER-09', 'CCR-04', 'DEL-62', 'VER-20'],
    summary: 'v3 knows an access token only once it was used on v2.',
    behaviour: (normal) => {
      const seen = new WeakSet<AccessToken>();
      return {
        tokenFitsCall: (call, token) => {
          if (isV2(call)) seen.add(token);
          return !(isV3(call) && !seen.has(token)) && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-refuses-tokens-that-listed-results',
    breaks: ['VER-02'],
    also: ['CCR-05', 'CCR-04', 'VER-03', 'VER-09', 'DEL-62'],
    summary: 'A token with which assay results were listed is refused by v3.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        tokenFitsCall: (call, token) => {
          if (call.request.path.endsWith('/assay-results')) used.add(token);
          return !(isV3(call) && used.has(token)) && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-refuses-what-v2-is-answering',
    breaks: ['VER-02'],
    also: ['CCR-05'],
    summary: 'A token with which v2 is being called at this moment is refused on v3.',
    behaviour: (normal) => {
      const underWay = new Map<string, number>();
      const early = new WeakSet<Call>();
      return {
        prepareCall: (call) => {
          const value = bearerIn(call);
          if (!call.request.path.startsWith('/api/')) return normal.prepareCall(call);
          if (isV3(call)) {
            if ((underWay.get(value) ?? 0) > 0) early.add(call);
            return normal.prepareCall(call);
          }
          underWay.set(value, (underWay.get(value) ?? 0) + 1);
          return setTimeout(3)
            .then(() => normal.prepareCall(call))
            .then(() => void underWay.set(value, (underWay.get(value) ?? 1) - 1));
        },
        tokenFitsCall: (call, token) => normal.tokenFitsCall(call, token) && !early.has(call),
      };
    },
  },
  {
    id: 'versioning/v3-refuses-tokens-of-before-a-rotation',
    breaks: ['VER-02'],
    summary: 'v3 refuses the tokens that an app got for itself before its secret was rotated; v2 serves them.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const rotations = call.tenant.state.apps.get(token.appId)?.formerSecrets ?? [];
        const isOlder = rotations.some(({ retiredAt }) => retiredAt >= token.issuedAt);
        return normal.tokenFitsCall(call, token) && !(isV3(call) && isOlder && token.delegation === undefined);
      },
    }),
  },
  {
    id: 'versioning/v3-refuses-what-was-refreshed',
    breaks: ['VER-03'],
    summary: 'After a refresh v3 refuses the access token of before, which v2 serves until it expires.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(isV3(call) && token.refreshToken?.spentAt !== undefined),
    }),
  },
  {
    id: 'versioning/v3-refuses-the-tokens-of-late-refreshes',
    breaks: ['VER-03'],
    also: ['DEL-62', 'DEL-40', 'VER-16', 'DEL-37', 'LIF-14'],
    summary: 'v3 refuses the access token of a refresh that was made when the one before had expired.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const before = token.refreshToken?.predecessor?.issuedAt;
        const late = before !== undefined && token.issuedAt.getTime() - before.getTime() >= 900_000;
        return normal.tokenFitsCall(call, token) && !(late && isV3(call));
      },
    }),
  },
  {
    id: 'versioning/the-plates-of-v3-know-no-later-refresh',
    breaks: ['VER-03'],
    also: ['LST-03', 'VER-09'],
    summary: 'The plates of v3 are refused to access tokens of the second refresh and later ones.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        (call.request.path !== '/api/v3/plate/items' || token.refreshToken?.predecessor?.predecessor === undefined),
    }),
  },
  {
    id: 'versioning/v3-plates-refuse-the-second-user',
    breaks: ['VER-03'],
    also: ['DEL-62'],
    summary: 'The v3 listing of plates refuses the delegated tokens of an app’s second user.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const { delegation } = token;
        const first = call.tenant.state.delegations.find(({ appId }) => appId === token.appId);
        const second = delegation !== undefined && first?.userId !== delegation.userId;
        return !(second && call.request.path === '/api/v3/plate/items') && normal.tokenFitsCall(call, token);
      },
    }),
  },
  {
    id: 'versioning/v3-has-another-host-for-users',
    breaks: ['VER-01'],
    also: ['VER-03', 'KEY-20', 'KEY-02', 'DEL-62', 'TRN-02', 'DEL-31', 'DEL-36', 'DEL-27', 'KEY-21'],
    summary: 'Under v3 calls of users are redirected to another host; those of apps are served.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isV3(call) && call.found.actor?.kind === 'user'
          ? withHeader(
              { ...answer, status: 307, body: undefined },
              'Location',
              `https://v3.lab.example${call.request.target}`,
            )
          : normal.answer(answer, call),
    }),
  },
];
