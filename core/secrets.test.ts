import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

const seed = 20261120;

/** Credentials as tenants make them: any printable text, sometimes with characters that URLs, forms and JSON escape. */
const secrets = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')),
    minLength: 16,
    maxLength: 60,
  }),
  fc
    .string({ unit: fc.constantFrom(...Array.from('abcXYZ019-._~+/=&%#;:,!*()"\\@ é√')), minLength: 16, maxLength: 40 })
    .filter((text) => text.trim() === text),
  fc.uuid(),
  fc.base64String({ minLength: 24, maxLength: 80 }),
);

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const everyOctet = (text: string, digits: (hex: string) => string): string =>
  [...Buffer.from(text, 'utf8')].map((octet) => `%${digits(octet.toString(16).padStart(2, '0'))}`).join('');

/** The places in which a secret travels, each as a function that puts a text around it. */
const places: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => `Bearer ${secret}`,
  'in the query of an address': (secret) => `https://host.example/callback?code=${encodeURIComponent(secret)}&state=x`,
  'in a form': (secret) =>
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: secret, z: '1' }).toString(),
  'with every octet escaped in capitals': (secret) =>
    `client_secret=${everyOctet(secret, (hex) => hex.toUpperCase())}&z=1`,
  'with every octet escaped in small letters': (secret) => `client_secret=${everyOctet(secret, (hex) => hex)}&z=1`,
  'in a JSON text': (secret) => JSON.stringify({ token_type: 'Bearer', access_token: secret }),
  'in a JSON text within a JSON text': (secret) => JSON.stringify({ detail: JSON.stringify({ secret }) }),
  'in a JSON text in which all but letters and digits is escaped': (secret) =>
    `{"access_token":"${secret.replaceAll(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`)}"}`,
  'in a JSON text with escaped slashes': (secret) => JSON.stringify({ echo: secret }).replaceAll('/', '\\/'),
  'in a page of HTML': (secret) =>
    `<p>Unknown: ${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
  'as the username of Basic': (secret) => `Basic ${Buffer.from(`${secret}:`, 'utf8').toString('base64')}`,
  'as the password of Basic': (secret) => `Basic ${Buffer.from(`someone:${secret}`, 'utf8').toString('base64')}`,
  'in base64 behind one octet': (secret) => Buffer.from(`x${secret}tail`, 'utf8').toString('base64'),
  'in base64 behind two octets': (secret) => Buffer.from(`xy${secret}tail`, 'utf8').toString('base64'),
  'in base64url behind three octets': (secret) => base64url(`xyz${secret}tail`),
  'in the payload of a JSON Web Token': (secret) =>
    `${base64url('{"alg":"RS256"}')}.${base64url(JSON.stringify({ sub: 'x', jti: secret }))}.${'s'.repeat(43)}`,
  'in an address that is a parameter of another': (secret) =>
    `https://host.example/go?to=${encodeURIComponent(`https://app.example/cb?code=${encodeURIComponent(secret)}`)}`,
};

/** Reports whether a text reveals the secret to a reader that tries the usual ways of decoding it. */
function reveals(text: string, secret: string): boolean {
  const undone = (encoded: string): string => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  };
  const readings = [text, undone(text), undone(undone(text)), undone(text.replaceAll('+', ' '))];
  const unescaped = (reading: string): string =>
    reading
      .replaceAll(/\\u([0-9A-F]{4})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll(/\\+(["\\/])/g, '$1')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const decoded = readings.flatMap((reading) => [
    reading,
    unescaped(reading),
    ...(reading.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).map((part) => Buffer.from(part, 'base64').toString('utf8')),
  ]);
  const bare = unescaped(secret);
  return decoded.some((reading) => reading.includes(secret) || unescaped(reading).includes(bare));
}

describe('a secret that is known', () => {
  test.for(Object.keys(places))('is replaced by its label %s', (place) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const known = new Secrets();
        known.learn('access token', secret);
        const text = places[place]?.(secret) ?? '';
        expect(reveals(text, secret)).toBe(true); // otherwise the test shows nothing
        const redacted = known.redact(text);
        expect(redacted).toContain('<access token 1>');
        expect(reveals(redacted, secret)).toBe(false);
      }),
      { seed, numRuns: 100 },
    );
  });

  test('has the same label in every text, and another secret has another', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(secrets, { minLength: 2, maxLength: 5, selector: (text) => text.toLowerCase() }),
        (all) => {
          fc.pre(all.every((one) => all.every((other) => one === other || !other.includes(one))));
          const known = new Secrets();
          for (const secret of [...all, ...all]) known.learn('refresh token', secret);
          expect(all.map((secret) => known.redact(secret))).toEqual(
            all.map((_, index) => `<refresh token ${index + 1}>`),
          );
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test('is not hidden by a shorter one that it contains', () => {
    fc.assert(
      fc.property(secrets, fc.nat(10), (secret, from) => {
        const part = secret.slice(from, from + 8);
        fc.pre(part.length >= 4 && part !== secret);
        const known = new Secrets();
        known.learn('client secret', part);
        known.learn('client secret', secret);
        expect(known.redact(`secret=${secret}.`)).toBe('secret=<client secret 2>.');
      }),
      { seed, numRuns: 100 },
    );
  });

  test('gives its label to its near misses', () => {
    const known = new Secrets();
    known.learn('API key', 'key_0123456789abcdef');
    known.learnNearMiss('key_0123456789abcdef', 'key_0123456789abcdeX', 'one character replaced');
    known.learnNearMiss('never seen', 'nobodys_0123456789', 'made up');
    expect(known.redact('key_0123456789abcdeX, nobodys_0123456789')).toBe(
      '<API key 1, one character replaced>, <near miss, made up>',
    );
  });

  test('is not revealed in parts if it is a JSON Web Token', () => {
    const known = new Secrets();
    const [head, payload, signature] = [base64url('{"alg":"RS256"}'), base64url('{"sub":"x"}'), 'Zq7_x-'.repeat(8)];
    known.learn('ID token', `${head}.${payload}.${signature}`);
    expect(
      known.redact(`The signature ${signature} does not fit ${payload}, see ${head}.${payload}.${signature}`),
    ).toBe(`The signature <ID token 1, cut off> does not fit <ID token 1, cut off>, see <ID token 1>`);
  });

  test('is known to objects made from its own, which continue the numbering', () => {
    const before = new Secrets();
    before.learn('access token', 'first-Qm8zKp2x');
    const after = new Secrets(before);
    after.learn('access token', 'other-Lw5vTr9b');
    expect(after.redact('first-Qm8zKp2x other-Lw5vTr9b')).toBe('<access token 1> <access token 2>');
    expect(before.redact('other-Lw5vTr9b')).toBe('other-Lw5vTr9b');
  });

  test('is learnt from the members of a body that carry secrets, at any depth', () => {
    const known = new Secrets();
    known.learnFromBody({
      access_token: 'token_0123456789',
      nested: [{ clientSecret: 'secret_0123456789', code: 'not_found' }],
      expires_in: 900,
    });
    expect([...known.values()]).toEqual(['token_0123456789', 'secret_0123456789']);
  });

  test('is replaced in the keys and values of plain data, which keeps its form', () => {
    const known = new Secrets();
    known.learn('cookie', 'session_0123456789');
    const data = { list: ['session_0123456789', 7, null], session_0123456789: { deep: true } };
    expect(known.redactAll(data)).toEqual({ list: ['<cookie 1>', 7, null], '<cookie 1>': { deep: true } });
  });
});

describe('a text without secrets', () => {
  test('stays as it is', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }), fc.json(), fc.base64String(), fc.lorem()),
        (secret, text) => {
          fc.pre(!reveals(text, secret));
          const known = new Secrets();
          known.learn('page token', secret);
          expect(known.redact(text)).toBe(text);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test('stays as it is if the value to be learnt is too short for a secret', () => {
    const known = new Secrets();
    known.learn('password', 'abc');
    expect(known.size).toBe(0);
    expect(known.redact('abcdefghijk')).toBe('abcdefghijk');
  });

  test('yields no secret from members that every object has', () => {
    const known = new Secrets();
    known.learnFromBody(JSON.parse('{ "toString": "a page", "constructor": "of records", "__proto__": "none" }'));
    expect(known.size).toBe(0);
  });

  test('stays as it is if it is the name of an error in a member called code', () => {
    const known = new Secrets();
    known.learnFromBody({ errors: [{ code: 'invalid_grant' }, { code: 'TOKEN_ALREADY_USED' }] });
    expect(known.size).toBe(0);
    known.learnFromBody({ code: 'ac_0123456789_abcdef' });
    expect(known.redact('ac_0123456789_abcdef and invalid_grant')).toBe('<authorization code 1> and invalid_grant');
  });
});
