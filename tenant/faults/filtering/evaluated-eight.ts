import type { Fault } from '../fault.ts';

/** Texts are compared after this was done to them. */
const comparedAs =
  (type: string, change: (text: string) => string): Fault['behaviour'] =>
  (normal) => ({
    sameText: (call, asked, one, other) =>
      normal.sameText(call, asked, one, other) ||
      (asked === type && normal.sameText(call, asked, change(one), change(other))),
  });

/** Mistakes about texts, names and dates that resemble one another. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'filtering/typographic-signs-are-plain-ones',
    breaks: ['FLT-06'],
    summary: 'Curly quotation marks and dashes are compared as straight ones and hyphens.',
    behaviour: comparedAs('String', (text) =>
      text
        .replace(/[‘’]/g, "'")
        .replace(/[“”]/g, '"')
        .replace(/[‐–—]/g, '-'),
    ),
  },
  {
    id: 'filtering/case-counts-where-two-texts-are-asserted',
    breaks: ['FLT-07'],
    also: ['FLT-10', 'FLT-34'],
    summary: 'Letter case counts where more than one field is named.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const found = normal.filterRecords(call, records, terms);
        if (terms.length < 2 || !Array.isArray(found)) return found;
        return found.filter((record: (typeof records)[number]) =>
          terms.every((term) => {
            const field = record.fields[term.field];
            return field?.type !== 'String' || field.value === normal.unquote(call, term.text);
          }),
        );
      },
    }),
  },
];
