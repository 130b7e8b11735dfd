import type { Exchange } from '../../core/exchange.ts';
import { hasByteOrderMark, header, jsonObject } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { demand, finding } from '../../core/judgement.ts';

/**
 * Demands that a page is JSON and labelled as JSON ("Listing endpoints": all calls send `Accept: application/json`).
 */
export function* isLabelledJson(page: Exchange, subject: string): Generator<Demanded<'TRN-18'>> {
  if (jsonObject(page) === undefined) yield finding('TRN-18', subject, 'was no JSON object', 'a JSON object', page);
  else if (hasByteOrderMark(page)) yield finding('TRN-18', subject, 'began with a byte order mark', 'none', page);
  const label = header(page, 'content-type');
  const observed = label === undefined ? 'had no content type' : `was labelled ${label}`;
  yield demand(isJsonType(label), 'TRN-18', subject, observed, 'application/json or a type that ends in +json', page);
}

/** Reports whether a content type is one of JSON, with any parameters and in any letter case. */
export function isJsonType(label: string | undefined): boolean {
  return /^\s*application\/([a-z0-9!#$&^_.-]+\+)?json\s*(;|$)/i.test(label ?? '');
}
