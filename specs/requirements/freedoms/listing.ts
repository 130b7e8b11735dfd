import type { FreedomEntry } from '../entry.ts';

/** Pages, page tokens and order. */
export const listing = [
  {
    id: 'FRE-131',
    topic: 'Path prefix of assay-results',
    range: '/assay-results, /api/v2/assay-results or /api/v3/assay-results. The specification does not say which.',
  },
  {
    id: 'FRE-132',
    topic: 'Member that holds the items in listings other than assay-results',
    range: 'entries, plates, items, results or any other name. The specification names results for assay-results only.',
  },
  {
    id: 'FRE-133',
    topic: 'Shape of items and the place of their identifier',
    range: 'Any fields. id is usual but not shown; the suite may need a setting.',
  },
  { id: 'FRE-134', topic: 'Extra members of pages', range: 'Counts, links and warnings are allowed.' },
  {
    id: 'FRE-135',
    topic: 'Form and lifetime of page tokens',
    range:
      'Opaque. A page token may expire, be single-use or contain state. The specification does not promise that one token can be used twice.',
  },
  {
    id: 'FRE-136',
    topic: 'Invalid, foreign or stale nextToken',
    range: "400, 404, the first page, an empty page or another answer, but never another actor's records.",
  },
  { id: 'FRE-137', topic: 'nextToken sent empty', range: 'The first page or an error.' },
  {
    id: 'FRE-138',
    topic: 'Changing other parameters while using nextToken',
    range: 'An error, or the change is ignored or applied.',
  },
  { id: 'FRE-139', topic: 'Default pageSize', range: 'Any positive number.' },
  {
    id: 'FRE-140',
    topic: 'Maximum pageSize, and values above it',
    range: 'Reduced to the maximum or refused. The specification does not show the maximum.',
  },
  { id: 'FRE-141', topic: 'pageSize 0, negative, fractional, not a number', range: 'Error or default.' },
  {
    id: 'FRE-142',
    topic: 'Fewer items than pageSize on a page that is not the last',
    range:
      'It is inferred that the number is exact, so short pages are at most a warning. The specification says only that pageSize controls the number.',
  },
  {
    id: 'FRE-143',
    topic: 'Empty page at the end',
    range:
      'A non-empty token that leads to an empty last page contradicts only the inference about the last page: a warning.',
  },
  {
    id: 'FRE-144',
    topic: 'Records added, changed or removed during a traversal',
    range: 'May appear, be missed or be repeated.',
  },
  { id: 'FRE-145', topic: 'Default order without sort', range: 'Any.' },
  { id: 'FRE-146', topic: 'Order among equal sort values', range: 'Any, and it may differ between asc and desc.' },
  {
    id: 'FRE-147',
    topic: 'sort fields other than modifiedAt, and listings that support sort',
    range:
      'Supported or refused; the full set of fields is not shown. The specification shows modifiedAt with direction desc on /api/v3/entry/items. The other direction and the other listings are inferred (LST-23, LST-37): refusing them, or returning another order, is a warning.',
  },
  {
    id: 'FRE-148',
    topic: 'Malformed sort (no direction, DESC in capitals, several fields, unknown field)',
    range: 'An error, the default order or best effort.',
  },
  {
    id: 'FRE-149',
    topic: 'sort on assay-results',
    range: 'Not among its parameters: it may be ignored, applied or refused.',
  },
  { id: 'FRE-150', topic: 'schemaFields on listings other than assay-results', range: 'Ignored, applied or refused.' },
  { id: 'FRE-151', topic: 'Unknown query parameters', range: 'Ignored or refused.' },
  { id: 'FRE-152', topic: 'Repeated query parameters', range: 'Any.' },
  {
    id: 'FRE-153',
    topic: 'HEAD, OPTIONS, conditional requests, compression',
    range:
      'Any, for calls that are properly authenticated. A GET that is not properly authenticated is answered with 401 under any conditions (TRN-06).',
  },
  { id: 'FRE-154', topic: 'Archived records in listings', range: 'Present or absent.' },
  {
    id: 'FRE-155',
    topic: 'Whether v2 and v3 entries show the same records',
    range:
      "It is inferred that they show the same records, because the platform's records are the same: at most a warning.",
  },
  {
    id: 'FRE-156',
    topic: 'Precision and form of modifiedAt',
    range:
      'Any. The order is judged by the times that the items show. If they show no readable time, only times that are a day or more apart are judged. Whether the control can set equal modifiedAt values depends on the control.',
  },
  {
    id: 'FRE-253',
    topic: 'Minimum pageSize',
    range: 'A small size may be refused although a larger one is served. The specification shows no minimum.',
  },
  {
    id: 'FRE-157',
    topic: 'Status of a successful listing',
    range: '200 is expected. The specification does not contradict another 2xx with the correct body.',
  },
] as const satisfies readonly FreedomEntry[];
