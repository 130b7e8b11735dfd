import { day, hour } from './spans.ts';
/**
 * Seconds around whole days within which a span is written in days: the reader needs the side of a limit on which it
 * ends.
 */
const near = 60;

/** Returns a span of time as a reader thinks of it, e.g. `899 s`, `2 hours`, `30 days less 1 s`. */
export function lasting(seconds: number): string {
  const days = Math.round(seconds / day);
  const beyond = seconds - days * day;
  if (days > 0 && Math.abs(beyond) <= near) {
    const whole = counted(days, 'days');
    if (beyond === 0) return whole;
    return beyond < 0 ? `${whole} less ${-beyond} s` : `${whole} and ${beyond} s`;
  }
  if (seconds >= 2 * hour && seconds % hour === 0) return `${seconds / hour} hours`;
  return seconds > 2 * day ? `${seconds} s (${(seconds / day).toFixed(1)} days)` : `${seconds} s`;
}

/**
 * Fills a template so that it reads as a sentence with any numbers: `1 users` becomes `1 user`, and a long span that is
 * given in ` s` is written by {@link lasting}. Values that are not numbers stay as they are.
 */
export function inWords(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  let sentence = texts[0] ?? '';
  for (const [index, value] of values.entries()) {
    const text = texts[index + 1] ?? '';
    const [unit] = /^ s(?![\w-])/.exec(text) ?? [];
    const [noun] = /^ (?:(?:other|new|further|redirect|browser|ID) )*[a-zA-Z]+s(?![\w-])/.exec(text) ?? [];
    if (typeof value === 'number' && unit !== undefined) sentence += lasting(value) + text.slice(unit.length);
    else if (value === 1 && noun !== undefined) sentence += counted(1, noun.slice(1)) + text.slice(noun.length);
    else sentence += String(value) + text;
  }
  return sentence;
}

/** Returns a token request by its grant, e.g. `an authorization_code request`. */
export function requestFor(grant: string): string {
  return `${/^[aeiou]/.test(grant) ? 'an' : 'a'} ${grant} request`;
}

function counted(count: number, plural: string): string {
  if (count !== 1) return `${count} ${plural}`;
  const singular = plural.replace(/ies$/, 'y').replace(/(?<=ss|sh|ch|x)es$|(?<!s)s$/, '');
  return `1 ${singular}`;
}
