import { nearestKey } from '../schemas/nearest-key.ts';
import { formerCheck } from '../specs/former-checks.ts';

/**
 * The known id that a mistyped one was most likely meant to be: by its letters, or by its words where it has only some
 * of them, such as `transprt/a-401` for `transport/a-401-carries-a-challenge`. Undefined where none is near.
 */
export function nearestId(found: string, known: readonly string[]): string | undefined {
  const near = nearestKey(found, known) ?? known.find((id) => found.length > 3 && id.includes(found));
  if (near !== undefined) return near;
  const [group, name] = parted(found);
  if (name === undefined || name === '') return undefined;
  const ofGroup = known.filter((id) => id.startsWith(`${groupNear(group, known) ?? ''}/`));
  return ofGroup.find((id) => id.includes(name)) ?? bestByWords(name, ofGroup) ?? bestByWords(name, known);
}

/** What to say to somebody who gave an id that there is not. */
export function hintFor(found: string, known: readonly string[]): string {
  const former = formerCheck(found);
  if (former !== undefined) return `${former.now} stands for it now`;
  const nearest = nearestId(found, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  // words that are in no group are few
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

/** So much of what was typed has to be found in an id. */
const leastShare = 0.6;

/** The id that has most of the words of a name; of several the shortest. */
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

/** From 0 to 1, how surely a word is one of these. */
function likeness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1;
  if (words.some((one) => one.startsWith(word))) return 0.9;
  // of a word that short another letter makes another word
  return word.length >= 4 && nearestKey(word, words) !== undefined ? 0.6 : 0;
}

function wordsOf(name: string): string[] {
  // short words are in most ids
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const long = words.filter((word) => word.length >= 3);
  return long.length === 0 ? words.filter((word) => word !== '') : long;
}
