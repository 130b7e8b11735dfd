/** A seed of its own for each name, from the seed of a run: the same with any other checks beside it, in any order. */
export function seedFor(seed: number, name: string): number {
  let hash = (2166136261 ^ seed) | 0;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  return (hash ^ (hash >>> 13)) | 0;
}
