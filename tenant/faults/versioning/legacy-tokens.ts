import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH } from './legacy-path.ts';

const isLegacy = (token: AccessToken): boolean => token.path === LEGACY_PATH;

/** Wrong decisions about what tokens of the legacy path are good for, and how long. */
export const legacyTokenFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-refuses-legacy-tokens',
    breaks: ['VER-09'],
    summary: 'A token from the legacy path does not authenticate calls to v3.',
    behaviour: () => ({
      tokenFitsCall: (call, token) => !isLegacy(token) || !call.request.path.startsWith('/api/v3/'),
    }),
  },
  {
    id: 'versioning/v2-plates-refuse-legacy-tokens',
    breaks: ['VER-09'],
    summary: 'The v2 listing of plates alone refuses tokens from the legacy path.',
    behaviour: () => ({ tokenFitsCall: (call, token) => !isLegacy(token) || call.request.path !== '/api/v2/plates' }),
  },
  {
    id: 'versioning/legacy-tokens-see-nothing-on-v3',
    breaks: ['VER-09'],
    summary: 'A call to v3 with a token from the legacy path is served an empty page.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        listing.version === 'v3' && actor.credential.kind === 'accessToken' && isLegacy(actor.credential.token)
          ? []
          : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-a-second-longer',
    breaks: ['VER-14'],
    summary: 'A token from the legacy path is accepted for 901 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (isLegacy(token) ? 1 : 0),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-a-second-less',
    breaks: ['VER-14'],
    summary: 'A token from the legacy path is accepted for 899 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) - (isLegacy(token) ? 1 : 0),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-an-hour-on-v3',
    breaks: ['VER-14', 'VER-16'],
    also: ['EXP-05'],
    summary: 'Calls to v3 accept tokens from the legacy path for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        isLegacy(token) && call.request.path.startsWith('/api/v3/') ? 3600 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/use-prolongs-legacy-tokens',
    breaks: ['VER-14'],
    summary: 'Each call with a token from the legacy path begins its 900 seconds anew.',
    behaviour: (normal) => {
      const used = new WeakMap<AccessToken, Date>();
      return {
        tokenHasExpired: (call, token) => {
          if (!isLegacy(token)) return normal.tokenHasExpired(call, token);
          const expired = call.now.getTime() - (used.get(token) ?? token.issuedAt).getTime() >= 900_000;
          if (!expired) used.set(token, call.now);
          return expired;
        },
      };
    },
  },
  {
    id: 'versioning/legacy-tokens-count-from-first-use',
    breaks: ['VER-14'],
    summary: 'The 900 seconds of a token from the legacy path begin with its first call.',
    behaviour: (normal) => {
      const firstUse = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (!isLegacy(token)) return normal.tokenHasExpired(call, token);
          const began = firstUse.get(token) ?? call.now.getTime();
          firstUse.set(token, began);
          return call.now.getTime() - began >= 900_000;
        },
      };
    },
  },
];
