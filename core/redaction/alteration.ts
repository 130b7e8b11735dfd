/**
 * Returns the alteration that turns a secret into a text, in words that reveal nothing of either: `with octet 0xFF
 * after character 24`. Characters are counted from 1.
 */
export function alterationOf(secret: string, text: string): string {
  if (text === secret.toUpperCase()) return 'in upper case';
  if (text === secret.toLowerCase()) return 'in lower case';
  if (text.toLowerCase() === secret.toLowerCase()) return 'in another letter case';
  if (text === Array.from(secret).toReversed().join('')) return 'reversed';
  if (text !== '' && text.replaceAll(/\s/g, '') === secret.replaceAll(/\s/g, '')) return 'broken by blanks';
  const start = sharedStart(secret, text);
  const end = sharedEnd(secret, text, start);
  const [gone, come] = [secret.length - start - end, text.slice(start, text.length - end)];
  if (start + end === 0) return placedWithin(secret, text);
  if (gone === 0) return start === 0 ? `with ${named(come)} in front` : `with ${named(come)} after character ${start}`;
  if (come === '') {
    if (end === 0) return `cut off after character ${start}`;
    return `without ${characters(start + 1, start + gone)}`;
  }
  return `with ${named(come)} in place of ${characters(start + 1, start + gone)}`;
}

function placedWithin(secret: string, text: string): string {
  const at = text.indexOf(secret);
  if (at >= 0) return `with ${named(text.slice(0, at))} in front and ${named(text.slice(at + secret.length))} behind`;
  return secret.includes(text) ? 'a piece from the middle' : 'altered';
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.charAt(length) === other.charAt(length)) length++;
  return length;
}

function sharedEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}

/**
 * Names an octet that is not text. Other characters are only counted, since they may hold a piece of the secret itself.
 */
function named(text: string): string {
  const code = text.charCodeAt(0);
  const printable = code > 0x20 && code < 0x7f;
  if (text.length === 1 && !printable && code <= 0xff)
    return `octet 0x${code.toString(16).toUpperCase().padStart(2, '0')}`;
  return text.length === 1 ? 'one character' : `${text.length} characters`;
}

function characters(from: number, to: number): string {
  return from === to ? `character ${from}` : `characters ${from} to ${to}`;
}
