/** Returns the text with an accent on each letter that can have one. Some databases ignore accents in comparisons. */
export function accented(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (one) => {
    const letter = `${one}\u0301`.normalize('NFC');
    return letter.length === 1 ? letter : one;
  });
}

/**
 * Characters that people, and some parsers, confuse. The second line is used if the text has no character of the first.
 */
const lookAlikes: readonly Readonly<Record<string, string>>[] = [
  { '0': 'O', O: '0', '1': 'l', l: '1' },
  { o: '0', i: '1', I: '1' },
];

/** Returns the text with each character replaced by one that looks like it. */
export function withLookAlikes(text: string): string {
  for (const pairs of lookAlikes) {
    const alike = Array.from(text, (one) => pairs[one] ?? one).join('');
    if (alike !== text) return alike;
  }
  return text;
}

/** Returns the text with a soft hyphen in its middle. Some database collations ignore it in comparisons. */
export function withInvisible(text: string): string {
  const middle = Math.ceil(text.length / 2);
  return `${text.slice(0, middle)}\u00ad${text.slice(middle)}`;
}
