/**
 * Returns the known key that an unknown one was most likely meant to be; undefined if none is near. Letter case does
 * not count, and a swap of two neighbours counts as one mistake.
 */
export function nearestKey(unknown: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(unknown.length / 3));
  let best: { readonly key: string; readonly distance: number } | undefined;
  for (const key of known) {
    // The difference in length is a lower bound of the distance, so keys that are certainly too far need no table.
    if (Math.abs(key.length - unknown.length) > allowed) continue;
    const distance = editDistance(unknown.toLowerCase(), key.toLowerCase());
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { key, distance };
  }
  return best?.key;
}

/** Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts. */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
