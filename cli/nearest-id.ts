import { nearestKey } from '../schemas/nearest-key.ts';
import { formerCheck } from '../specs/former-checks.ts';

/**
 * Returns the known id that a mistyped id most likely means: by its letters, or by its words if it has only some of
 * them, such as `transprt/a-401` for `transport/a-401-carries-a-challenge`. Undefined if no id is near.
 */
export function nearestId(found: string, known: readonly string[]): string | undefined {
  const near = nearestKey(found, known) ?? known.find((id) => found.length > 3 && id.includes(found));
  if (near !== undefined) return near;
  const [group, name] = parted(found);
  if (name === undefined || name === '') return undefined;
  const ofGroup = known.filter((id) => id.startsWith(`${groupNear(group, known) ?? ''}/`));
  return ofGroup.find((id) => id.includes(name)) ?? bestByWords(name, ofGroup) ?? bestByWords(name, known);
}

/** Returns a hint for a person who gave an unknown id. */
export function hintFor(found: string, known: readonly string[]): string {
  const former = formerCheck(found);
  if (former !== undefined) return `${former.now} replaced it`;
  const nearest = nearestId(found, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  // there are few words that are in no group
  if (!known.some((id) => id.includes('/'))) return `expected one of ${known.join(', ')}`;
  const group = groupNear(parted(found)[0], known);
  const example = group === undefined ? known[0] : known.find((id) => id.startsWith(`${group}/`));
  return `expected one such as ${example ?? ''}`;
}

function parted(id: string): readonly [group: string, name: string | undefined] {
  const slash = id.indexOf('/');
  return slash === -1 ? [id, undefined] : [id.slice(0, slash), id.slice(slash + 1)];
}

function groupNear(group: string, known: readonly string[]): string | undefined {
  const groups = new Set(known.filter((id) => id.includes('/')).map((id) => parted(id)[0]));
  return groups.has(group) ? group : nearestKey(group, [...groups]);
}

/** Minimum share of the typed text that an id must contain. */
const leastShare = 0.6;

/** Returns the id with most of the words of a name; the shortest if several have the same share. */
function bestByWords(name: string, ids: readonly string[]): string | undefined {
  const wanted = wordsOf(name);
  const whole = wanted.join('').length;
  let best: { readonly id: string; readonly share: number } | undefined;
  for (const id of ids) {
    const words = wordsOf(parted(id)[1] ?? id);
    const share = wanted.reduce((sum, word) => sum + word.length * likeness(word, words), 0) / whole;
    const isBetter = best === undefined || share > best.share || (share === best.share && id.length < best.id.length);
    if (share >= leastShare && isBetter) best = { id, share };
  }
  return best?.id;
}

/** Returns from 0 to 1 how likely a word is one of the given words. */
function likeness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1;
  if (words.some((one) => one.startsWith(word))) return 0.9;
  // in a shorter word, another letter makes another word
  return word.length >= 4 && nearestKey(word, words) !== undefined ? 0.6 : 0;
}

function wordsOf(name: string): string[] {
  // most ids contain short words
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const long = words.filter((word) => word.length >= 3);
  return long.length === 0 ? words.filter((word) => word !== '') : long;
}
