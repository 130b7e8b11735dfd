import { isListenAddress, originOf, serviceAddress, type Address } from './address.ts';
import type { Complaints, KeyPath } from './complaints.ts';
import { foundWords } from './found.ts';
import { soleReference } from './references.ts';
import { secretKeyAt, unfitSecret } from './secret-keys.ts';
import { eachValue, valueAt, type Plain } from './walk.ts';
import { day } from '../../core/spans.ts';

const limits: Readonly<
  Record<string, { readonly aboveZero: boolean; readonly most: number; readonly example: number }>
> = {
  requestsPerSecond: { aboveZero: true, most: 1_000_000, example: 20 },
  timeoutSeconds: { aboveZero: true, most: day, example: 30 },
  propagationSeconds: { aboveZero: false, most: day, example: 5 },
  deliverySeconds: { aboveZero: false, most: day, example: 5 },
  clockSkewSeconds: { aboveZero: false, most: Number.MAX_SAFE_INTEGER, example: 0 },
};

const control = (text: string): Address => serviceAddress(text, ['http', 'https'], 'http://127.0.0.1:9100/control');

const addresses: readonly (readonly [KeyPath, (text: string) => Address])[] = [
  [['baseUrl'], originOf],
  [['otherTenant', 'baseUrl'], originOf],
  [['control', 'url'], control],
  [['otherTenant', 'control', 'url'], control],
  [['receiver', 'publicUrl'], (text) => serviceAddress(text, ['http', 'https'], 'https://hooks.example/conformance')],
  [['identityProvider', 'publicUrl'], (text) => serviceAddress(text, ['https'], 'https://idp.example')],
];

/**
 * Checks settings beyond the schema: the parts of addresses, whether a timer can wait that long, and whether a secret
 * can be sent and kept out of reports.
 *
 * @param raw the data as it is in the file
 * @param value the same data with its references filled in
 */
export function checkSettings(raw: Plain, value: Plain, complaints: Complaints): void {
  for (const [path, read] of addresses) {
    const text = valueAt(value, path);
    if (typeof text !== 'string' || complaints.has(path)) continue;
    const address = read(text);
    if ('expected' in address) {
      complaints.add(path, `${foundWords(valueAt(raw, path), 'form')}, expected ${address.expected}`);
    }
  }
  for (const place of ['receiver', 'identityProvider']) {
    const path = [place, 'listen'];
    const text = valueAt(value, path);
    if (typeof text !== 'string' || complaints.has(path) || isListenAddress(text)) continue;
    complaints.add(path, `${foundWords(valueAt(raw, path), 'form')}, expected a host and a port such as "127.0.0.1:0"`);
  }
  checkLimits(value, complaints);
  checkSecrets(raw, value, complaints);
  checkOtherTenant(value, complaints);
}

function checkLimits(value: Plain, complaints: Complaints): void {
  for (const [key, { aboveZero, most, example }] of Object.entries(limits)) {
    const path = ['limits', key];
    const limit = valueAt(value, path);
    if (typeof limit !== 'number') continue;
    if (Number.isFinite(limit) && limit <= most && (aboveZero ? limit > 0 : limit >= 0)) continue;
    const least = aboveZero ? 'above 0' : 'of at least 0';
    complaints.add(
      path,
      `found ${String(limit)}, expected a number ${least} and at most ${String(most)} such as ${String(example)}`,
    );
  }
}

function checkSecrets(raw: Plain, value: Plain, complaints: Complaints): void {
  eachValue(value, (secret, path) => {
    const key = secretKeyAt(path);
    if (key === undefined || typeof secret !== 'string' || complaints.has(path)) return;
    const unfit = unfitSecret(secret);
    const text = valueAt(raw, path);
    const variable = typeof text === 'string' ? soleReference(text) : undefined;
    if (unfit !== undefined) {
      complaints.add(
        path,
        `${variable ?? 'its value'} ${unfit}, expected the ${key.kind} alone, e.g. ${variable ?? key.variable}=…`,
      );
    }
  });
}

function checkOtherTenant(value: Plain, complaints: Complaints): void {
  const [own, other] = [['baseUrl'], ['otherTenant', 'baseUrl']].map((path) => {
    const text = valueAt(value, path);
    if (typeof text !== 'string' || complaints.has(path)) return undefined;
    const origin = originOf(text);
    return 'address' in origin ? origin.address : undefined;
  });
  if (own !== undefined && own === other) {
    complaints.add(
      ['otherTenant', 'baseUrl'],
      'found the address of the target itself, expected a second tenant such as https://other.example',
    );
  }
}
