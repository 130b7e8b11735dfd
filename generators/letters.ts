/** The text with an accent on each letter that has one, which some databases overlook when they compare. */
export function accented(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (one) => {
    const letter = `${one}\u0301`.normalize('NFC');
    return letter.length === 1 ? letter : one;
  });
}

/** What people take for one another, and some readers too; the second line counts where nothing of the first is there. */
const lookAlikes: readonly Readonly<Record<string, string>>[] = [
  { '0': 'O', O: '0', '1': 'l', l: '1' },
  { o: '0', i: '1', I: '1' },
];

/** The text with each character that another one looks like given as that one. */
export function withLookAlikes(text: string): string {
  for (const pairs of lookAlikes) {
    const alike = Array.from(text, (one) => pairs[one] ?? one).join('');
    if (alike !== text) return alike;
  }
  return text;
}

/** The text with a soft hyphen in its middle, which some orders of databases overlook when they compare. */
export function withInvisible(text: string): string {
  const middle = Math.ceil(text.length / 2);
  return `${text.slice(0, middle)}\u00ad${text.slice(middle)}`;
}
