import type { FreedomEntry } from '../entry.ts';

/** Filters and the values in them. */
export const filtering = [
  {
    id: 'FRE-158',
    topic: 'Encoding of schemaFields in the query',
    range: 'JSON object, dotted, bracketed or other; a target setting.',
  },
  {
    id: 'FRE-159',
    topic: 'How the schema is chosen for schemaFields',
    range:
      "By another parameter, by the actor's configuration, or all schemas that have the field: the relevant schema is not defined.",
  },
  {
    id: 'FRE-160',
    topic: 'Same field name in several schemas',
    range: "All, one or only the relevant schema's records.",
  },
  { id: 'FRE-161', topic: 'Letter case of field names', range: 'Exact or not.' },
  {
    id: 'FRE-162',
    topic: 'Plain value without operator on Integer, Float, Date',
    range: 'Equality, refusal or nothing: only range operators are named.',
  },
  { id: 'FRE-163', topic: 'Range operators on String and Long Text', range: 'Text comparison, literal or refusal.' },
  { id: 'FRE-164', topic: 'Range operators on link and dropdown fields', range: 'Refusal, nothing or literal.' },
  {
    id: 'FRE-165',
    topic: 'Operator without the space (>5)',
    range: 'Operator, literal or refusal for number and date fields.',
  },
  {
    id: 'FRE-166',
    topic: 'Unquoted text value that equals an operator',
    range: 'Refusal, nothing or literal: the document only says it must be escaped.',
  },
  {
    id: 'FRE-167',
    topic: 'Text value that starts with an operator and a space',
    range: 'Operator or literal: escaping is described for a value that equals an operator only.',
  },
  { id: 'FRE-168', topic: 'Quotes around values that are not operators', range: 'Stripped or kept.' },
  { id: 'FRE-169', topic: 'Double quotes inside values', range: 'No escape is given; any behaviour.' },
  { id: 'FRE-170', topic: 'Two bounds on one field', range: 'No form is given; any behaviour.' },
  {
    id: 'FRE-171',
    topic: 'Bad bound for the type',
    range: 'Error or no records; not the unfiltered list by inference.',
  },
  {
    id: 'FRE-172',
    topic: 'Notation of dates and date-times, time zones in Date filters',
    range: 'ISO dates assumed; others open.',
  },
  {
    id: 'FRE-173',
    topic: 'Notation of numbers (1e3, 05, +5, locale)',
    range: 'Any behaviour beyond plain decimal notation.',
  },
  {
    id: 'FRE-174',
    topic: 'Case rules outside simple pairs',
    range: 'ß and SS, Turkish i, final sigma, composed and decomposed forms: equal or not.',
  },
  { id: 'FRE-175', topic: 'White space at the ends of text values', range: 'Trimmed or kept.' },
  { id: 'FRE-176', topic: 'Empty text as filter value', range: 'Matches empty, unset, nothing, or refused.' },
  {
    id: 'FRE-177',
    topic: 'Case of identifiers in link and dropdown filters',
    range: 'Exact or not: ignoring case is stated for text only.',
  },
  { id: 'FRE-178', topic: 'Fields with several values', range: 'Any element or all.' },
  { id: 'FRE-179', topic: 'Assertions on field types not in the table', range: 'Refused, ignored or supported.' },
  { id: 'FRE-180', topic: 'Unknown field name', range: 'Error or no records.' },
  {
    id: 'FRE-181',
    topic: 'Range operators on other query parameters (modifiedAt and the like)',
    range: 'Which parameters take them is not shown.',
  },
  {
    id: 'FRE-182',
    topic: 'Listings that support filters',
    range: 'Only assay-results shows schemaFields; support elsewhere is open.',
  },
  {
    id: 'FRE-250',
    topic: 'Normalisation of texts that are stored',
    range:
      'Forms of Unicode, white space, characters that are not seen, markup and length may be kept or changed. What an item shows is what counts; a text that is kept otherwise than it was given is not judged, and neither is one that no item shows and that a store may change.',
  },
  {
    id: 'FRE-251',
    topic: 'Precision of Float',
    range:
      'Single, double, decimal or other: not given. What an item shows is what counts; a bound that is nearer to it than the precision that is kept is not judged. Where no item shows numbers, hundredths are taken to be told apart.',
  },
  {
    id: 'FRE-252',
    topic: 'Form of the name of a field in schemaFields',
    range:
      'The name as it is shown, an identifier, another spelling: what named custom schema fields are named by is not shown. That names of letters, digits and hyphens are taken as they are is presumed; any other name is inference (FLT-43).',
  },
  {
    id: 'FRE-254',
    topic: 'Number of fields in one filter',
    range:
      'One at least; that several may be named, and go together, is inference (FLT-34): refusing them is a warning.',
  },
] as const satisfies readonly FreedomEntry[];
