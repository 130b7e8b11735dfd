import fc from 'fast-check';
import { anyText } from './text.ts';

/**
 * The values for the placeholders in a body, once the app is known: its credentials, as a form, JSON text or a header
 * writes them.
 */
export interface Placeholders {
  readonly id: string;
  readonly secret: string;
}

/**
 * A token request that no tenant can grant: a required field is missing or has a wrong value. `body` contains `{{id}}`
 * and `{{secret}}` as placeholders for the live values.
 */
export interface MalformedTokenRequest {
  /** The mistake, in words that follow "a token request". */
  readonly what: string;
  /** The content type; the form encoding by default, null for no header. */
  readonly contentType?: string | null;
  readonly authorization?: string;
  readonly body: string;
}

const formType = 'application/x-www-form-urlencoded';
const right = ['grant_type=client_credentials', 'client_id={{id}}', 'client_secret={{secret}}'] as const;
const names = ['grant_type', 'client_id', 'client_secret'] as const;

const oddTexts =
  '% %% %Z %ZZ %u0041 %FF%FE %C3%28 %ED%A0%80 %F0%9F %00 %0A%0D %E2%80%AE 0 -1 NaN 1e999 %7B%7D %5B%5D %5B%22x%22%5D %22 %27 %5C %3Cx%3E %24%7Bx%7D'.split(
    ' ',
  );

/** Form values that no program expects: broken escapes, octets that are not UTF-8, structures, long values. */
const oddValues = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.integer({ min: 300, max: 8000 }).map((length) => 'x'.repeat(length)),
  anyText({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
);

/** Spellings of a field's name that many programs read as a list or an object. */
const oddNames: readonly ((name: string) => string)[] = [
  (name) => `${name}[]`,
  (name) => `${name}[0]`,
  (name) => `${name}[$ne]`,
  (name) => `${name}[toString]`,
  (name) => `${name}%5B%5D`,
  (name) => `${name}.x`,
  (name) => `__proto__[${name}]`,
  (name) => `constructor[prototype][${name}]`,
];

function withOddValue(at: number, value: string, repeated: boolean): MalformedTokenRequest {
  const field = `${names[at]}=${value}`;
  const fields = right.flatMap((given, index) => (index === at ? (repeated ? [field, field] : [field]) : [given]));
  const shown = value.length > 40 ? `${value.slice(0, 20)}… (${value.length} characters)` : value;
  return { what: `with ${repeated ? 'twice ' : ''}${names[at]}=${shown}`, body: fields.join('&') };
}

function withOddName(at: number, name: (name: string) => string, both: boolean): MalformedTokenRequest {
  const odd = name(names[at] ?? '');
  const replaced = [`${odd}=x`, ...(both ? [`${names[at]}=x`] : [])];
  const fields = right.flatMap((given, index) => (index === at ? replaced : [given]));
  return { what: `with ${odd} ${both ? 'in addition to' : 'instead of'} ${names[at]}`, body: fields.join('&') };
}

function withOnly(kept: readonly number[], grant: string, more: string): MalformedTokenRequest {
  const fields = [`grant_type=${grant}`, right[1], right[2]].filter((_, index) => kept.includes(index));
  const left = names.filter((_, index) => !kept.includes(index));
  const beside = kept.includes(0) ? ` for ${grant}` : '';
  return {
    what: `without ${left.join(' and ')}${beside}${more === '' ? '' : ` and with ${more}`}`,
    body: [...fields, ...(more === '' ? [] : [more])].join('&'),
  };
}

const notTheForm: readonly MalformedTokenRequest[] = [
  { what: 'with an empty body', body: '' },
  { what: 'with an empty body and no content type', contentType: null, body: '' },
  { what: 'of separators alone', body: '&&=&=&&' },
  { what: 'that is a sentence', body: 'please give me a token' },
  { what: 'with a wrong secret behind a byte order mark', body: `\uFEFF${right[0]}&${right[1]}&client_secret=x` },
  {
    what: 'with a wrong secret and hundreds of other fields',
    body: [right[0], right[1], 'client_secret=x', ...Array.from({ length: 300 }, (_, at) => `field${at}=x`)].join('&'),
  },
  { what: 'with a JSON body called a form', body: '{"grant_type":"client_credentials","client_id":"x"}' },
  { what: 'that is broken JSON', contentType: 'application/json', body: '{"grant_type":' },
  { what: 'that is empty JSON', contentType: 'application/json', body: '' },
  { what: 'that is the JSON null', contentType: 'application/json', body: 'null' },
  { what: 'that is a JSON list', contentType: 'application/json', body: '["client_credentials"]' },
  { what: 'that is JSON of other types', contentType: 'application/json', body: '{"grant_type":{},"client_id":[1]}' },
  { what: 'that is XML', contentType: 'application/xml', body: '<grant_type>client_credentials</grant_type>' },
  { what: 'that is a multipart without its boundary', contentType: 'multipart/form-data', body: 'grant_type=x' },
  {
    what: 'that is a multipart cut off',
    contentType: 'multipart/form-data; boundary=b',
    body: '--b\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\nclient_cred',
  },
  {
    what: 'in plain text with a wrong secret',
    contentType: 'text/plain',
    body: `${right[0]}&${right[1]}&client_secret=x`,
  },
  {
    what: 'without a content type and with a wrong secret',
    contentType: null,
    body: `${right[0]}&${right[1]}&client_secret=x`,
  },
  {
    what: 'with an unknown charset and a wrong secret',
    contentType: `${formType}; charset=x-none`,
    body: `${right[0]}&${right[1]}&client_secret=x`,
  },
];

/** Well-formed fields with characters outside ASCII. */
const foreignValues: readonly MalformedTokenRequest[] = names.map((name, at) => ({
  what: `with a ${name} outside ASCII`,
  body: right.map((field, index) => (index === at ? `${name}=%C3%BCber-%E6%BC%A2-%F0%9F%A7%AA` : field)).join('&'),
}));

/** Headers that no program expects, together with a wrong secret. */
const oddHeaders: readonly MalformedTokenRequest[] = [
  ...['Basic !', 'Basic', 'Bearer', 'Basic Og==', 'Basic //79', 'Bearer a.b.c', 'Digest x', ','].map(
    (authorization) => ({
      what: `with a wrong secret and the Authorization header ${authorization}`,
      authorization,
      body: `${right[0]}&${right[1]}&client_secret=x`,
    }),
  ),
];

/** Requests of the other grants. The codes and refresh tokens were never issued, so these requests are wrong, too. */
const otherGrants: readonly MalformedTokenRequest[] = [
  {
    what: 'for authorization_code with a code that was never issued',
    body: `grant_type=authorization_code&${right[1]}&${right[2]}&code=x&redirect_uri=http%3A%2F%2Flocalhost%3A7777%2Fcallback`,
  },
  {
    what: 'for authorization_code without code',
    body: `grant_type=authorization_code&${right[1]}&${right[2]}&redirect_uri=http%3A%2F%2Flocalhost%3A7777%2Fcallback`,
  },
  {
    what: 'for refresh_token with one that was never issued',
    body: `grant_type=refresh_token&${right[1]}&${right[2]}&refresh_token=x`,
  },
  { what: 'for refresh_token without one', body: `grant_type=refresh_token&${right[1]}&${right[2]}` },
  // longer than the maximum of many database columns
  {
    what: 'for refresh_token with 300 characters',
    body: `grant_type=refresh_token&${right[1]}&${right[2]}&refresh_token=${'x'.repeat(300)}`,
  },
  {
    what: 'for authorization_code with a code of 300 characters',
    body: `grant_type=authorization_code&${right[1]}&${right[2]}&code=${'x'.repeat(300)}&redirect_uri=http%3A%2F%2Flocalhost%3A7777%2Fcallback`,
  },
  // values that a tenant decodes or looks up before it finds that they were never issued
  ...['a.b.c', 'x%20y', '%0D%0A', '0', '00000000-0000-4000-8000-000000000000'].flatMap((value) => [
    {
      what: `for refresh_token with ${value}`,
      body: `grant_type=refresh_token&${right[1]}&${right[2]}&refresh_token=${value}`,
    },
    {
      what: `for authorization_code with the code ${value}`,
      body: `grant_type=authorization_code&${right[1]}&${right[2]}&code=${value}&redirect_uri=http%3A%2F%2Flocalhost%3A7777%2Fcallback`,
    },
  ]),
];

/** The requests that are sent in every run. */
export const knownMalformedTokenRequests: readonly MalformedTokenRequest[] = [
  ...notTheForm,
  ...foreignValues,
  ...oddHeaders,
  ...otherGrants,
  ...[[0, 1], [0, 2], [1, 2], [0], [1], [2], []].map((kept) => withOnly(kept, 'client_credentials', '')),
  ...oddTexts.map((text, index) => withOddValue(index % 3, text, false)),
  ...oddNames.map((name, index) => withOddName(index % 3, name, false)),
  // in some programming languages, every object has a member of this name
  ...['constructor', '__proto__', 'toString'].map((name) => withOddValue(0, name, false)),
  ...['42', '00000000-0000-4000-8000-000000000000', 'x'.repeat(256), '%27'].map((value) =>
    withOddValue(1, value, false),
  ),
  ...['%27', 'x'.repeat(73)].map((value) => withOddValue(2, value, false)),
  ...[0, 1, 2].flatMap((at) => ['x', '%ZZ', '%FF', 'x'.repeat(5000)].map((value) => withOddValue(at, value, false))),
  ...[0, 1, 2].map((at) => withOddName(at, (name) => `${name}[]`, true)),
];

/** Token requests that no tenant can grant, even if it uses every freedom of the specification. */
export const malformedTokenRequests: fc.Arbitrary<MalformedTokenRequest> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(2), oddValues, fc.boolean())
      .map(([at, value, repeated]) => withOddValue(at, value, repeated)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(2), fc.constantFrom(...oddNames), fc.boolean())
      .map(([at, name, both]) => withOddName(at, name, both)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.subarray([0, 1, 2], { maxLength: 2 }),
        fc.constantFrom('client_credentials', 'authorization_code', 'refresh_token', 'password'),
        fc.constantFrom('', 'code=x', 'refresh_token=x', 'redirect_uri=http%3A%2F%2Flocalhost', 'username=x'),
      )
      .map(([kept, grant, more]) => withOnly(kept, grant, more)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...notTheForm, ...otherGrants) },
);

/** Returns the body with the credentials filled in. */
export function filledIn(body: string, { id, secret }: Placeholders): string {
  return body.replaceAll('{{id}}', encodeURIComponent(id)).replaceAll('{{secret}}', encodeURIComponent(secret));
}
