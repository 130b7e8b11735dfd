import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';

/** Makes page tokens that count records from the beginning, so that they also work with a wrong order. */
export function countingPlaces(): Pick<Behaviour, 'writePlace' | 'readPlace' | 'recordsAfter' | 'cutPage'> {
  const reached = new WeakMap<Call, number>();
  return {
    writePlace: (call) => String(reached.get(call) ?? 0),
    readPlace: (_call, place) => ({ modifiedAt: new Date(0), id: place }),
    recordsAfter: (call, ordered, cursor) => {
      reached.set(call, Number(cursor.id));
      return ordered.slice(Number(cursor.id));
    },
    cutPage: (call, rest, pageSize) => {
      const items = rest.slice(0, pageSize);
      reached.set(call, (reached.get(call) ?? 0) + items.length);
      return { items, more: rest.length > pageSize };
    },
  };
}

/** Reports whether a call asks for a following page. */
export function isFollowing({ request }: Call): boolean {
  return (request.query.get('nextToken') ?? '') !== '';
}
