import type { FreedomEntry } from '../entry.ts';

/** Filters and the values in them. */
export const filtering = [
  {
    id: 'FRE-158',
    topic: 'Encoding of schemaFields in the query',
    range: 'A JSON object, dotted, bracketed or another form. The target profile sets it.',
  },
  {
    id: 'FRE-159',
    topic: 'How the schema is chosen for schemaFields',
    range:
      "By another parameter, by the actor's configuration, or all schemas that have the field. The specification does not define the relevant schema.",
  },
  {
    id: 'FRE-160',
    topic: 'Same field name in several schemas',
    range: 'The records of all schemas, of one, or of the relevant schema only.',
  },
  { id: 'FRE-161', topic: 'Letter case of field names', range: 'Compared exactly or not.' },
  {
    id: 'FRE-162',
    topic: 'Plain value without operator on Integer, Float, Date',
    range: 'Equality, refusal or no records. The specification names only range operators.',
  },
  {
    id: 'FRE-163',
    topic: 'Range operators on String and Long Text',
    range: 'Text comparison, a literal or a refusal.',
  },
  { id: 'FRE-164', topic: 'Range operators on link and dropdown fields', range: 'A refusal, no records or a literal.' },
  {
    id: 'FRE-165',
    topic: 'Operator without the space (>5)',
    range: 'An operator, a literal or a refusal, for number and date fields.',
  },
  {
    id: 'FRE-166',
    topic: 'Unquoted text value that equals an operator',
    range: 'A refusal, no records or a literal. The specification only says that it must be escaped.',
  },
  {
    id: 'FRE-167',
    topic: 'Text value that starts with an operator and a space',
    range: 'An operator or a literal. The specification describes escaping only for a value that equals an operator.',
  },
  { id: 'FRE-168', topic: 'Quotes around values that are not operators', range: 'Removed or kept.' },
  {
    id: 'FRE-169',
    topic: 'Double quotes inside values',
    range: 'Any behavior. The specification gives no escape for them.',
  },
  { id: 'FRE-170', topic: 'Two bounds on one field', range: 'Any behavior. The specification gives no form for them.' },
  {
    id: 'FRE-171',
    topic: 'Bound that is invalid for the type',
    range: 'An error or no records. By inference, not the unfiltered list.',
  },
  {
    id: 'FRE-172',
    topic: 'Notation of dates and date-times, time zones in Date filters',
    range: 'ISO dates are assumed. Others are open.',
  },
  {
    id: 'FRE-173',
    topic: 'Notation of numbers (1e3, 05, +5, locale)',
    range: 'Any behavior for notations other than plain decimal.',
  },
  {
    id: 'FRE-174',
    topic: 'Case rules beyond simple pairs',
    range: 'ß and SS, Turkish i, final sigma, and composed and decomposed forms may be equal or not.',
  },
  { id: 'FRE-175', topic: 'White space at the ends of text values', range: 'Trimmed or kept.' },
  {
    id: 'FRE-176',
    topic: 'Empty text as filter value',
    range: 'Matches empty values, matches records without a value, matches nothing, or is refused.',
  },
  {
    id: 'FRE-177',
    topic: 'Letter case of identifiers in link and dropdown filters',
    range: 'Compared exactly or not. The specification says that case is ignored for text only.',
  },
  { id: 'FRE-178', topic: 'Fields with several values', range: 'Any of the values must match, or all of them.' },
  { id: 'FRE-179', topic: 'Assertions on field types not in the table', range: 'Refused, ignored or supported.' },
  { id: 'FRE-180', topic: 'Unknown field name', range: 'An error or no records.' },
  {
    id: 'FRE-181',
    topic: 'Range operators on other query parameters (modifiedAt and the like)',
    range: 'The specification does not show which parameters accept them.',
  },
  {
    id: 'FRE-182',
    topic: 'Listings that support filters',
    range: 'The specification shows schemaFields only for assay-results. Support elsewhere is open.',
  },
  {
    id: 'FRE-250',
    topic: 'Normalization of stored texts',
    range:
      'Unicode forms, white space, invisible characters, markup and length may be kept or changed. The text that an item shows is the one that counts. A text that the tenant stored in a changed form is not judged. A text that no item shows and that storage may change is not judged either.',
  },
  {
    id: 'FRE-251',
    topic: 'Precision of Float',
    range:
      'Single, double, decimal or another precision; the specification does not say. The value that an item shows is the one that counts. A bound that is closer to it than the stored precision is not judged. If no item shows numbers, the suite assumes that hundredths are distinguished.',
  },
  {
    id: 'FRE-252',
    topic: 'How schemaFields names a field',
    range:
      'The displayed name, an identifier or another spelling: the specification does not show it. The suite assumes that names made of letters, digits and hyphens are used unchanged. Any other name is inferred (FLT-43).',
  },
  {
    id: 'FRE-254',
    topic: 'Number of fields in one filter',
    range:
      'At least one. It is inferred that a filter can name several fields and combine them (FLT-34): refusing this is a warning.',
  },
] as const satisfies readonly FreedomEntry[];
