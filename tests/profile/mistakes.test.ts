import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../../tenant/certificate.ts';
import { ProfileFolder } from './folder.ts';

let folder: ProfileFolder;
beforeAll(async () => {
  folder = await ProfileFolder.create();
  const { caPem, keyPem } = await createCertificate(new Date());
  await folder.write('key.pem', keyPem);
  await folder.write('both.pem', caPem + keyPem);
  await folder.write('damaged.pem', caPem.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'));
  await folder.write('empty.pem', '');
  await folder.write('binary.pem', Buffer.from([0x30, 0x82, 0xff, 0xfe]));
});
afterAll(() => folder.remove());

const base = 'name: acme\nbaseUrl: https://acme.example\n';
const control = (rest: string): string => `${base}control: { type: http, url: "http://127.0.0.1:9100", ${rest} }`;
const environment = {
  EMPTY: '',
  SHORT: 'abc',
  BROKEN: 'with-a-line-break\n',
  HTTP_URL: 'http://hidden.example',
  HOST: 'hidden.example',
};

type Row = readonly [title: string, text: string, ...lines: string[]];

const text: readonly Row[] = [
  ['empty', '', 'found nothing in it, expected keys, at least name and baseUrl, e.g. "baseUrl: https://acme.example"'],
  [
    'only comments',
    '# soon\n',
    'found nothing in it, expected keys, at least name and baseUrl, e.g. "baseUrl: https://acme.example"',
  ],
  [
    'a list',
    '- name: a',
    'found a list, expected keys, at least name and baseUrl, e.g. "baseUrl: https://acme.example"',
  ],
  [
    'a text',
    'sk_live_1',
    'found a single value, expected keys, at least name and baseUrl, e.g. "baseUrl: https://acme.example"',
  ],
  [
    'a quote that is not closed',
    'name: "acme',
    'line 1, column 12: something is missing, such as a closing quote, bracket or comma, or the colon after a key',
  ],
  ['a tab', 'limits:\n\ttimeoutSeconds: 3', 'line 2, column 1: a tab as indentation; indent by spaces'],
  [
    'two keys on a line',
    'name: a: b',
    'line 1, column 7: a second "key: value" on one line; give each key a line of its own',
  ],
  ['a key twice', `${base}name: other`, 'line 3, column 1: name was already given; keep one of the two'],
  [
    'a key twice in JSON',
    '{"name": "a", "name": "b"}',
    'line 1, column 15: name was already given; keep one of the two',
  ],
  [
    'an alias',
    'a: &a [1]\nb: [*a, *a]',
    'line 2, column 5: an alias (*name) is not allowed; write the value out, or put a text that begins with * in quotes',
  ],
  [
    'an alias of nothing',
    'name: *sk_live_1',
    'line 1, column 7: an alias (*name) is not allowed; write the value out, or put a text that begins with * in quotes',
  ],
  [
    'an alias of itself',
    'a: &a [*a]',
    'line 1, column 8: an alias (*name) is not allowed; write the value out, or put a text that begins with * in quotes',
  ],
  [
    'a tag',
    'name: !env ACME',
    'line 1, column 7: a tag (!name) is not allowed; put a text that begins with ! in quotes',
  ],
  ['two documents', 'name: a\n---\nname: b', 'line 2, column 1: a second document (---); a profile is one document'],
  [
    'deep',
    '['.repeat(50) + ']'.repeat(50),
    'found lists and groups nested more than 40 deep; a profile is only a few levels deep',
  ],
  [
    'very deep',
    '['.repeat(50_000),
    'found lists and groups nested more than 40 deep; a profile is only a few levels deep',
  ],
  [
    'more than 1 MB',
    `# ${'x'.repeat(1_000_000)}`,
    'found a file of more than 1 MB, expected a target profile such as acme.yaml',
  ],
];

const keys: readonly Row[] = [
  [
    'nothing that is needed',
    'limits: {}',
    'name: not given, expected a string such as "acme-staging"',
    'baseUrl: not given, expected a string such as "https://acme.example"',
  ],
  [
    'a misspelt key',
    `${base}limits: { timeoutSecond: 3 }`,
    'limits.timeoutSecond: unknown key; did you mean `timeoutSeconds`?',
  ],
  [
    'an unknown key',
    `${base}tls: { insecure: true, caFile: ca.pem }`,
    'tls.insecure: unknown key, expected only `caFile`',
  ],
  [
    'a colon without a space',
    `${base}fixtures: { users: [{ userId: a, email: b, apiKey:sk_live_1 }] }`,
    'fixtures.users[0]: found a key that is not known here, expected one of `userId`, `email`, `apiKey`, `refreshToken` or `password`; is a space missing after a colon?',
  ],
  [
    'a number as name',
    'name: 12345\nbaseUrl: https://a.example',
    'name: found a number, expected a string such as "acme-staging" in quotes',
  ],
  [
    'text as a limit',
    `${base}limits: { timeoutSeconds: soon }`,
    'limits.timeoutSeconds: found "soon", expected a number such as 30',
  ],
  [
    'a negative limit',
    `${base}limits: { deliverySeconds: -1 }`,
    'limits.deliverySeconds: found -1, expected a number of at least 0 and at most 86400 such as 5',
  ],
  [
    'no time to answer',
    `${base}limits: { timeoutSeconds: 0 }`,
    'limits.timeoutSeconds: found 0, expected a number above 0 and at most 86400 such as 30',
  ],
  [
    'an infinite limit',
    `${base}limits: { requestsPerSecond: .inf }`,
    'limits.requestsPerSecond: found Infinity, expected a number above 0 and at most 1000000 such as 20',
  ],
  [
    'a group without keys',
    `${base}limits:\n`,
    'limits: found nothing, expected keys such as { requestsPerSecond: 20 }',
  ],
  [
    'a text as group',
    `${base}fixtures: sk_live_1`,
    'fixtures: found text, expected keys such as { users: [{ userId: ent_1, email: a@acme.example }] }',
  ],
  [
    'an unknown encoding',
    `${base}api: { schemaFieldsEncoding: xml }`,
    'api.schemaFieldsEncoding: found "xml", expected one of "json", "dotted" or "bracket"',
  ],
  ['a pointer without a slash', `${base}api: { itemId: id }`, 'api.itemId: found "id", expected text such as "/id"'],
  [
    'items of no path',
    `${base}api: { itemsKeys: { entries: items } }`,
    'api.itemsKeys: found a key that is not a path, expected keys such as { /api/v2/entries: entries }',
  ],
  [
    'a write probe without path',
    `${base}writeProbe: { method: POST, createdBy: /id }`,
    'writeProbe.path: not given, expected a string such as "/api/v2/entries"',
  ],
  [
    'http control without url',
    `${base}control: { type: http }`,
    'control.url: not given, expected a string such as "http://127.0.0.1:9100/control"',
  ],
  [
    'unknown control',
    `${base}control: { type: ssh }`,
    'control.type: found "ssh", expected one of "http", "command", "manual" or "none"',
  ],
  [
    'a command without words',
    `${base}control: { type: command, command: [] }`,
    'control.command: found an empty list, expected a list such as ["./ops/control.sh"]',
  ],
  [
    'a command that is not there',
    `${base}control: { type: command, command: ["./ops/none.sh"] }`,
    'control.command: found a path at which there is no file that can be run, expected an executable, e.g. ["./ops/control.sh"]',
  ],
  [
    'a command that is not on the search path',
    `${base}control: { type: command, command: [no-such-control] }`,
    'control.command: found a name that is not on PATH, expected an executable, e.g. ["./ops/control.sh"]',
  ],
  [
    'a command of the second tenant that is not there',
    `${base}otherTenant: { baseUrl: "https://b.example", control: { type: command, command: [/nowhere/control] } }`,
    'otherTenant.control.command: found a path at which there is no file that can be run, expected an executable, e.g. ["./ops/control.sh"]',
  ],
];

const addresses: readonly Row[] = [
  [
    'http',
    'name: a\nbaseUrl: http://acme.example',
    'baseUrl: found "http://acme.example", expected https, e.g. https://acme.example, since credentials would travel unencrypted; plain http is for a tenant on this machine, e.g. http://127.0.0.1:4010',
  ],
  [
    'http from the environment',
    'name: a\nbaseUrl: "${HTTP_URL}"',
    'baseUrl: found "${HTTP_URL}", expected https, e.g. https://acme.example, since credentials would travel unencrypted; plain http is for a tenant on this machine, e.g. http://127.0.0.1:4010',
  ],
  [
    'a path',
    'name: a\nbaseUrl: "https://${HOST}/api"',
    'baseUrl: found "https://${HOST}/api", expected an address without a path, e.g. https://acme.example',
  ],
  [
    'a query',
    'name: a\nbaseUrl: "https://acme.example?key=sk_live_1"',
    'baseUrl: found text that is not repeated here, expected an address without a query, e.g. https://acme.example',
  ],
  [
    'credentials',
    'name: a\nbaseUrl: "https://me:sk_live_1@acme.example"',
    'baseUrl: found text that is not repeated here, expected an address without credentials, e.g. https://acme.example',
  ],
  [
    'no scheme',
    'name: a\nbaseUrl: acme.example',
    'baseUrl: found "acme.example", expected an https address such as https://acme.example',
  ],
  [
    'an impossible port',
    'name: a\nbaseUrl: https://acme.example:99999',
    'baseUrl: found "https://acme.example:99999", expected an https address such as https://acme.example',
  ],
  [
    'a control of another scheme',
    `${base}control: { type: http, url: "ws://127.0.0.1" }`,
    'control.url: found "ws://127.0.0.1", expected an http or https address such as http://127.0.0.1:9100/control',
  ],
  [
    'an impossible port to listen on',
    `${base}receiver: { listen: "127.0.0.1:70000" }`,
    'receiver.listen: found "127.0.0.1:70000", expected a host and a port such as "127.0.0.1:0"',
  ],
  [
    'an identity provider over http',
    `${base}identityProvider: { publicUrl: "http://idp.example" }`,
    'identityProvider.publicUrl: found "http://idp.example", expected an https address such as https://idp.example',
  ],
  [
    'the same tenant twice',
    `${base}otherTenant: { baseUrl: "https://ACME.example:443/" }`,
    'otherTenant.baseUrl: found the address of the target itself, expected a second tenant such as https://other.example',
  ],
];

const moved = 'a secret must not be in the file itself; write';
const secrets: readonly Row[] = [
  [
    'a literal token',
    control('token: sk_live_1'),
    `control.token: ${moved} "\${CONTROL_TOKEN}" here and CONTROL_TOKEN=… in the environment or in .env`,
  ],
  [
    'a number as token',
    control('token: 123456'),
    `control.token: ${moved} "\${CONTROL_TOKEN}" here and CONTROL_TOKEN=… in the environment or in .env`,
  ],
  [
    'a token half in the file',
    control('token: "sk_${HOST}"'),
    `control.token: ${moved} "\${CONTROL_TOKEN}" here and CONTROL_TOKEN=… in the environment or in .env`,
  ],
  [
    'literal fixtures',
    `${base}fixtures: { app: { appId: a, clientId: b, clientSecret: sk_live_1 }, users: [{ userId: u, email: e, apiKey: sk_live_1, refreshToken: true }] }`,
    `fixtures.app.clientSecret: ${moved} "\${CLIENT_SECRET}" here and CLIENT_SECRET=… in the environment or in .env`,
    `fixtures.users[0].apiKey: ${moved} "\${USER_1_API_KEY}" here and USER_1_API_KEY=… in the environment or in .env`,
    `fixtures.users[0].refreshToken: ${moved} "\${USER_1_REFRESH_TOKEN}" here and USER_1_REFRESH_TOKEN=… in the environment or in .env`,
  ],
  [
    'a token that was left out',
    control('token:'),
    'control.token: found nothing; write "${CONTROL_TOKEN}" here and CONTROL_TOKEN=… in the environment or in .env',
  ],
  [
    'an empty variable',
    control('token: "${EMPTY}"'),
    'control.token: EMPTY is empty, expected the control token alone, e.g. EMPTY=…',
  ],
  [
    'a line break',
    control('token: "${BROKEN}"'),
    'control.token: BROKEN begins or ends with white space or a line break, expected the control token alone, e.g. BROKEN=…',
  ],
  [
    'a short secret',
    control('token: "${SHORT}"'),
    'control.token: SHORT holds fewer than 4 characters, too few to be kept out of reports, expected the control token alone, e.g. SHORT=…',
  ],
  [
    'variables that are not set',
    `${control('token: "${NO_TOKEN}"')}\nreceiver: { publicUrl: "https://\${NO_HOST}/\${NO_PATH}" }`,
    'control.token: NO_TOKEN is not set, expected in the environment or in .env, e.g. NO_TOKEN=…',
    'receiver.publicUrl: NO_HOST and NO_PATH are not set, expected in the environment or in .env, e.g. NO_HOST=…',
  ],
  [
    'the name of a member of every object',
    'name: "${constructor}"\nbaseUrl: https://a.example',
    'name: constructor is not set, expected in the environment or in .env, e.g. constructor=…',
  ],
  [
    'a reference without a name',
    'name: "${}"\nbaseUrl: https://a.example',
    'name: found "${" without a name and "}", expected a reference such as "${NAME}", or "$${" for a literal "${"',
  ],
];

const pem = 'expected a file with the certificate of the authority in PEM, e.g. ./ca.pem';
const authorities: readonly Row[] = [
  ['no file', 'none.pem', `found no such file (a path counts from the profile's folder), ${pem}`],
  ['a folder', '.', `found a folder, ${pem}`],
  ['an empty file', 'empty.pem', `found a file without -----BEGIN CERTIFICATE-----, ${pem}`],
  ['a file that is not text', 'binary.pem', `found a file that is not UTF-8 text, ${pem}`],
  ['a private key', 'key.pem', `found a private key, ${pem}; never share a private key; the suite does not need one`],
  [
    'a private key next to the certificate',
    'both.pem',
    `found a private key, ${pem}; never share a private key; the suite does not need one`,
  ],
  ['a damaged certificate', 'damaged.pem', `found a file whose certificate 1 is damaged, ${pem}`],
];

describe.for([
  ['text', text],
  ['keys', keys],
  ['addresses', addresses],
  ['secrets', secrets],
  [
    'authorities',
    authorities.map(([title, file, line]): Row => [
      title,
      `${base}tls: { caFile: ${file} }`,
      `tls.caFile: ${line ?? ''}`,
    ]),
  ],
] as const)('of the %s', ([, rows]) => {
  test.for(rows)('%s is refused with the exact message', async ([, content, ...lines]) => {
    expect(await folder.refusal(content, environment)).toEqual(lines);
  });
});

describe('of the file', () => {
  test('a missing file is refused with an example of a name', async () => {
    const lines = ['there is no such file, expected a target profile such as acme.yaml'];
    expect(await folder.refusalOf(folder.file('none.yaml'))).toEqual(lines);
  });

  test('a folder is refused', async () => {
    await mkdir(folder.file('folder.yaml'));
    const lines = ['found a folder, expected a target profile such as acme.yaml'];
    expect(await folder.refusalOf(folder.file('folder.yaml'))).toEqual(lines);
  });

  test('text in another encoding is refused', async () => {
    const lines = ['found a file that is not UTF-8 text, expected a target profile such as acme.yaml'];
    expect(await folder.refusal(Buffer.from(`\uFEFF${base}`, 'utf16le'))).toEqual(lines);
  });

  test('a name that cannot be opened is refused with the code of the system', async () => {
    const lines = ['found a file that cannot be read (ENAMETOOLONG), expected a target profile such as acme.yaml'];
    expect(await folder.refusalOf(folder.file('x'.repeat(5000)))).toEqual(lines);
  });
});
