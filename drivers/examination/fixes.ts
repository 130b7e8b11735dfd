import type { LoadedTenant } from '../profile/resolved.ts';

/** Returns the fix for a tenant that is out of reach, from the error that was found. */
export function reachFix({ caPem }: Pick<LoadedTenant, 'caPem'>, found: string): string {
  return mendCertificate(found, caPem) ?? 'check that baseUrl is correct, and that this machine can reach it';
}

/**
 * Returns the fix for a control that is out of reach or does not describe itself, from the error that was found.
 *
 * @param key the key of the control in the profile
 */
export function controlFix(
  { control, caPem }: Pick<LoadedTenant, 'control' | 'caPem'>,
  found: string,
  key = 'control',
): string {
  const certificate = mendCertificate(found, caPem);
  if (certificate !== undefined) return certificate;
  const [, status] = /answered (\d+) when asked to describe itself/.exec(found) ?? [];
  if (status === '404') return `check that ${key}.url is the address of the control's description`;
  if (status !== '401' && status !== '403')
    return 'check that it is running and speaks version 1 of the tenant control protocol';
  return tokenFix(control, key);
}

/** Returns the fix for a control that refuses the caller. */
export function tokenFix(control: LoadedTenant['control'], key = 'control'): string {
  return control.type === 'http' && control.token !== undefined
    ? `check that ${key}.token is the token that the control was started with`
    : `set the token that the control was started with: ${key}: { …, token: "\${CONTROL_TOKEN}" }`;
}

export const oneTenantFix = 'check that control and baseUrl belong to the same tenant';

/** Returns the fix for an error of a certificate; undefined for any other error. */
function mendCertificate(found: string, caPem: string | undefined): string | undefined {
  if (!/certificate/i.test(found)) return undefined;
  if (/expired/i.test(found)) return "renew the certificate, and check that this machine's clock is correct";
  if (/not yet valid/i.test(found)) return "check that this machine's clock is correct";
  if (/altnames|Hostname/.test(found))
    return 'use a host name that the certificate covers, or have a certificate issued for this name';
  return caPem === undefined
    ? 'if a private authority issued it, set its certificate: tls: { caFile: ./ca.pem }'
    : 'check that tls.caFile holds the certificate of the authority that issued it';
}
