import type { Plain } from './walk.ts';

/** The form of a text that may be repeated: names, addresses and paths, but no credentials, queries or sentences. */
const harmless = /^[\w./:[\]{}$~*+,-]{1,80}$/;

/**
 * Returns the words of a message for a value that was found. The value is repeated only if that helps and if it cannot
 * be a secret in the wrong place.
 *
 * @param raw the value as it is in the file, with its references
 * @param wrong the problem with the value: a keyword of JSON Schema, or `form` for the form of an address
 */
export function foundWords(raw: Plain | undefined, wrong: string): string {
  if (raw === undefined) return 'not given';
  if (raw === null) return 'found nothing';
  if (Array.isArray(raw)) return raw.length === 0 ? 'found an empty list' : 'found a list';
  if (typeof raw === 'object') return 'found a group of keys';
  if (typeof raw === 'boolean') return `found ${String(raw)}`;
  if (typeof raw === 'number') {
    // a number instead of another type may be a password or a key; a number out of range is a setting
    return wrong === 'type' ? 'found a number' : `found ${String(raw)}`;
  }
  if (raw === '') return 'found an empty text';
  if (wrong !== 'form' && wrong !== 'enum' && wrong !== 'pattern')
    return /^\$\{\w+\}$/.test(raw) ? `found "${raw}"` : 'found text';
  return harmless.test(raw) ? `found "${raw}"` : 'found text that is not repeated here';
}
