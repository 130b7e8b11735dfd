import type { Delivery } from '../../core/delivery.ts';
import { messageOf } from '../../core/delivery.ts';
import { resourceOf } from '../../drivers/world/event.ts';
import { instantsOf } from './iso-instant.ts';

/** Another resource, another type, or another time: repeated deliveries of one event have all of them in common. */
export function areTwoEvents(one: Delivery, other: Delivery): boolean {
  if (resourceOf(one) !== resourceOf(other)) return true;
  const [first, second] = [messageOf(one), messageOf(other)];
  if (first?.['type'] !== second?.['type']) return true;
  const times = [first, second].map((message) => {
    const text = message?.['createdAt'];
    return typeof text === 'string' ? instantsOf(text)[0] : undefined;
  });
  const [before, after] = times;
  return before !== undefined && after !== undefined && (before.to < after.from || after.to < before.from);
}
