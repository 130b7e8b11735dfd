/** Header fields as a client has them, by lower-case name. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the seconds after which a request may be sent again, as its answer asks (RFC 9110, 10.2.3): a number, or a
 * date by the clock of the server that answered. Returns undefined if the answer asks for nothing.
 */
export function retryAfterIn(headers: Headers): number | undefined {
  const asked = headers['retry-after'];
  if (asked === undefined) return undefined;
  const text = String(asked).trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const until = Date.parse(text) - Date.parse(String(headers['date'] ?? ''));
  return Number.isNaN(until) ? undefined : Math.max(0, until / 1000);
}
