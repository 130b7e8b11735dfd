import type { Fault } from '../fault.ts';

/** A text that is asked for is changed before it is compared. */
const asksFor =
  (change: (text: string) => string): Fault['behaviour'] =>
  (normal) => ({ readTextAssertion: (call, type, text) => normal.readTextAssertion(call, type, change(text)) });

/** What satisfies an assertion on a link or an option beside the identifier itself. */
const alsoFinds =
  (isTaken: (asked: string, stored: string) => boolean): Fault['behaviour'] =>
  (normal) => ({
    sameIdentifier: (call, type, asked, stored) =>
      normal.sameIdentifier(call, type, asked, stored) || isTaken(asked, stored),
  });

/** Fields of such names are not known. */
const doesNotKnow =
  (isUnknown: (field: string) => boolean): Fault['behaviour'] =>
  (normal) => ({
    typesOfField: (call, term) => (isUnknown(term.field) ? new Set<string>() : normal.typesOfField(call, term)),
  });

/** Mistakes that read a grammar into values that have none, and about the names of fields. */
export const grammarAndNameFaults: readonly Fault[] = [
  {
    id: 'filtering/an-equals-sign-in-front-is-dropped',
    breaks: ['FLT-33'],
    also: ['FLT-06', 'FLT-09'],
    summary: 'An equals sign with which a text begins is taken for an operator and dropped.',
    behaviour: asksFor((text) => text.replace(/^=/, '')),
  },
  {
    id: 'filtering/templates-are-filled-in',
    breaks: ['FLT-33'],
    summary: 'What stands between braces in a text that is asked for is taken for a name, and filled in with nothing.',
    behaviour: asksFor((text) => text.replaceAll(/\$?\{+[^}]*\}+/g, '')),
  },
  {
    id: 'filtering/what-says-nothing-is-never-found',
    breaks: ['FLT-33'],
    also: ['FLT-05', 'FLT-08'],
    summary: 'A text such as N/A or none counts as unset, and is never found.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !/^(n\/a|none|nil|nan)$/i.test(stored) && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/a-semicolon-stands-between-values',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'A semicolon in a text stands between several values, each of which is found too.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        [asked, ...asked.split(';')].some((one) => normal.sameText(call, type, one, stored)),
    }),
  },
  {
    id: 'filtering/markup-does-not-count',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Texts are compared without the tags in them.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const [one, other] = [asked, stored].map((text) => text.replaceAll(/<[^>]*>/g, ''));
        return normal.sameText(call, type, asked, stored) || normal.sameText(call, type, one ?? '', other ?? '');
      },
    }),
  },
  {
    id: 'filtering/commas-stand-between-identifiers',
    breaks: ['FLT-15'],
    summary: 'A comma in an identifier stands between several, each of which is found.',
    behaviour: alsoFinds((asked, stored) => asked.split(',').includes(stored)),
  },
  {
    id: 'filtering/a-star-ends-an-identifier',
    breaks: ['FLT-15'],
    summary: 'An identifier that ends in a star finds those that begin like it.',
    behaviour: alsoFinds((asked, stored) => asked.endsWith('*') && stored.startsWith(asked.slice(0, -1))),
  },
  {
    id: 'filtering/options-go-by-their-place',
    breaks: ['FLT-15'],
    summary: 'A link or an option is found by 0 or 1, as the place in a list.',
    behaviour: alsoFinds((asked) => asked === '0' || asked === '1'),
  },
  {
    id: 'filtering/fields-with-an-apostrophe-are-unknown',
    breaks: ['FLT-43'],
    summary: 'A field whose name has an apostrophe, such as one of Dr. O’Brien, cannot be asked for.',
    behaviour: doesNotKnow((field) => field.includes("'")),
  },
];
