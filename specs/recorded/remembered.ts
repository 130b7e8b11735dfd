/** The most tokens or events of each kind that are remembered: memory must not grow with the capture. */
export const mostRemembered = 10_000;

/** Removes the oldest entry of a full map to make room for a new one. */
export function forgetOldest(map: Map<string, unknown>): void {
  if (map.size < mostRemembered) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
