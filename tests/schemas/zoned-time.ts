import fc from 'fast-check';

/** Writes an instant as ISO 8601 at an offset in minutes. Milliseconds are left out if they are zero. */
export function zonedText(instant: number, offsetMinutes: number): string {
  const local = new Date(instant + offsetMinutes * 60_000)
    .toISOString()
    .slice(0, 23)
    .replace(/\.000$/, '');
  if (offsetMinutes === 0) return `${local}Z`;
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${digits(hours)}:${digits(minutes)}`;
}

/** Offsets from UTC in minutes, including unusual ones. */
export const offsets: fc.Arbitrary<number> = fc.constantFrom(
  0,
  60,
  120,
  -300,
  -480,
  330,
  345,
  570,
  -210,
  765,
  840,
  -720,
);
