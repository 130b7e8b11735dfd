import { bearerIn } from '../calls.ts';
import { otherThanAtFirst } from '../operators/remembered.ts';
import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { all, at, isDelegated, isOfRefresh, atResults, tokenIs, LEGACY_PATH } from '../operators/kinds.ts';

import { faultsOf } from '../operators/rows.ts';
import { afterUsers } from '../operators/standing.ts';
import { afterUse, onV2, onV3, versionOf } from './conditions.ts';
import {
  refusesAppTokens,
  refusesDelegated,
  refusesLegacyTokens,
  refusesTokens,
  showsLegacyNothing,
} from './decisions.ts';
import { breaking } from './rows.ts';

/** The requirements on the records that a delegated token shows. */
const ofItsUser = ['DEL-31', 'DEL-35', 'DEL-36'];
const onV3Plates = at('/api/v3/plate/items');

/** Faults in which one version or listing refuses a live token. */
export const refusedByOneVersionFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'v3-takes-no-app-tokens': [
      refusesAppTokens,
      onV3,
      'v3 refuses access tokens that an app got for itself.',
      { also: ['CCR-08', 'CCR-11'] },
    ],
    'tokens-stay-with-the-version-first-used': [
      refusesTokens,
      otherThanAtFirst(versionOf),
      'An access token works only on the version on which it was first used.',
    ],
    'v2-refuses-tokens-that-were-used-on-v3': [
      refusesTokens,
      afterUse(onV2, onV3),
      'Once an access token has been used on v3, v2 refuses it.',
      { also: ['DEL-62'] },
    ],
    'v3-knows-tokens-that-v2-has-seen': [
      refusesTokens,
      afterUse(onV3, onV2, false),
      'v3 accepts an access token only after it was used on v2.',
      { also: ['VER-03', 'VER-09', 'DEL-62', 'VER-20'] },
    ],
    'v3-refuses-tokens-that-listed-results': [
      refusesTokens,
      afterUse(onV3, atResults),
      'v3 refuses a token with which assay results were listed.',
      { also: ['VER-03', 'VER-09', 'DEL-62'] },
    ],
    'v3-refuses-tokens-of-before-a-rotation': [
      refusesAppTokens,
      all(
        onV3,
        tokenIs(({ appId, issuedAt }, { tenant }) =>
          (tenant.state.apps.get(appId)?.formerSecrets ?? []).some(({ retiredAt }) => retiredAt >= issuedAt),
        ),
      ),
      'v3 refuses the tokens that an app got for itself before its secret was rotated.',
    ],
    'v3-refuses-delegated-tokens': [
      refusesDelegated,
      onV3,
      'v3 refuses delegated access tokens.',
      { also: [...ofItsUser, 'DEL-54'] },
    ],
    'a-delegated-token-keeps-to-its-first-version': [
      refusesDelegated,
      otherThanAtFirst(versionOf),
      'A delegated token works only on the version on which it was first used.',
      { also: ofItsUser },
    ],
    'v2-refuses-the-tokens-of-refreshes': [
      refusesDelegated,
      all(onV2, isOfRefresh),
      'v2 refuses the access tokens of refreshes.',
      { also: [...ofItsUser, 'DEL-37', 'DEL-54'] },
    ],
    'v3-refuses-what-was-refreshed': [
      refusesDelegated,
      all(
        onV3,
        tokenIs(({ refreshToken }) => refreshToken?.spentAt !== undefined),
      ),
      'After a refresh, v3 refuses the previous access token.',
    ],
    'v3-refuses-the-tokens-of-late-refreshes': [
      refusesDelegated,
      all(
        onV3,
        tokenIs(
          ({ issuedAt, refreshToken }) => +issuedAt - +(refreshToken?.predecessor?.issuedAt ?? issuedAt) >= 900_000,
        ),
      ),
      'v3 refuses the access token of a refresh that came after the previous access token had expired.',
      { also: ['DEL-40', 'VER-16', 'DEL-37', 'LIF-14'] },
    ],
    'the-plates-of-v3-know-no-later-refresh': [
      refusesDelegated,
      all(
        onV3Plates,
        tokenIs(({ refreshToken }) => refreshToken?.predecessor?.predecessor !== undefined),
      ),
      'The v3 listing of plates refuses access tokens from the second refresh and later ones.',
      { also: ['LST-03', 'VER-09'] },
    ],
    'v3-plates-refuse-the-second-user': [
      refusesDelegated,
      all(onV3Plates, afterUsers(1)),
      'The v3 listing of plates refuses the delegated tokens of all users of an app but the first.',
    ],
    'v3-refuses-legacy-tokens': [
      refusesLegacyTokens,
      onV3,
      'v3 refuses tokens from the legacy path.',
      { also: ['CCR-21', 'TOK-34', 'VER-03'] },
    ],
    'v2-plates-refuse-legacy-tokens': [
      refusesLegacyTokens,
      at('/api/v2/plates'),
      'The v2 listing of plates refuses tokens from the legacy path.',
      { also: ['CCR-21', 'VER-03'] },
    ],
    'legacy-tokens-see-nothing-on-v3': [
      showsLegacyNothing,
      onV3,
      'v3 answers tokens from the legacy path with an empty page.',
      { also: ['CCR-21'] },
    ],
    'v3-refuses-tokens-of-legacy-refreshes': [
      refusesLegacyTokens,
      all(onV3, isOfRefresh),
      'v3 refuses access tokens from refreshes at the legacy path.',
      { also: ['VER-03'] },
    ],
    'v3-refuses-legacy-tokens-of-apps-that-moved-on': [
      refusesLegacyTokens,
      all(
        onV3,
        tokenIs(({ appId }, { tenant }) =>
          tenant.state.accessTokens.values().some((one) => one.appId === appId && one.path !== LEGACY_PATH),
        ),
      ),
      'v3 refuses tokens from the legacy path if the app has had one from /oauth/token.',
      { also: ['CCR-21', 'TOK-34', 'VER-02', 'VER-03'] },
    ],
    'v3-plates-refuse-delegated-legacy-tokens': [
      refusesLegacyTokens,
      all(onV3Plates, isDelegated),
      'The v3 listing of plates refuses delegated tokens from the legacy path.',
      { also: ['VER-03'] },
    ],
    'assay-results-refuse-delegated-legacy-tokens': [
      refusesLegacyTokens,
      all(atResults, isDelegated),
      'The listing of assay results refuses delegated tokens from the legacy path.',
      { breaks: ['DEL-62'] },
    ],
  }),
  ...breaking('VER-02', {
    'v3-refuses-what-v2-is-answering': [
      (normal) => {
        const underWay = new Map<string, number>();
        const early = new WeakSet<Call>();
        return {
          prepareCall: (call) => {
            const value = bearerIn(call) ?? '';
            if (!call.request.path.startsWith('/api/')) return normal.prepareCall(call);
            if (onV3(call, {})) {
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
      'v3 refuses a token while a call to v2 with the same token is under way.',
      ['CCR-05'],
    ],
  }),
];
