import type { Moment } from '../../drivers/world/clock-readings.ts';
import { revocationsOf } from './revocations.ts';
import type { Revocation } from './revocations.ts';
import { tellEvent } from './event-wording.ts';
import type { Credential, EventLog } from './vocabulary.ts';

/** So many of the last events are named where none of them stops what is looked at. */
const mostRecent = 2;

/**
 * The events of a history that a finding is about, as the words before its subject, e.g. `after Centrifuge was archived, `:
 * those that stop a credential and the last one after them, or the last ones where nothing stops it. The case has the whole
 * history.
 */
export function afterWhatStops(past: EventLog, credential: Credential, at: Moment): string {
  const stops = revocationsOf(past, credential, at);
  if (stops.length === 0) return afterTheLast(past);
  const newest = Math.max(...stops.map(({ since }) => since));
  // what came before the end of its lifetime, and what after it, is not known of each event
  const isOver = stops.some(({ cause }) => cause === 'age');
  const later = isOver ? [] : past.slice(newest + 1).flatMap((one) => tellEvent(one) ?? []);
  return asClause([...stops.map((stop) => tellStop(stop, past)), ...later.slice(-1)]);
}

/** The last events of a history, as the words before the subject of a finding. */
export function afterTheLast(past: EventLog): string {
  return asClause(past.flatMap((one) => tellEvent(one) ?? []).slice(-mostRecent));
}

function asClause(events: readonly string[]): string {
  return events.length === 0 ? '' : `after ${[...new Set(events)].join(', then ')}, `;
}

function tellStop({ cause, since }: Revocation, past: EventLog): string {
  if (cause === 'use') return 'it was used once';
  if (cause === 'age') return 'its lifetime was over';
  const event = past[since];
  return (event === undefined ? undefined : tellEvent(event)) ?? `its ${cause}`;
}
