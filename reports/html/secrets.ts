import { labelPattern } from '../../core/redaction/label.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/**
 * Number of colours for the labels of secrets. The number of a label selects its colour, so that a first and a second
 * token look different.
 */
export const secretColours = 6;

/** Returns the labels of secrets in a text, each once, in the order of their first occurrence. */
export function secretsIn(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.match(new RegExp(labelPattern, 'g')) ?? []))];
}

/** Returns a secret as its label. Equal secrets look the same everywhere, so that readers can follow a rotation. */
export function secret(label: string): Markup {
  const number = Number(/ (\d+)[,>]/.exec(label)?.[1] ?? 0);
  return markup`<span class="secret s${number % secretColours}">${label.slice(1, -1)}</span>`;
}

export function secretList(labels: readonly string[]): Insert {
  return labels.length > 0 && markup`<span class="secrets">${labels.map((label) => [' ', secret(label)])}</span>`;
}
