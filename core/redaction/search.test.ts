import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secrets } from '../secrets.ts';

const seed = 20261120;
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const secrets = fc.string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 60 });

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** The forms in which a tenant may echo a secret, each with the function that undoes the form. */
const forms: Readonly<Record<string, readonly [(secret: string) => string, (shown: string) => string]>> = {
  'in hexadecimal': [hex, (shown) => Buffer.from(shown.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toString('latin1')],
  'in capitals of hexadecimal': [
    (secret) => hex(secret).toUpperCase(),
    (shown) => Buffer.from(shown.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toString('latin1'),
  ],
  'in hexadecimal with colons': [
    (secret) => (hex(secret).match(/../g) ?? []).join(':'),
    (shown) => Buffer.from(shown.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toString('latin1'),
  ],
  'in upper case': [(secret) => secret.toUpperCase(), (shown) => shown],
  'in lower case': [(secret) => secret.toLowerCase(), (shown) => shown],
  reversed: [reversed, reversed],
  'as decimal character references': [
    (secret) => Array.from(secret, (one) => `&#${one.charCodeAt(0)};`).join(''),
    (shown) => shown.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code))),
  ],
  'as hexadecimal character references': [
    (secret) => Array.from(secret, (one) => `&#x${one.charCodeAt(0).toString(16)};`).join(''),
    (shown) =>
      shown.replaceAll(/&#x([0-9a-f]+);/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ],
  'broken by blanks': [(secret) => (secret.match(/.{1,5}/g) ?? []).join(' '), (shown) => shown.replaceAll(/\s/g, '')],
  'broken into lines': [
    (secret) => (secret.match(/.{1,9}/g) ?? []).join('\r\n  '),
    (shown) => shown.replaceAll(/\s/g, ''),
  ],
  'broken by invisible characters': [
    (secret) => (secret.match(/.{1,6}/g) ?? []).join('\u200b'),
    (shown) => shown.replaceAll('\u200b', ''),
  ],
  'cut off at its end': [(secret) => secret.slice(0, 12), (shown) => shown],
  'cut off at its beginning': [(secret) => secret.slice(-12), (shown) => shown],
  'cut out of its middle': [(secret) => secret.slice(6, 18), (shown) => shown],
  'shortened to eight characters that no other secret has': [(secret) => secret.slice(0, 8), (shown) => shown],
  'with an octet in its middle that is no text, in base64': [
    (secret) =>
      Buffer.concat([Buffer.from(secret.slice(0, 12)), Buffer.from([0xff]), Buffer.from(secret.slice(12))]).toString(
        'base64',
      ),
    (shown) => Buffer.from(/[A-Za-z0-9+/]{8,}=*/.exec(shown)?.[0] ?? '', 'base64').toString('latin1'),
  ],
};

/** Reports whether eight characters in a row of a secret are in a text, in any letter case. */
function shares(text: string, secret: string): boolean {
  const [within, sought] = [text.toLowerCase(), secret.toLowerCase()];
  return Array.from({ length: sought.length - 7 }, (_, from) => sought.slice(from, from + 8)).some((run) =>
    within.includes(run),
  );
}

const around: Readonly<Record<string, (text: string) => string>> = {
  'in a sentence': (text) => `The credential [${text}] is not known here.`,
  'in JSON': (text) => JSON.stringify({ message: `no such key: ${text}`, errors: [text] }),
  'in a page': (text) => `<p class="error">Unknown: <code>${text}</code></p>`,
  'in an address': (text) => `https://host.example/failed?detail=${encodeURIComponent(text)}&then=1`,
};

const unwrapped = (text: string): string[] => {
  const undone = text.replaceAll(/(?:%[0-9A-F]{2})+/g, (run) => decodeURIComponent(run));
  return [text, undone, text.replaceAll(String.raw`\r\n`, '\r\n')];
};

describe.for(Object.entries(forms))('a secret %s', ([, [written, read]]) => {
  test.for(Object.entries(around))('leaves no run of it %s', ([, place]) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const known = new Secrets();
        known.learn('API key', secret);
        const text = place(written(secret));
        const shown = known.redact(text);
        expect(shown).toContain('<API key 1');
        for (const reading of unwrapped(shown))
          expect([shares(reading, secret), shares(read(reading), secret)]).toEqual([false, false]);
      }),
      { seed, numRuns: 60 },
    );
  });
});

describe('a text that is left readable', () => {
  test('is a beginning of eight characters that several secrets share, and not one of twelve', () => {
    const known = new Secrets();
    known.learn('API key', 'live_abcQm8zKp2xLw5v');
    known.learn('API key', 'live_abcTr9bZq7xYn3c');
    expect(known.redact('a key begins with live_abc')).toBe('a key begins with live_abc');
    known.learn('access token', 'eyJhbGciOiJSUzI1NiJ9.first');
    known.learn('access token', 'eyJhbGciOiJSUzI1NiJ9.other');
    expect(known.redact('eyJhbGciOiJSUzI1NiJ9')).toBe('<access token 1, cut off>');
  });

  test('is the moment of another page, if a page token is made of moments', () => {
    const known = new Secrets();
    known.learn('page token', '2026-11-20T08:00:00.000Z/ent_1');
    expect(known.redact('{"modifiedAt":"2026-11-20T08:00:07.000Z"}')).toBe('{"modifiedAt":"2026-11-20T08:00:07.000Z"}');
  });

  test('is every text that shares nothing with a secret', () => {
    fc.assert(
      fc.property(
        fc.array(secrets, { maxLength: 6 }),
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.webUrl({ withQueryParameters: true }),
          fc.json(),
          fc.lorem({ maxCount: 30 }),
          fc.uuid(),
        ),
        (some, text) => {
          const known = new Secrets();
          for (const secret of some) known.learn('client secret', secret);
          expect(known.redact(text)).toBe(text);
        },
      ),
      { seed, numRuns: 300 },
    );
  });
});
