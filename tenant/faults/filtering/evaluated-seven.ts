import type { Fault } from '../fault.ts';

/** A tenant that compares texts once something was done to both. */
const comparedAs =
  (read: (text: string, type: string) => string): Fault['behaviour'] =>
  (normal) => ({
    sameText: (call, type, asked, stored) => normal.sameText(call, type, read(asked, type), read(stored, type)),
  });

/** Mistakes about what cannot be seen in a text, and about the longest ones. */
export const evaluatedFaultsSeven: readonly Fault[] = [
  {
    id: 'filtering/what-cannot-be-seen-is-passed-over',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Texts that differ by soft hyphens and spaces of no width are the same.',
    behaviour: comparedAs((text) => text.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')),
  },
  {
    id: 'filtering/long-texts-are-compared-to-four-thousand-characters',
    breaks: ['FLT-09'],
    summary: 'Of a Long Text the first 4000 characters are compared.',
    behaviour: comparedAs((text, type) => (type === 'Long Text' ? text.slice(0, 4000) : text)),
  },
];
