import type { Exchange } from '../../core/exchange.ts';
import type { Behaviour, Deviation } from '../../tenant/behaviour/behaviour.ts';
import { jsonAnswer } from '../../tenant/http/message.ts';
import type { Variant } from '../../tenant/index.ts';

type Make = (...given: never[]) => string;

/** What the tenant makes up that nobody else may know. */
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

/** A tenant that conforms and takes down every secret as it makes it. */
export function thatTells(issued: Set<string>, alsoRepeats: boolean): Variant {
  return {
    id: 'client-credentials/tells-its-secrets',
    freedoms: [],
    summary: 'Takes down what it issues.',
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
 * A tenant that repeats, whenever it refuses, all that it was sent: in the text of the error, in a stack trace, in
 * base64 behind none, one and two octets, percent-encoded, in JSON within JSON, and part by part.
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
    // an error page of the authorization endpoint stays one, and a redirect leads where it led
    if (answer.status < 400 || call.found.route?.part === 'browser') return answer;
    const headersToo = answer.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
    return jsonAnswer(answer.status, error, [...headersToo, ['X-Trace', encodeURIComponent(sent.join(' '))]]);
  },
});

/** So many characters in a row of a secret are never there by chance. */
const run = 12;

/**
 * How the suite's own words read in base64, behind none, one and two octets. They stand in the User-Agent of every
 * request and in the suite's certificates, and in the claims of its ID tokens too: there alone they give nothing away.
 */
const ownWords = ['labconform', 'conformance'].flatMap((word) =>
  ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${word}`).toString('base64').toLowerCase()),
);

/** What nobody may read from what a run writes: what the tenant issued, and the ID tokens that the suite made and it took. */
export function secretsOf(issued: Iterable<string>, exchanges: readonly Exchange[]): Set<string> {
  return new Set([...issued, ...exchanges.flatMap(idToken)].filter(({ length }) => length >= run));
}

function idToken({ request, response }: Exchange): string[] {
  const [, payload = '', signature = ''] =
    /^Bearer ey[\w-]+\.(ey[\w-]+)\.([\w-]{40,})$/.exec(request.headers['authorization'] ?? '') ?? [];
  // one that was not taken is wrong on purpose, and nobody can use it; all of them begin alike
  return signature === '' || response === undefined || response.status >= 300 ? [] : [payload.slice(-40), signature];
}

/**
 * Where twelve characters in a row of a secret, or of something made of one, can be read from what was written: as it
 * stands, and once percent-encoding, hexadecimal and base64 are undone, one within the other too. Knows nothing of how
 * secrets are kept out.
 */
export function leaksIn(
  texts: Iterable<readonly [name: string, text: string]>,
  secrets: ReadonlySet<string>,
): string[] {
  const runs = new Set<string>();
  // most places are ruled out by four of their signs: to look each of them up takes five times as long
  const likely = new Uint8Array(mostSigns + 1);
  for (const secret of secrets) {
    for (const one of [secret.toLowerCase(), Array.from(secret.toLowerCase()).toReversed().join('')]) {
      for (let from = 0; from + run <= one.length; from++) {
        const some = one.slice(from, from + run);
        if (ownWords.some((open) => open.includes(some))) continue;
        runs.add(some);
        likely[signsOf(some, 0)] = 1;
      }
    }
  }
  const leaks: string[] = [];
  for (const [name, text] of texts) {
    for (const reading of readings(text, 2)) {
      const within = reading.toLowerCase();
      for (let from = 0; from + run <= within.length; from++) {
        if (likely[signsOf(within, from)] === 0 || !runs.has(within.slice(from, from + run))) continue;
        leaks.push(`${name}: ${reading.slice(Math.max(0, from - 60), from + 60)}`);
        break;
      }
    }
  }
  return leaks;
}

const mostSigns = 0x3f_ffff;

/** A number of four of the twelve characters that begin there. */
function signsOf(text: string, from: number): number {
  const [one, two] = [text.charCodeAt(from), text.charCodeAt(from + 3)];
  const [three, four] = [text.charCodeAt(from + 7), text.charCodeAt(from + run - 1)];
  return (one ^ (two << 5) ^ (three << 10) ^ (four << 15)) & mostSigns;
}

/** A text, and what it reads once its encodings are undone. */
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
