import { rootCertificates } from 'node:tls';
import type { DispatcherOptions, ProxySettings } from '../client/dispatcher.ts';
import type { LoadedTenant } from '../profile/resolved.ts';

/** How a tenant and its control are reached: the public authorities are trusted beside its own. */
export function networkOf(
  { caPem, limits: { timeoutSeconds } }: Pick<LoadedTenant, 'caPem' | 'limits'>,
  proxy: ProxySettings | undefined,
): Pick<DispatcherOptions, 'ca' | 'proxy' | 'timeoutSeconds'> {
  return {
    timeoutSeconds,
    ...(caPem === undefined ? {} : { ca: [...rootCertificates, caPem] }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}
