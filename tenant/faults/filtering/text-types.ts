/** The types of fields that hold text. */
export const TEXT = new Set(['String', 'Long Text']);
