import type { JWK } from 'jose';
import { Agent, request } from 'undici';
import { connectorTrusting } from '../http/trust.ts';
import type { IdentityProvider } from '../state/identity-provider.ts';

const LONGEST_WAIT = 10_000;

async function fetchObject(address: string, dispatcher: Agent): Promise<Record<string, unknown>> {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The address is neither https nor http.');
  const response = await request(address, {
    dispatcher,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(LONGEST_WAIT),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`The provider answered ${response.statusCode}.`);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('The provider did not answer a JSON object.');
  return value as Record<string, unknown>;
}

/** Finds the address of the keys in a provider's configuration document. */
export type KeysAddress = (configuration: Readonly<Record<string, unknown>>) => string;

/**
 * Fetches a provider's keys: first the configuration document, then the document at the address in it. Rejects if one
 * of them cannot be fetched.
 */
export async function fetchProviderKeys(provider: IdentityProvider, keysAddress: KeysAddress): Promise<readonly JWK[]> {
  const connect = provider.caPem === undefined ? {} : { connect: connectorTrusting(provider.caPem) };
  const dispatcher = new Agent({ ...connect, connections: 1, allowH2: true });
  try {
    const configuration = await fetchObject(provider.configurationUrl, dispatcher);
    const { keys } = await fetchObject(keysAddress(configuration), dispatcher);
    return Array.isArray(keys) ? keys.filter((key): key is JWK => typeof key === 'object' && key !== null) : [];
  } finally {
    await dispatcher.destroy();
  }
}
