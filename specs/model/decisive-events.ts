import type { Moment } from '../../drivers/world/clock-readings.ts';
import { revocationsOf } from './revocations.ts';
import type { Revocation } from './revocations.ts';
import { describeEvent } from './event-wording.ts';
import type { Credential, EventLog } from './vocabulary.ts';

/** The number of last events that a finding names if no event stops the credential. */
const mostRecent = 2;

/**
 * Returns the events that a finding is about, as the words before its subject, e.g. `after Centrifuge was archived, `.
 * These are the events that stop a credential and the last event after them, or the last events if nothing stops the
 * credential. The case has the whole history.
 */
export function afterStoppingEvents(past: EventLog, credential: Credential, at: Moment): string {
  const stops = revocationsOf(past, credential, at);
  if (stops.length === 0) return afterTheLast(past);
  const newest = Math.max(...stops.map(({ since }) => since));
  // for each event, it is not known whether it came before or after the end of the lifetime
  const isOver = stops.some(({ cause }) => cause === 'age');
  const later = isOver ? [] : past.slice(newest + 1).flatMap((one) => describeEvent(one) ?? []);
  return asClause([...stops.map((stop) => describeStop(stop, past)), ...later.slice(-1)]);
}

/** Returns the last events of a history, as the words before the subject of a finding. */
export function afterTheLast(past: EventLog): string {
  return asClause(past.flatMap((one) => describeEvent(one) ?? []).slice(-mostRecent));
}

function asClause(events: readonly string[]): string {
  return events.length === 0 ? '' : `after ${[...new Set(events)].join(', then ')}, `;
}

function describeStop({ cause, since }: Revocation, past: EventLog): string {
  if (cause === 'use') return 'it was used once';
  if (cause === 'age') return 'its lifetime was over';
  return describeEvent(past[since]!) ?? `its ${cause}`;
}
