/** So many tokens and events are remembered of each kind: memory must not grow with the capture. */
export const mostRemembered = 10_000;

/** Makes room for one more in a map that is full. */
export function forgetOldest(map: Map<string, unknown>): void {
  if (map.size < mostRemembered) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
