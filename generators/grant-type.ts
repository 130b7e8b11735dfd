import fc from 'fast-check';
import { stripped } from './client-credential.ts';
import { anyText } from './text.ts';

/** The three grant types that the specification names ("POST {base_url}/oauth/token"). */
export const documentedGrantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;

/** Grant types of other services, or values that programs may read as something else. */
const known = [
  'password',
  'implicit',
  'code',
  'token',
  'none',
  'null',
  'undefined',
  '*',
  '%',
  'constructor',
  'toString',
  '__proto__',
  'client',
  'app',
  'api_key',
  'id_token',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:openid:params:grant-type:ciba',
  '["client_credentials"]',
  '"client_credentials"',
];

/** Changes of a documented grant type that a careless comparison ignores. */
const carelessReadings: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('_', '-'),
  (name) => name.replaceAll('_', ' '),
  (name) => name.replaceAll('_', ''),
  (name) => name.replace(/_(.)/, (_all, letter: string) => letter.toUpperCase()),
  (name) => name.replaceAll(/(?:^|_)(.)/g, (found) => found.toUpperCase()),
  (name) => name.slice(0, -1),
  (name) => name.slice(1),
  (name) => name.replace(/_.*/, ''),
  (name) => `${name}s`,
  (name) => `${name}_v2`,
  (name) => `x_${name}`,
  (name) => `urn:ietf:params:oauth:grant-type:${name}`,
  (name) => `oauth2:${name}`,
  (name) => `${name},password`,
  (name) => `${name} refresh_token`,
  (name) => `password ${name}`,
  (name) => `${name}\0x`,
  (name) => `${name};`,
  (name) => name.replaceAll('_', '%5F'),
];

/** Grant types that are tried in every run: those of other services, and careless readings of a documented one. */
export const knownOtherGrantTypes: readonly string[] = [
  ...known,
  ...carelessReadings.map((misread) => misread('client_credentials')),
  // letters that Unicode compatibility forms treat as ASCII
  'client_credentials'.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  'AUTHORIZATION_CODE',
  'REFRESH_TOKEN',
  '0',
  '1',
];

const nearMiss = fc.oneof(
  fc.constantFrom(...carelessReadings),
  fc.nat().map(
    (mask) => (name: string) =>
      Array.from(name)
        .map((letter, index) => ((mask >> (index % 20)) & 1 ? letter.toUpperCase() : letter))
        .join(''),
  ),
  fc
    .tuple(fc.nat(), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'.split('')))
    .map(([at, by]) => (name: string) => {
      const index = at % name.length;
      return name.slice(0, index) + by + name.slice(index + 1);
    }),
);

/**
 * Grant types other than the three documented ones: those of other services, near misses and arbitrary text. Values
 * that differ from a documented one only in blanks around them are left out: the specification does not say whether a
 * tenant trims its fields.
 */
export const otherGrantTypes: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...known) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('client_credentials', ...documentedGrantTypes), nearMiss)
        .map(([name, miss]) => miss(name)),
    },
    { weight: 1, arbitrary: anyText({ maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 500, max: 4000 }).map((length) => 'client_credentials'.padEnd(length, 's')),
    },
    { weight: 1, arbitrary: fc.constant('') },
  )
  .filter((text) => !documentedGrantTypes.some((name) => name === stripped(text)));
