/** Returns the text without the marks on its letters, as some database collations compare it. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
