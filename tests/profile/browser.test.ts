import { chmod } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProfileFolder } from './folder.ts';

let folder: ProfileFolder;
beforeAll(async () => {
  folder = await ProfileFolder.create();
  await chmod(await folder.write('chromium', '#!/bin/sh\n'), 0o755);
  await folder.write('not-executable', '');
});
afterAll(() => folder.remove());

const consent = "consent: { when: form, grant: [{ click: '#yes' }], deny: [{ click: '#no' }] }";
const fields = "{ fill: '#email', with: '{{email}}' }, { fill: '#password', with: '{{password}}' }";
const signIn = (steps = fields): string => `signIn: { when: form, steps: [${steps}] }`;
const profile = (browser: string, control = '{ type: none, browser: chromium }', rest = ''): string =>
  `name: acme\nbaseUrl: https://acme.example\ncontrol: ${control}\n${browser === '' ? '' : `browser: { ${browser} }\n`}${rest}`;
const password = "password: '${PASSWORD}'";
const user = (more: string): string => `users: [{ userId: ent_1, email: a@x, ${more} }]`;

test('a script is read with its defaults, and its password is a secret', async () => {
  const browser = `executable: ./chromium, ${password}, inside: ["https://login.example/"], ${signIn()}, ${consent}`;
  const loaded = await folder.load(profile(browser), { PASSWORD: 'correct horse' });
  expect(loaded.control).toEqual({ type: 'none', browser: 'chromium' });
  expect(loaded.browser).toEqual({
    executable: folder.file('chromium'),
    password: 'correct horse',
    inside: ['https://login.example'],
    signIn: {
      when: 'form',
      steps: [
        { fill: '#email', with: '{{email}}' },
        { fill: '#password', with: '{{password}}' },
      ],
    },
    consent: { when: 'form', grant: [{ click: '#yes' }], deny: [{ click: '#no' }] },
  });
  expect(loaded.secrets).toEqual([{ kind: 'password', value: 'correct horse' }]);
});

test('the browser is found on PATH if the profile names none', async () => {
  const loaded = await folder.load(profile(`${password}, ${signIn()}, ${consent}`), {
    PASSWORD: 'correct horse',
    PATH: `/nowhere:${folder.path}`,
  });
  expect(loaded.browser?.executable).toBe(folder.file('chromium'));
});

const right = `executable: ./chromium, ${password}, ${signIn()}, ${consent}`;

test.for([
  ['no script', profile(''), /^browser: not given, expected by control\.browser, e\.g\. browser: \{ signIn/],
  [
    'a script that has no effect',
    profile(right, '{ type: none }'),
    /^browser: these steps have no effect, expected them together with control\.browser: chromium/,
  ],
  ['no consent page', profile(`${password}, ${signIn()}`), /^browser\.consent: not given, expected/],
  [
    'another browser',
    profile(right, '{ type: none, browser: firefox }'),
    /^control\.browser: found "firefox", expected/,
  ],
  [
    'a browser for the second tenant',
    profile(
      right,
      undefined,
      'otherTenant: { baseUrl: https://other.example, control: { type: none, browser: chromium } }',
    ),
    /^otherTenant\.control\.browser: no user signs in there, expected no such setting/,
  ],
  [
    'two steps in one',
    profile(right.replace("{ click: '#yes' }", "{ click: '#a', waitFor: '#b' }")),
    /^browser\.consent\.grant\[0\]: found click and waitFor, expected one of/,
  ],
  [
    'a step that does nothing',
    profile(right.replace("{ click: '#no' }", '{}')),
    /^browser\.consent\.deny\[0\]: found nothing, expected one of/,
  ],
  [
    'nothing to fill in',
    profile(right.replace(", with: '{{email}}'", '')),
    /^browser\.signIn\.steps\[0\]: found fill, expected one of/,
  ],
  [
    'an unknown placeholder',
    profile(right.replace('{{email}}', '{{mail}}')),
    /^browser\.signIn\.steps\[0\]\.with: found \{\{mail\}\}, expected one of \{\{email\}\}/,
  ],
  ['an unknown step', profile(right.replace("{ click: '#no' }", "{ press: '#no' }")), /^browser\.consent\.deny\[0\]/],
  [
    'no password',
    profile(right.replace(password, 'inside: []')),
    /^browser\.password: not given, expected the password of the users that the control creates/,
  ],
  [
    'a password in the file',
    profile(right.replace('${PASSWORD}', 'hunter22')),
    /^browser\.password: a secret must not be in the file itself; write "\$\{PASSWORD\}"/,
  ],
  [
    'a password of a user in the file',
    profile(right, undefined, `fixtures: { ${user('password: hunter22')} }`),
    /^fixtures\.users\[0\]\.password: a secret must not be in the file itself; write "\$\{USER_1_PASSWORD\}"/,
  ],
  [
    'a path that is no executable',
    profile(right.replace('./chromium', './not-executable')),
    /^browser\.executable: found a path at which there is no file that can be run/,
  ],
  [
    'no browser on PATH',
    profile(right.replace('executable: ./chromium, ', '')),
    /^browser\.executable: not given, and there is no chromium, .* on PATH/,
  ],
  [
    'a path as an origin',
    profile(right.replace(password, `${password}, inside: ["https://login.example/path"]`)),
    /^browser\.inside\[0\]/,
  ],
  [
    'a person without an app',
    profile('', '{ type: none, browser: person }', `fixtures: { ${user('apiKey: "${KEY}"')} }`),
    /^fixtures\.app\.redirectUri: not given, expected by control\.browser person/,
  ],
  [
    'a person who is sent to another address',
    profile(
      '',
      '{ type: none, browser: person }',
      `fixtures: { app: { appId: a, clientId: c, clientSecret: "\${KEY}", redirectUri: "https://app.example/" }, ${user('apiKey: "${KEY}"')} }`,
    ),
    /^fixtures\.app\.redirectUri: found another address, expected by control\.browser person/,
  ],
  [
    'a person without a user',
    profile(
      '',
      '{ type: none, browser: person }',
      'fixtures: { app: { appId: a, clientId: c, clientSecret: "${KEY}", redirectUri: "http://localhost:7777/callback" } }',
    ),
    /^fixtures\.users: not given, expected by control\.browser person/,
  ],
] as const)('%s is refused with the key', async ([, content, sentence]) => {
  const lines = await folder.refusal(content, {
    PASSWORD: 'correct horse',
    KEY: 'a-key-of-somebody',
    PATH: '/nowhere',
  });
  expect(lines).toEqual([expect.stringMatching(sentence)]);
  expect(lines.join()).not.toContain('hunter22');
});
