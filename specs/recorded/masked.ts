/** Words that replace secrets in a capture that was masked before it was shared. */
const words = /redact|remov|mask|hidden|filter|sanit|anonym|scrub|omit|private|secret|token|your/i;

/**
 * Reports whether a value has replaced a secret before the capture was shared: equal masks do not mean that the secrets
 * were equal. If a real secret is mistaken for a mask, the only effect is that it is not compared.
 */
export function isMasked(value: string): boolean {
  if (value.length < 8) return true;
  if (/\*{3}|[xX]{4}|•{2}|\.{3}|…|#{3}/.test(value)) return true;
  if (/^[<[{(].*[>\]})]$/.test(value)) return true;
  if (new Set(value).size < 5) return true;
  return /redact/i.test(value) || (!/\d/.test(value) && words.test(value));
}
