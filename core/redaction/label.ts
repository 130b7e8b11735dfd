// The labels that stand in place of secrets: `<access token 1>`, and `<access token 1, last character changed>` of what
// was made of it. No label has a bracket inside, and each stands in JSON as it is.

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

/** What a secret is, in the words that take its place. */
export type SecretKind = (typeof kinds)[number];

/** Source of a pattern that is a label. */
export const labelPattern = String.raw`<(?:(?:${kinds.join('|')}) \d+(?:, [^<>]*)?|near miss, [^<>]*)>`;

const wholeLabel = new RegExp(`^${labelPattern}$`);

/** The label of the n-th secret of a kind. */
export function numberedLabel(kind: SecretKind, number: number): string {
  return `<${kind} ${number}>`;
}

/** The label of what was made of a secret, or of one that has no label itself. */
export function alteredLabel(label: string | undefined, change: string): string {
  const told = change
    .replaceAll(/["\\]|\p{Cc}/gu, "'")
    .replaceAll('<', '(')
    .replaceAll('>', ')');
  return label === undefined ? `<near miss, ${told}>` : `${label.slice(0, -1)}, ${told}>`;
}

/** What a secret and all that was made of it have in common: `access token 1`. */
export function familyOf(label: string): string {
  return label.replace(/^<([^,>]*).*$/s, '$1');
}

/** Whether a text is nothing but a label. */
export function isLabel(text: string): boolean {
  return wholeLabel.test(text);
}

/** A text with something else in place of each label. */
export function replaceLabels(text: string, replacement: string): string {
  return text.replaceAll(new RegExp(labelPattern, 'g'), () => replacement);
}
