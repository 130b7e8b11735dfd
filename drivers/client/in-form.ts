import type { SentForm } from '../../core/exchange.ts';
import type { LetterCase, WireForm } from '../../core/wire-form.ts';

interface Formed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Returns the head of a request in a form: all its fields, Host first (RFC 9110, section 7.2), in their order and
 * spelling.
 */
export function headIn(form: WireForm, { url, headers, body }: Formed): Readonly<Record<string, string>> {
  const length = body === undefined ? undefined : String(Buffer.byteLength(body));
  const fields: [string, string][] = [
    ...Object.entries(headers),
    ...(length === undefined
      ? []
      : [
          form.chunked
            ? (['transfer-encoding', 'chunked'] as [string, string])
            : (['content-length', length] as [string, string]),
        ]),
    ...(form.expect && length !== undefined ? [['expect', '100-continue'] as [string, string]] : []),
    // the connection must carry nothing else, regardless of the outcome of the request
    ['connection', 'close'],
  ];
  const first = form.order.flatMap((place) => fields.slice(place, place + 1));
  const ordered = [...first, ...fields.filter((field) => !first.includes(field))];
  return Object.fromEntries(
    [['host', new URL(url).host] as const, ...ordered].map(([name, value]) => [spelt(name, form.letterCase), value]),
  );
}

/** Returns the pieces of a body in a form; one piece if it is not cut. */
export function piecesIn({ chunked, segments, cuts }: WireForm, body: string): Buffer[] {
  const octets = Buffer.from(body);
  if (!chunked && !segments) return [octets];
  const places = cuts.map((share) => Math.round((share * octets.length) / 256)).sort((one, other) => one - other);
  const inside = [...new Set(places)].filter((place) => place > 0 && place < octets.length);
  return [0, ...inside].map((from, index) => octets.subarray(from, inside[index]));
}

/** Returns the record of a form in addition to the head. */
export function sentForm(form: WireForm, body: string | undefined): SentForm {
  if (body === undefined) return {};
  const pieces = piecesIn(form, body).length;
  return { ...(form.chunked ? { chunks: pieces } : {}), ...(form.segments ? { segments: 1 + pieces } : {}) };
}

function spelt(name: string, letterCase: LetterCase): string {
  const lower = name.toLowerCase();
  if (letterCase === 'lower case') return lower;
  if (letterCase === 'upper case') return lower.toUpperCase();
  if (letterCase === 'capitals') return lower.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  return lower.replaceAll(/[a-z-]/g, (letter, place: number) => (place % 2 === 0 ? letter : letter.toUpperCase()));
}
