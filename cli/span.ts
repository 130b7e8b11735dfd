/** Returns seconds in words for a person. */
export function span(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} hours` : `${Math.round(seconds / 86_400)} days`;
}
