import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expand } from '../../drivers/profile/references.ts';
import { ProfileFolder } from './folder.ts';

const seed = 20_261;
let folder: ProfileFolder;
beforeAll(async () => {
  folder = await ProfileFolder.create();
});
afterAll(() => folder.remove());

const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const anyText = fc.string({ unit: fc.constantFrom('$', '{', '}', 'A', '_', ' ', 'ä', '\\') });
const plainText = anyText.filter((text) => !text.includes('${') && !text.endsWith('$'));

test('a text without a reference stays unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(!text.includes('${'));
      expect(expand(text, { A: 'x' })).toEqual({ text, missing: [], malformed: false });
    }),
    { seed },
  );
});

test('every reference of a text is replaced by the value of its variable, which may be any text', () => {
  const part = fc.record({ before: plainText, name, value: anyText });
  fc.assert(
    fc.property(fc.uniqueArray(part, { selector: (one) => one.name, maxLength: 5 }), plainText, (parts, rest) => {
      const environment = Object.fromEntries(parts.map((one) => [one.name, one.value]));
      const text = parts.map((one) => `${one.before}\${${one.name}}`).join('') + rest;
      const filled = parts.map((one) => one.before + one.value).join('') + rest;
      expect(expand(text, environment)).toEqual({ text: filled, missing: [], malformed: false });
    }),
    { seed },
  );
});

test('any text can be written with escapes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      // A dollar sign before an escape would be read as part of the escape.
      fc.pre(!text.includes('$${'));
      expect(expand(text.replaceAll('${', '$${'), {}).text).toBe(text);
    }),
    { seed },
  );
});

test('variables that are not set are named once each, and their references stay unchanged', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
      const text = names.map((one) => `\${${one}}`).join('/');
      expect(expand(text, {})).toEqual({ text, missing: [...new Set(names)], malformed: false });
    }),
    { seed },
  );
});

test('no value of the environment and no literal secret is repeated by an error', async () => {
  const secret = fc.stringMatching(/^[a-z0-9]{8,20}$/).map((tail) => `sk_live-${tail}`);
  const asBaseAddress = (value: string): string => `name: a\nbaseUrl: "${value}"`;
  // The places in which a secret may be by mistake, from the file or from the environment.
  const place = fc.constantFrom(
    asBaseAddress,
    (value: string) => `name: a\nbaseUrl: "https://${value}@acme.example"`,
    (value: string) => `name: a\nbaseUrl: "https://acme.example/?token=${value}"`,
    (value: string) => `name: a\ncontrol: "${value}"`,
    (value: string) => `name: a\ncontrol: { type: http, url: "http://127.0.0.1", token: "${value}" }`,
    (value: string) => `name: a\ncontrol: { type: http, url: "http://:${value}@x/", token: ["${value}"] }`,
    (value: string) => `name: a\ntls: { caFile: "./${value}" }`,
    (value: string) => `name: a\nfixtures: { app: { clientSecret: "${value}" }, users: ["${value}"] }`,
    (value: string) => `name: a\nfixtures: { users: [{ apiKey: "${value}", refreshToken:${value} }] }`,
    (value: string) => `name: a\nfixtures: { users: [{ apiKey: { value: "${value}" } }] }`,
    (value: string) => `name: a\nfixtures: { users: { ${value}: 1 } }`,
    (value: string) => `name: a\napiKey: "${value}`,
    (value: string) => `name: a\napiKey: &${value} *${value}`,
    (value: string) => `name: a\napiKey: !${value} x`,
    (value: string) => `name: a\n${value}: 1\n${value}: 2`,
    (value: string) => value,
  );
  await fc.assert(
    fc.asyncProperty(secret, place, fc.boolean(), async (value, at, fromEnvironment) => {
      // A base address in the file is public, and the error repeats it to show the mistake.
      fc.pre(fromEnvironment || at !== asBaseAddress);
      const lines = await folder.refusal(at(fromEnvironment ? '${SECRET}' : value), { SECRET: value });
      expect(lines).not.toEqual(['accepted']);
      expect(lines.join('\n')).not.toContain(value);
    }),
    { seed, numRuns: 300 },
  );
});
