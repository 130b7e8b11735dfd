import type { RequirementEntry } from '../entry.ts';

/** Escaping and encoding of values, and filters beside other parameters. */
export const values = [
  {
    id: 'FLT-27',
    from: ['Endpoints / Filters, rule 2 (escaping)'],
    statement:
      'A String value that equals an operator is found when the query value is that operator in double quotes.',
    basis: 'stated',
    observable: 'Stored value > (and >=, <, <=); query ">" in quotes; exactly that record.',
    kind: 'example',
  },
  {
    id: 'FLT-28',
    from: ['Endpoints / Filters, rule 2 (escaping)', 'Endpoints / Filters, row String, Long Text'],
    statement: 'Quotes around an operator do not make it a range: other records are not drawn in.',
    basis: 'derived',
    observable: 'Stored values a, b, > ; quoted query returns only the record >.',
    kind: 'property',
  },
  {
    id: 'FLT-29',
    from: ['Endpoints / Filters, rule 1 (range operators)', 'Endpoints / Filters, rule 2 (escaping)'],
    statement:
      'A text value that merely begins with an operator character and has no space after it (such as >abc) is a literal.',
    basis: 'derived',
    observable: 'Stored >abc; query >abc encoded; that record only.',
    kind: 'property',
  },
  {
    id: 'FLT-30',
    from: ['Endpoints / Filters, row String, Long Text'],
    statement: 'Wildcard-like characters (%, _, *, ?, .) in a text value stand for themselves.',
    basis: 'derived',
    observable: 'Stored a%b, axb; query a%b gives the first only.',
    kind: 'property',
  },
  {
    id: 'FLT-31',
    from: ['Endpoints / Filters, row String, Long Text', 'URL Standard'],
    statement: 'A literal plus sign in a value, sent as %2B, is a plus and not a space.',
    basis: 'derived',
    observable: 'Stored a+b and a b; query a%2Bb gives the first only.',
    kind: 'property',
  },
  {
    id: 'FLT-32',
    from: ['Endpoints / Filters, row String, Long Text', 'Unicode Standard'],
    statement: 'Case is ignored for letters beyond ASCII with simple case pairs, such as É and é.',
    basis: 'derived',
    observable: 'Stored and queried in differing case; match.',
    kind: 'property',
  },
  {
    id: 'FLT-33',
    from: ['Endpoints / Filters, row String, Long Text', 'URL Standard'],
    statement: 'Text with reserved URL characters or non-ASCII characters matches when percent-encoded.',
    basis: 'derived',
    observable:
      'Random texts; the record with that text is found. None that equals an operator, starts with one and a space, has a double quote, is empty or has blanks at its ends.',
    kind: 'property',
  },
  {
    id: 'FLT-34',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'Several named fields are combined so that every returned record satisfies all assertions.',
    basis: 'derived',
    observable: 'Two fields in one filter; result is the intersection.',
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
      'For one bound, > and <= divide the records that have a value for the field into two disjoint and complete parts; likewise < and >=.',
    basis: 'derived',
    observable: 'Metamorphic comparison over random data.',
    kind: 'property',
  },
  {
    id: 'FLT-37',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Endpoints / Pagination, rule 3 (the next page)'],
    statement: 'Filters and pagination work together: the traversal yields each matching record exactly once.',
    basis: 'derived',
    observable: 'Filter with small pageSize, parameters repeated with nextToken; complete set.',
    kind: 'property',
  },
  {
    id: 'FLT-38',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Endpoints / Pagination, rule 2 (the last page)'],
    statement: 'A filter that matches nothing gives an empty results list and an empty nextToken.',
    basis: 'derived',
    observable: 'Filter with a value nobody has.',
    kind: 'example',
  },
  {
    id: 'FLT-39',
    from: [
      'Endpoints / Filters, rule 3 (schemaFields)',
      'What the service does, point 2 (permissions of a user)',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement: 'Filtering respects visibility: matching records of projects not granted to the actor do not come back.',
    basis: 'derived',
    observable: 'Matching records in granted and ungranted projects.',
    kind: 'property',
  },
  {
    id: 'FLT-40',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'A filter on one field does not match records that hold the value in another field.',
    basis: 'derived',
    observable: 'The same value in two fields; a filter on one field gives only the records with it there.',
    kind: 'property',
  },
  {
    id: 'FLT-41',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'Filtering gives the same answer to every actor with the same reach, whatever the credential (key, app token, delegated token).',
    basis: 'derived',
    observable: 'Compare results over credentials.',
    kind: 'property',
  },
  {
    id: 'FLT-42',
    from: ['Endpoints / Filters, rule 3 (schemaFields)', 'RFC 9110, section 9.2.1'],
    statement: 'A repeated filtered call gives the same set while the data does not change.',
    basis: 'derived',
    observable: 'Repeat and compare.',
    kind: 'stateful',
  },
  {
    id: 'FLT-43',
    from: ['Endpoints / Filters, rule 3 (schemaFields)'],
    statement: 'A field is found by its name, whatever signs and words the name is made of.',
    basis: 'derived',
    observable:
      'Fields whose names have blanks, brackets, quotes, dividers, foreign letters; the same filter under a plain name works.',
    kind: 'example',
  },
  {
    id: 'FLT-44',
    from: ['Endpoints / Filters, row Integer, Float, Date', 'Endpoints / Filters, rule 1 (range operators)'],
    statement:
      'A Float value equals a bound that is written with the same digits, also where no binary fraction is exactly this number.',
    basis: 'derived',
    observable:
      'Stored 10.1, as an item shows it, with the bound 10.1: found by >= and <=, left out by > and <. Numbers that single precision keeps exactly belong to FLT-19 to FLT-22.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
