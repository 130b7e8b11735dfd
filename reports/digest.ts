import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes or of a text in UTF-8, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Returns JSON in one canonical form: members sorted by name, no white space. Equal data has equal text, so its digest
 * does not depend on how the data was written.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Returns the SHA-256 of plain data. The order of its members does not matter. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
