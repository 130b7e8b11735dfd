import { rootCertificates } from 'node:tls';
import type { DispatcherOptions, ProxySettings } from '../client/dispatcher.ts';
import type { LoadedTenant } from '../profile/resolved.ts';

/** Returns the network settings for a tenant and its control. The public authorities are trusted too. */
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
