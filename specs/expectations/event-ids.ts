import type { Delivery } from '../../core/delivery.ts';
import { messageOf } from '../../core/delivery.ts';
import { resourceOf } from '../../drivers/world/event.ts';
import { instantsOf } from './iso-instant.ts';

/**
 * Reports whether two deliveries are about two events: repeated deliveries of one event have the same resource, type
 * and time.
 */
export function areTwoEvents(one: Delivery, other: Delivery): boolean {
  if (resourceOf(one) !== resourceOf(other)) return true;
  const [first, second] = [messageOf(one), messageOf(other)];
  if (first?.['type'] !== second?.['type']) return true;
  const [before = [], after = []] = [first, second].map((message) => {
    const text = message?.['createdAt'];
    return typeof text === 'string' ? instantsOf(text) : [];
  });
  if (before.length === 0 || after.length === 0) return false;
  // two times without a zone are in the same zone
  const [ones, others] = before.length === after.length ? [before.slice(0, 1), after.slice(0, 1)] : [before, after];
  return ones.every((early) => others.every((late) => early.to < late.from || late.to < early.from));
}
