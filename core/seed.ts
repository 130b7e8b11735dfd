/**
 * Returns a separate seed for each name, derived from the seed of a run. It does not depend on the other checks of the
 * run, nor on their order.
 */
export function seedFor(seed: number, name: string): number {
  let hash = (2166136261 ^ seed) | 0;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  return (hash ^ (hash >>> 13)) | 0;
}
