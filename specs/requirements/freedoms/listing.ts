import type { FreedomEntry } from '../entry.ts';

/** Pages, page tokens and order. */
export const listing = [
  {
    id: 'FRE-131',
    topic: 'Path prefix of assay-results',
    range: '/assay-results, /api/v2/assay-results or /api/v3/assay-results: not given.',
  },
  {
    id: 'FRE-132',
    topic: 'Key under which items stand in listings other than assay-results',
    range: 'entries, plates, items, results or any other: results is noted for assay-results only.',
  },
  {
    id: 'FRE-133',
    topic: 'Shape of items and the place of their identifier',
    range: 'Any fields; id is usual but not shown; the suite may need a setting.',
  },
  { id: 'FRE-134', topic: 'Extra members of pages', range: 'Counts, links, warnings: allowed.' },
  {
    id: 'FRE-135',
    topic: 'Form and life of page tokens',
    range: 'Opaque; may expire, may be single use, may carry state; reuse of one token twice is not promised.',
  },
  {
    id: 'FRE-136',
    topic: 'Invalid, foreign or stale nextToken',
    range: "400, 404, first page, empty page or other; never another actor's records.",
  },
  { id: 'FRE-137', topic: 'nextToken sent empty', range: 'First page or an error.' },
  { id: 'FRE-138', topic: 'Changing other parameters while using nextToken', range: 'Error, ignored or honoured.' },
  { id: 'FRE-139', topic: 'Default pageSize', range: 'Any positive number.' },
  { id: 'FRE-140', topic: 'Maximum pageSize and what happens above', range: 'Capped or refused; not shown.' },
  { id: 'FRE-141', topic: 'pageSize 0, negative, fractional, not a number', range: 'Error or default.' },
  {
    id: 'FRE-142',
    topic: 'Fewer items than pageSize on a page that is not the last',
    range:
      'Inference says exact; short pages are a warning at most, the stated text is only that pageSize controls the number.',
  },
  {
    id: 'FRE-143',
    topic: 'Trailing empty page',
    range: 'A non-empty token that leads to an empty last page breaks only the inference on no next page; warning.',
  },
  {
    id: 'FRE-144',
    topic: 'Records added, changed or removed during a traversal',
    range: 'May appear, be missed or repeat.',
  },
  { id: 'FRE-145', topic: 'Default order without sort', range: 'Any.' },
  { id: 'FRE-146', topic: 'Order among equal sort values', range: 'Any, even between asc and desc.' },
  {
    id: 'FRE-147',
    topic: 'sort fields other than modifiedAt, and where sort is known',
    range:
      'Supported or refused; the full set is not shown. modifiedAt with direction desc is shown on /api/v3/entry/items; the other direction and the other listings are inference (LST-23, LST-37), and refusing them or leaving them in another order is a warning.',
  },
  {
    id: 'FRE-148',
    topic: 'Malformed sort (no direction, DESC in capitals, several fields, unknown field)',
    range: 'Error, default or best effort.',
  },
  { id: 'FRE-149', topic: 'sort on assay-results', range: 'Not among its parameters: ignored, honoured or refused.' },
  { id: 'FRE-150', topic: 'schemaFields on listings other than assay-results', range: 'Ignored, honoured or refused.' },
  { id: 'FRE-151', topic: 'Unknown query parameters', range: 'Ignored or refused.' },
  { id: 'FRE-152', topic: 'Repeated query parameters', range: 'Any.' },
  {
    id: 'FRE-153',
    topic: 'HEAD, OPTIONS, conditional requests, compression',
    range:
      'Any, for calls that are properly authenticated: a GET that is not is answered with 401 whatever its conditions are (TRN-06).',
  },
  { id: 'FRE-154', topic: 'Archived records in listings', range: 'Present or absent.' },
  {
    id: 'FRE-155',
    topic: 'Whether v2 and v3 entries show the same records',
    range: 'Same records is inference from the same platform records; warning at most.',
  },
  {
    id: 'FRE-156',
    topic: 'Precision and form of modifiedAt',
    range:
      "Any. The order is judged by what the items show; where they show no time that can be read, only by times that are a day apart or more. Whether the control's modifiedAt can be set to equal values is the test bed's matter.",
  },
  {
    id: 'FRE-253',
    topic: 'Minimum pageSize',
    range: 'A small size may be refused where a larger one is served; not shown.',
  },
  {
    id: 'FRE-157',
    topic: 'Status of a successful listing',
    range: '200 expected; any 2xx with the right body is not contradicted.',
  },
] as const satisfies readonly FreedomEntry[];
