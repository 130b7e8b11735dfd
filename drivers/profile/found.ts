import type { Plain } from './walk.ts';

/** What a text may consist of to be repeated: names, addresses and paths, but no credentials, queries or sentences. */
const harmless = /^[\w./:[\]{}$~*+,-]{1,80}$/;

/**
 * What was found, as a message says it. A value is repeated only where it helps and cannot be a secret that slipped
 * into the wrong place.
 *
 * @param raw the value as it stands in the file, with its references
 * @param wrong what was wrong: a keyword of JSON Schema, or `form` for the form of an address
 */
export function foundWords(raw: Plain | undefined, wrong: string): string {
  if (raw === undefined) return 'not given';
  if (raw === null) return 'found nothing';
  if (Array.isArray(raw)) return raw.length === 0 ? 'found an empty list' : 'found a list';
  if (typeof raw === 'object') return 'found a group of keys';
  if (typeof raw === 'boolean') return `found ${String(raw)}`;
  if (typeof raw === 'number') {
    // a number in place of anything else may be a password or a key; out of range it is a setting
    return wrong === 'type' ? 'found a number' : `found ${String(raw)}`;
  }
  if (raw === '') return 'found an empty text';
  if (wrong !== 'form' && wrong !== 'enum' && wrong !== 'pattern')
    return /^\$\{\w+\}$/.test(raw) ? `found "${raw}"` : 'found text';
  return harmless.test(raw) ? `found "${raw}"` : 'found text that is not repeated here';
}
