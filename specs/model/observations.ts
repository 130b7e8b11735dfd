import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Observation } from '../../core/judgement.ts';
import { observation } from '../../core/judgement.ts';
import type { FreedomId } from '../requirements/index.ts';
import type { Revocation } from './revocations.ts';
import type { ByKind, CredentialKind } from './vocabulary.ts';

type Refusals = ByKind<readonly [freedom: FreedomId, what: string]>;

/** The freedoms for the form of the refusal of a credential that a state stops ("Errors"). */
const refusals: Readonly<Partial<Record<Revocation['cause'], Refusals>>> = {
  suspension: {
    apiKey: ['FRE-17', "a suspended user's key"],
    accessToken: ['FRE-17', "a suspended user's access token"],
    refreshToken: ['FRE-28', "a suspended user's refresh token"],
    code: ['FRE-117', 'the exchange for a suspended user'],
  },
  archival: {
    appToken: ['FRE-18', "an archived app's call"],
    clientSecret: ['FRE-122', 'client_credentials of an archived app'],
  },
  uninstallation: {
    accessToken: ['FRE-19', "an uninstalled app's access token"],
    refreshToken: ['FRE-25', "an uninstalled app's refresh token"],
  },
};

/**
 * Returns the observation of a refusal of a credential that only one state stops. Undefined if no freedom concerns it.
 */
export function refusalObserved(
  stops: readonly Revocation[],
  kind: CredentialKind,
  exchange: Exchange,
): Observation<FreedomId> | undefined {
  const [stop, another] = stops;
  const refusal = stop === undefined || another !== undefined ? undefined : refusals[stop.cause]?.[kind];
  return refusal && observation(refusal[0], `${refusal[1]} ${answer(exchange)}`, exchange);
}
