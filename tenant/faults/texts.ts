/** The same letters without their marks, as some orders of databases compare them. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
