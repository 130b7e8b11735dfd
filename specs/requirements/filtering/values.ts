import type { RequirementEntry } from '../entry.ts';

/** Escaping and encoding of values, and filters together with other parameters. */
export const values = [
  {
    id: 'FLT-27',
    from: ['Endpoints / Filters, rule 2 (escaping)'],
    statement:
      'A String value that equals an operator is found when the query value is that operator in double quotes.',
    basis: 'stated',
    observable: 'Store the value > (and >=, <, <=) and query ">" in quotes. Exactly that record is returned.',
    kind: 'example',
  },
  {
    id: 'FLT-28',
    from: ['Endpoints / Filters, rule 2 (escaping)', 'Endpoints / Filters, row String, Long Text'],
    statement: 'An operator in quotes is not a range: other records are not returned.',
    basis: 'derived',
    observable: 'Store the values a, b and >. The quoted query returns only the record with >.',
    kind: 'property',
  },
  {
    id: 'FLT-29',
    from: ['Endpoints / Filters, rule 1 (range operators)', 'Endpoints / Filters, rule 2 (escaping)'],
    statement:
      'A text value that starts with an operator character and has no space after it (such as >abc) is a literal.',
    basis: 'derived',
    observable: 'Store >abc and query >abc, encoded. Only that record is returned.',
    kind: 'property',
  },
  {
    id: 'FLT-30',
    from: ['Endpoints / Filters, row String, Long Text'],
    statement: 'Wildcard-like characters (%, _, *, ?, .) in a text value are literal.',
    basis: 'derived',
    observable: 'Store a%b and axb. The query a%b returns only the first.',
    kind: 'property',
  },
  {
    id: 'FLT-31',
    from: ['Endpoints / Filters, row String, Long Text', 'URL Standard'],
    statement: 'A literal plus sign in a value, sent as %2B, is a plus sign, not a space.',
    basis: 'derived',
    observable: 'Store a+b and a b. The query a%2Bb returns only the first.',
    kind: 'property',
  },
  {
    id: 'FLT-32',
    from: ['Endpoints / Filters, row String, Long Text', 'Unicode Standard'],
    statement: 'Case is ignored for letters beyond ASCII with simple case pairs, such as É and é.',
    basis: 'derived',
    observable: 'Store and query in different case. They match.',
    kind: 'property',
  },
  {
    id: 'FLT-33',
    from: ['Endpoints / Filters, row String, Long Text', 'URL Standard'],
    statement: 'Text with reserved URL characters or non-ASCII characters matches when percent-encoded.',
    basis: 'derived',
    observable:
      'Use random texts. The record with that text is found. Not used: texts that equal an operator, start with an operator and a space, contain a double quote, are empty, or have blanks at an end.',
    kind: 'property',
  },
  {
    id: 'FLT-34',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'With several named fields, every returned record satisfies all assertions.',
    basis: 'derived',
    observable: 'Use two fields in one filter. The result is the intersection.',
    kind: 'property',
  },
  {
    id: 'FLT-35',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'A filtered listing is a subset of the unfiltered listing of the same actor.',
    basis: 'derived',
    observable: 'Metamorphic comparison.',
    kind: 'property',
  },
  {
    id: 'FLT-36',
    from: ['Endpoints / Filters, rule 1 (range operators)'],
    statement:
      'For one bound, > and <= divide the records that have a value for the field into two disjoint and complete parts, and so do < and >=.',
    basis: 'derived',
    observable: 'Metamorphic comparison over random data.',
    kind: 'property',
  },
  {
    id: 'FLT-37',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Endpoints / Pagination, rule 3 (the next page)'],
    statement: 'Filters and pagination work together: a filtered traversal yields each matching record exactly once.',
    basis: 'derived',
    observable: 'Filter with a small pageSize, sending the same parameters with each nextToken. The set is complete.',
    kind: 'property',
  },
  {
    id: 'FLT-38',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Endpoints / Pagination, rule 2 (the last page)'],
    statement: 'A filter that matches nothing gives an empty results list and an empty nextToken.',
    basis: 'derived',
    observable: 'Filter with a value that no record has.',
    kind: 'example',
  },
  {
    id: 'FLT-39',
    from: [
      'Endpoints / Filters, rule 3 (schemaFields)',
      'What the service does, point 2 (permissions of a user)',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement: 'A filter respects permissions: matching records of projects not granted to the actor are not returned.',
    basis: 'derived',
    observable: 'Create matching records in granted and ungranted projects.',
    kind: 'property',
  },
  {
    id: 'FLT-40',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'A filter on one field does not match records that have the value in another field only.',
    basis: 'derived',
    observable:
      'Store the same value in two fields. A filter on one field returns only the records with the value in that field.',
    kind: 'property',
  },
  {
    id: 'FLT-41',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'A filter gives the same result to every actor with the same access to data, with any credential (key, app token, delegated token).',
    basis: 'derived',
    observable: 'Compare the results for the credentials.',
    kind: 'property',
  },
  {
    id: 'FLT-42',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'RFC 9110, section 9.2.1'],
    statement: 'A filtered call that is sent again gives the same set while the data does not change.',
    basis: 'derived',
    observable: 'Send the call again and compare.',
    kind: 'stateful',
  },
  {
    id: 'FLT-43',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'A field can be named in a filter by its name, with any characters and words in the name.',
    basis: 'derived',
    observable:
      'Use fields whose names have blanks, brackets, quotes, separators and non-Latin letters. The same filter with a plain name works.',
    kind: 'example',
  },
  {
    id: 'FLT-44',
    from: ['Endpoints / Filters, row Integer, Float, Date', 'Endpoints / Filters, rule 1 (range operators)'],
    statement:
      'A Float value equals a bound written with the same digits, even if no binary fraction is exactly this number.',
    basis: 'derived',
    observable:
      'Store 10.1, as an item shows it, and use the bound 10.1. The record is returned for >= and <=, and not for > and <. FLT-19 to FLT-22 cover numbers that single precision represents exactly.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
