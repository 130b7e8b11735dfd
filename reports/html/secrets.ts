import { labelPattern } from '../../core/redaction/label.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/** How many colours the labels of secrets take turns in: by number, so that a first and a second token look different. */
export const secretColours = 6;

/** The labels of secrets in a text, each once, in the order in which they stand there. */
export function secretsIn(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.match(new RegExp(labelPattern, 'g')) ?? []))];
}

/** A secret by its label. Equal secrets look the same everywhere, so that rotation can be read. */
export function secret(label: string): Markup {
  const number = Number(/ (\d+)[,>]/.exec(label)?.[1] ?? 0);
  return markup`<span class="secret s${number % secretColours}">${label.slice(1, -1)}</span>`;
}

export function secretList(labels: readonly string[]): Insert {
  return labels.length > 0 && markup`<span class="secrets">${labels.map((label) => [' ', secret(label)])}</span>`;
}
