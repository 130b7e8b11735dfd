import type { JWK } from 'jose';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Returns the header of a value that begins like a JSON Web Signature, or undefined for any other value. */
function headerOf(value: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? (header as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Variants with unusual readings of the specification: rules that are only inferred from its words may differ. */
export const readingVariants: readonly Variant[] = [
  {
    id: 'openid-connect/what-is-no-signature-is-malformed',
    freedoms: ['FRE-222'],
    warnings: ['OIC-22'],
    summary: 'An ID token without a third part, or without a text for its algorithm, is answered with 400.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const header = headerOf(value);
        const { alg } = header ?? {};
        const isJws = value.split('.').length === 3 && typeof alg === 'string' && alg !== '';
        return isRefusal(actor) && header !== undefined && !isJws
          ? refusal('invalid-query', 'This is no JSON Web Signature.')
          : actor;
      },
    }),
  },
  {
    id: 'openid-connect/withdrawn-keys-live-on',
    freedoms: ['FRE-106'],
    warnings: ['OIC-29'],
    summary: 'A key that was once published is accepted for half a year.',
    behaviour: (normal) => {
      const ever = new Map<string, { readonly keys: readonly JWK[]; readonly at: number }[]>();
      return {
        keysOf: async (call, provider, anew) => {
          const keys = await normal.keysOf(call, provider, anew);
          const now = call.now.getTime();
          const kept = (ever.get(provider.issuer) ?? []).filter(({ at }) => now - at < 180 * 86_400_000);
          ever.set(provider.issuer, [...kept, { keys, at: now }]);
          const known = new Map([...kept.flatMap((one) => one.keys), ...keys].map((key) => [key.kid, key]));
          return [...known.values()];
        },
      };
    },
  },
];
