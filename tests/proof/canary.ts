import type { Exchange } from '../../core/exchange.ts';
import type { Behaviour, Deviation } from '../../tenant/behaviour/behaviour.ts';
import { jsonAnswer } from '../../tenant/http/message.ts';
import type { Variant } from '../../tenant/index.ts';

type Make = (...given: never[]) => string;

/** The functions that make the tenant's secrets. */
const secretMakers = new Set<keyof Behaviour>([
  'makeClientSecret',
  'makeApiKey',
  'makePassword',
  'makeAccessToken',
  'makeRefreshToken',
  'makeCode',
  'makeBrowserKey',
  'makePageToken',
]);

/** Returns a conforming variant that records every secret that it makes in `issued`. */
export function secretRecordingVariant(issued: Set<string>, alsoRepeats: boolean): Variant {
  return {
    id: 'client-credentials/tells-its-secrets',
    freedoms: [],
    summary: 'Records the secrets that it issues.',
    behaviour: (normal) => ({
      ...(alsoRepeats ? thatRepeats(normal) : {}),
      ...Object.fromEntries(
        Object.entries(normal)
          .filter(([name]) => secretMakers.has(name as keyof Behaviour))
          .map(([name, make]) => [
            name,
            (...given: never[]) => {
              const value = (make as Make)(...given);
              issued.add(value);
              return value;
            },
          ]),
      ),
    }),
  };
}

/**
 * Makes a tenant repeat the whole request whenever it refuses one: in the text of the error, in a stack trace, in
 * base64 after no, one and two octets, percent-encoded, in JSON within JSON, and part by part.
 */
const thatRepeats: Deviation = (normal) => ({
  refuse: (call, refused) => {
    const { method, target, headers, body } = call.request;
    const [values, form] = [[...headers.values()].flat(), body.toString('utf8')];
    const sent = [`${method} ${target}`, ...values, form].filter((text) => text !== '');
    const parts = sent.flatMap((text) => text.split(/[ .:&?=;]/)).filter((text) => text.length > 3);
    const error = {
      error: 'refused',
      error_description: sent.join(' | '),
      stack: sent.map((text, at) => `    at handle (${text}) line ${at}`).join('\n'),
      traces: ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${sent.join('\n')}`).toString('base64')),
      request: JSON.stringify({ sent: JSON.stringify(sent) }),
      parts,
      decoded: parts.map((part) => Buffer.from(part, 'base64').toString('utf8')),
      at: encodeURIComponent(sent.join('&')),
    };
    const answer = normal.refuse(call, refused);
    // error pages of the authorization endpoint and redirects are not changed
    if (answer.status < 400 || call.found.route?.part === 'browser') return answer;
    const headersToo = answer.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
    return jsonAnswer(answer.status, error, [...headersToo, ['X-Trace', encodeURIComponent(sent.join(' '))]]);
  },
});

/** The number of consecutive characters of a secret that never appear in a text by chance. */
const fragmentLength = 12;

/**
 * The suite's own words in base64, after no, one and two octets. They appear in the User-Agent of every request, in the
 * suite's certificates and in the claims of its ID tokens, so that they alone reveal no secret.
 */
const ownWords = ['labconform', 'conformance'].flatMap((word) =>
  ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${word}`).toString('base64').toLowerCase()),
);

/**
 * Returns the secrets that a run must not write: those that the tenant issued, and the suite's ID tokens that it
 * accepted.
 */
export function secretsOf(issued: Iterable<string>, exchanges: readonly Exchange[]): Set<string> {
  return new Set([...issued, ...exchanges.flatMap(idToken)].filter(({ length }) => length >= fragmentLength));
}

function idToken({ request, response }: Exchange): string[] {
  const [, payload = '', signature = ''] =
    /^Bearer ey[\w-]+\.(ey[\w-]+)\.([\w-]{40,})$/.exec(request.headers['authorization'] ?? '') ?? [];
  // A token that was not accepted is wrong on purpose and cannot be used. All payloads begin alike, so the end is
  // taken.
  return signature === '' || response === undefined || response.status >= 300 ? [] : [payload.slice(-40), signature];
}

/**
 * Returns the places at which twelve consecutive characters of a secret, in any letter case and in both directions, can
 * be read in texts: directly, and after percent-encoding, hexadecimal and base64 are decoded, also one within another.
 * It does not use the code that redacts secrets.
 */
export function leaksIn(
  texts: Iterable<readonly [name: string, text: string]>,
  secrets: ReadonlySet<string>,
): string[] {
  const fragments = new Set<string>();
  // Four characters rule out most places. A look-up in the set at each place would take five times as long.
  const possibleHashes = new Uint8Array(largestHash + 1);
  for (const secret of secrets) {
    for (const one of [secret.toLowerCase(), Array.from(secret.toLowerCase()).toReversed().join('')]) {
      for (let from = 0; from + fragmentLength <= one.length; from++) {
        const some = one.slice(from, from + fragmentLength);
        if (ownWords.some((open) => open.includes(some))) continue;
        fragments.add(some);
        possibleHashes[hashAt(some, 0)] = 1;
      }
    }
  }
  const leaks: string[] = [];
  for (const [name, text] of texts) {
    for (const reading of readings(text, 2)) {
      const within = reading.toLowerCase();
      for (let from = 0; from + fragmentLength <= within.length; from++) {
        if (possibleHashes[hashAt(within, from)] === 0 || !fragments.has(within.slice(from, from + fragmentLength)))
          continue;
        leaks.push(`${name}: ${reading.slice(Math.max(0, from - 60), from + 60)}`);
        break;
      }
    }
  }
  return leaks;
}

const largestHash = 0x3f_ffff;

/** Returns a number that is made of four of the twelve characters at `from`. */
function hashAt(text: string, from: number): number {
  const [one, two] = [text.charCodeAt(from), text.charCodeAt(from + 3)];
  const [three, four] = [text.charCodeAt(from + 7), text.charCodeAt(from + fragmentLength - 1)];
  return (one ^ (two << 5) ^ (three << 10) ^ (four << 15)) & largestHash;
}

/** Yields a text, and the texts that its parts decode to. */
function* readings(text: string, depth: number): Generator<string> {
  yield text;
  if (depth === 0) return;
  const percent = (text.match(/(?:[\w.~-]*(?:%[0-9A-Fa-f]{2})+[\w.~-]*){1,400}/g) ?? []).map((some) =>
    some.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (octets) =>
      Buffer.from(octets.replaceAll('%', ''), 'hex').toString('latin1'),
    ),
  );
  const hex = (text.match(/[0-9A-Fa-f]{24,}/g) ?? []).flatMap((some) =>
    [some, some.slice(1)].map((digits) => Buffer.from(digits, 'hex').toString('latin1')),
  );
  const base64 = (text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []).flatMap((some) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(some.slice(skip), 'base64').toString('latin1')),
  );
  for (const some of [percent, hex, base64])
    if (some.length > 0) yield* readings([...new Set(some)].join('\n'), depth - 1);
}
