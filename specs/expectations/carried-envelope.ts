import type { Delivery } from '../../core/delivery.ts';
import { deliveredJson, membersOf } from '../../core/delivery.ts';
import { shown } from './delivered.ts';

/** The fields of an envelope ("Events / Envelope"). */
export const envelopeFields = ['app', 'appDefinition', 'baseURL', 'channel', 'tenantId', 'version', 'message'] as const;

/** Reports whether the octets of a body are text: the content of other bodies cannot be examined. */
export function isTextual({ received: { body, base64 } }: Pick<Delivery, 'received'>): boolean {
  return base64 === undefined && /^[\t\n\f\r -~\u0085\u00A0-\u{10FFFF}]*$/u.test(body);
}

/**
 * Describes what a body has instead of the envelope ("Webhook deliveries"); undefined if it carries an envelope. The
 * specification does not say that the body is JSON. So any other text has to name each field, and may do so in base64
 * (RFC 4648), as a signed one does (RFC 7515).
 */
export function insteadOfEnvelope(delivery: Pick<Delivery, 'received'>): string | undefined {
  const { body } = delivery.received;
  if (body.trim() === '') return 'had an empty body';
  const value = deliveredJson(delivery);
  const members = membersOf(value);
  if (members !== undefined) {
    const has = envelopeFields.some((name) => Object.hasOwn(members, name));
    return has ? undefined : `had the body ${shown(members)}, which has no field of an envelope`;
  }
  const readings = [body, ...body.split('.').map((part) => Buffer.from(part, 'base64').toString('utf8'))];
  const missing = readings.map((text) => envelopeFields.filter((name) => !names(text, name)));
  const [least = []] = missing.toSorted((one, other) => one.length - other.length);
  return least.length === 0 ? undefined : `had a body that names no ${least.join(', ')}`;
}

function names(text: string, field: string): boolean {
  return new RegExp(`(?<![A-Za-z])${field}(?![A-Za-z])`).test(text);
}
