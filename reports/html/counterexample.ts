import { asSentence } from './pieces.ts';

/**
 * Returns the smallest case that showed a finding, as sentences. A check describes its case step by step. If it gives
 * no description, the case is a value, and each member of the value becomes a sentence.
 */
export function counterexampleSentences(counterexample: string, steps: readonly string[] = [counterexample]): string[] {
  const members = membersOf(counterexample);
  if (members !== undefined) {
    return Object.entries(members).map(([name, value]) => asSentence(`${inWords(name)}: ${JSON.stringify(value)}`));
  }
  return steps.map(asSentence).filter((sentence) => sentence !== '');
}

function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function inWords(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}
