import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { readSmallFile } from './read-file.ts';

/** The certificates of an authority in PEM, or the trouble with its file. */
export type Authority = { readonly pem: string } | { readonly trouble: string };

const expected = 'expected a file with the certificate of the authority in PEM, e.g. ./ca.pem';

/**
 * Reads the certificates to trust.
 *
 * @param folder folder of the profile, from which a relative path counts
 * @param caFile path of the file
 */
export async function readAuthority(folder: string, caFile: string): Promise<Authority> {
  const content = await readSmallFile(resolve(folder, caFile));
  if ('missing' in content) {
    return { trouble: `found no such file (a path counts from the profile's folder), ${expected}` };
  }
  if ('trouble' in content) return { trouble: `found ${content.trouble}, ${expected}` };
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(content.text)) {
    return { trouble: `found a private key, ${expected}; never share a private key; the suite does not need one` };
  }
  const blocks = content.text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return { trouble: `found a file without -----BEGIN CERTIFICATE-----, ${expected}` };
  const certificates: string[] = [];
  for (const [index, block] of blocks.entries()) {
    try {
      certificates.push(new X509Certificate(block).toString());
    } catch {
      return { trouble: `found a file whose certificate ${String(index + 1)} is damaged, ${expected}` };
    }
  }
  return { pem: certificates.join('') };
}
