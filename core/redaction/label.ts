// The labels that replace secrets: `<access token 1>`, and `<access token 1, last character changed>` for a text that
// was made from it. No label has a bracket inside, and each stands in JSON unchanged.

const kinds = [
  'access token',
  'refresh token',
  'ID token',
  'authorization code',
  'client secret',
  'API key',
  'control token',
  'cookie',
  'page token',
  'state',
  'password',
  'text',
] as const;

/** The kind of a secret, in the words of its label. */
export type SecretKind = (typeof kinds)[number];

/** Source of a pattern that matches a label. */
export const labelPattern = String.raw`<(?:(?:${kinds.join('|')}) \d+(?:, [^<>]*)?|near miss, [^<>]*)>`;

const wholeLabel = new RegExp(`^${labelPattern}$`);

/** Returns the label of the n-th secret of a kind. */
export function numberedLabel(kind: SecretKind, number: number): string {
  return `<${kind} ${number}>`;
}

/** Returns the label of a text that was made from a secret. The secret itself may have no label. */
export function alteredLabel(label: string | undefined, change: string): string {
  const safeChange = change
    .replaceAll(/["\\]|\p{Cc}/gu, "'")
    .replaceAll('<', '(')
    .replaceAll('>', ')');
  return label === undefined ? `<near miss, ${safeChange}>` : `${label.slice(0, -1)}, ${safeChange}>`;
}

/** Returns the common part of the labels of a secret and of all texts made from it: `access token 1`. */
export function familyOf(label: string): string {
  return label.replace(/^<([^,>]*).*$/s, '$1');
}

/** Reports whether a text is one label and nothing else. */
export function isLabel(text: string): boolean {
  return wholeLabel.test(text);
}

/** Returns a text with a replacement for each label. */
export function replaceLabels(text: string, replacement: string): string {
  return text.replaceAll(new RegExp(labelPattern, 'g'), () => replacement);
}
