import { endOfString } from './json-string.ts';

const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds the text of a member of a member of a JSON object in its octets, without parsing them: `textAt(entry,
 * 'request', 'url')`. If a member occurs twice, the first counts.
 *
 * @returns undefined if the member does not exist, or if it is no text
 */
export function textOfMember(bytes: Buffer, outer: string, inner: string): string | undefined {
  const scan = { escaped: false };
  const wanted = [outer, inner];
  let depth = 0;
  /** Number of wanted members that are open at this place. */
  let found = 0;
  let expectsKey = false;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at] ?? 0;
    if (octet === quote) {
      const behind = endOfString(bytes, at + 1, scan);
      if (behind === -1) return undefined;
      if (expectsKey && depth === found + 1) {
        expectsKey = false;
        if (isText(bytes, at, behind, wanted[found] ?? '')) {
          const value = afterColon(bytes, behind);
          if (found === 1) return bytes[value] === quote ? stringAt(bytes, value) : undefined;
          if (bytes[value] === openBrace) found = 1;
        }
      }
      at = behind - 1;
    } else if (octet === openBrace || octet === openBracket) {
      depth++;
      expectsKey = octet === openBrace;
    } else if (octet === closeBrace || octet === closeBracket) {
      depth--;
      if (depth <= found) return undefined;
    } else if (octet === comma) expectsKey = depth === found + 1;
  }
  return undefined;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

function afterColon(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === colon || (bytes[at] ?? 0) <= 0x20)) at++;
  return at;
}

/** Reports whether the string between two quotes is this text. Hardly any key is written with escapes. */
function isText(bytes: Buffer, from: number, behind: number, text: string): boolean {
  const length = behind - from - 2;
  if (length < text.length || length > 6 * text.length) return false;
  const raw = bytes.toString('latin1', from + 1, behind - 1);
  return raw === text || (raw.includes('\\') && parsed(`"${raw}"`) === text);
}

function stringAt(bytes: Buffer, from: number): string | undefined {
  const behind = endOfString(bytes, from + 1, { escaped: false });
  if (behind === -1) return undefined;
  const raw = bytes.toString('utf8', from + 1, behind - 1);
  return bytes.subarray(from, behind).includes(backslash) ? parsed(`"${raw}"`) : raw;
}

function parsed(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
