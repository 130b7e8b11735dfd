import { X509Certificate } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profileDigest } from '../../cli/run/profile-digest.ts';
import { embeddedProfile } from '../../drivers/profile/embedded.ts';
import { loadProfile } from '../../drivers/profile/load.ts';
import { createCertificate, type TenantCertificate } from '../../tenant/certificate.ts';
import { ProfileFolder } from './folder.ts';

const whole = `
name: acme-staging
baseUrl: https://ACME.example:443/
tls: { caFile: ./ca.pem }
control: { type: http, url: "http://127.0.0.1:9100/control/", token: "\${CONTROL_TOKEN}" }
receiver: { publicUrl: "https://hooks.example/conformance/" }
identityProvider: { listen: "127.0.0.1:7000", publicUrl: "https://idp.example" }
limits: { requestsPerSecond: 7, timeoutSeconds: 8, propagationSeconds: 9, deliverySeconds: 10, clockSkewSeconds: 4 }
api:
  assayResultsPath: /api/v2/assay-results
  schemaFieldsEncoding: dotted
  schemaParameter: schemaId
  itemsKeys: { /api/v2/entries: entries }
  itemId: { /api/v2/entries: /entryId }
writeProbe:
  { method: POST, path: /api/v2/entries, body: { name: "$\${x}", projectId: "{{projectId}}" }, createdBy: /createdBy/id }
otherTenant: { baseUrl: "https://other.example/" }
fixtures:
  app: { appId: app_1, clientId: "\${CLIENT_ID}", clientSecret: "\${CLIENT_SECRET}", redirectUri: "http://localhost:7777/callback" }
  users:
    - { userId: ent_1, email: "a@\${DOMAIN}", apiKey: "\${USER_1_API_KEY}", refreshToken: "\${USER_1_REFRESH_TOKEN}" }
    - { userId: ent_2, email: "b@\${DOMAIN}", apiKey: "\${USER_1_API_KEY}" }
`;
const environment = {
  CONTROL_TOKEN: 'control-token-value',
  CLIENT_ID: 'client-1',
  CLIENT_SECRET: 'secret-with-${NOTHING}-in-it',
  DOMAIN: 'acme.example',
  USER_1_API_KEY: 'key-of-user-1',
  USER_1_REFRESH_TOKEN: 'refresh-of-user-1',
};

let folder: ProfileFolder;
let certificate: TenantCertificate;

beforeAll(async () => {
  folder = await ProfileFolder.create();
  certificate = await createCertificate(new Date());
  await folder.write('ca.pem', `# the authority\n${certificate.caPem}`);
});
afterAll(() => folder.remove());

describe('a profile with every key', () => {
  test('is read with its references filled in and its addresses normalised', async () => {
    const profile = await folder.load(whole, environment);
    expect(profile).toMatchObject({
      name: 'acme-staging',
      baseUrl: 'https://acme.example',
      control: { type: 'http', url: 'http://127.0.0.1:9100/control', token: 'control-token-value' },
      receiver: { listen: '127.0.0.1:0', publicUrl: 'https://hooks.example/conformance' },
      identityProvider: { listen: '127.0.0.1:7000', publicUrl: 'https://idp.example' },
      limits: {
        requestsPerSecond: 7,
        timeoutSeconds: 8,
        propagationSeconds: 9,
        deliverySeconds: 10,
        clockSkewSeconds: 4,
      },
      api: {
        assayResultsPath: '/api/v2/assay-results',
        schemaFieldsEncoding: 'dotted',
        schemaParameter: 'schemaId',
        itemsKeys: { '/api/v2/entries': 'entries' },
        itemId: { '/api/v2/entries': '/entryId' },
      },
      writeProbe: { method: 'POST', body: { name: '${x}', projectId: '{{projectId}}' } },
      otherTenant: { baseUrl: 'https://other.example', control: { type: 'none' } },
    });
    expect(profile.fixtures).toEqual({
      app: {
        appId: 'app_1',
        clientId: 'client-1',
        clientSecret: 'secret-with-${NOTHING}-in-it',
        redirectUri: 'http://localhost:7777/callback',
      },
      users: [
        { userId: 'ent_1', email: 'a@acme.example', apiKey: 'key-of-user-1', refreshToken: 'refresh-of-user-1' },
        { userId: 'ent_2', email: 'b@acme.example', apiKey: 'key-of-user-1' },
      ],
    });
  });

  test('lists every secret once, and a client id is no secret', async () => {
    expect((await folder.load(whole, environment)).secrets).toEqual([
      { kind: 'control token', value: 'control-token-value' },
      { kind: 'client secret', value: 'secret-with-${NOTHING}-in-it' },
      { kind: 'API key', value: 'key-of-user-1' },
      { kind: 'refresh token', value: 'refresh-of-user-1' },
    ]);
  });

  test('trusts the authority in its folder, for the other tenant too', async () => {
    const profile = await folder.load(whole, environment);
    const read = new X509Certificate(profile.caPem ?? '');
    expect(read.fingerprint256).toBe(new X509Certificate(certificate.caPem).fingerprint256);
    expect(profile.otherTenant?.caPem).toBe(profile.caPem);
  });

  test('cannot be changed at any depth', async () => {
    const profile = await folder.load(whole, environment);
    expect(Object.isFrozen(profile)).toBe(true);
    expect(Object.isFrozen(profile.limits)).toBe(true);
    expect(Object.isFrozen(profile.fixtures.users[0])).toBe(true);
  });
});

describe('a profile with few keys', () => {
  test('gets the defaults', async () => {
    expect(await folder.load('name: acme\nbaseUrl: https://acme.example\n')).toEqual({
      name: 'acme',
      baseUrl: 'https://acme.example',
      control: { type: 'none' },
      limits: {
        requestsPerSecond: 20,
        timeoutSeconds: 30,
        propagationSeconds: 5,
        deliverySeconds: 5,
        clockSkewSeconds: 0,
      },
      api: { itemsKeys: {}, itemId: '/id' },
      fixtures: { users: [] },
      secrets: [],
    });
  });

  test('limits the clock skew to five seconds', async () => {
    const { limits } = await folder.load(
      'name: acme\nbaseUrl: https://acme.example\nlimits: { clockSkewSeconds: 3000000 }\n',
    );
    expect(limits.clockSkewSeconds).toBe(5);
  });

  test.for(['https://127.0.0.1:8443', 'https://localhost', 'https://[::1]:8443', 'https://tenant.localhost:1'])(
    'has no rate limit for %s',
    async (baseUrl) => {
      const profile = await folder.load(`name: acme\nbaseUrl: "${baseUrl}"`);
      expect(profile.limits.requestsPerSecond).toBeUndefined();
      const limited = await folder.load(`name: acme\nbaseUrl: "${baseUrl}"\nlimits: { requestsPerSecond: 3 }`);
      expect(limited.limits.requestsPerSecond).toBe(3);
    },
  );

  test.for(['http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:4010'])(
    'accepts %s, because it is on this machine',
    async (baseUrl) => {
      expect(await folder.load(`name: mock\nbaseUrl: "${baseUrl}/"`)).toMatchObject({ baseUrl });
    },
  );

  test.for(['https://127.example', 'https://localhost.example', 'https://10.0.0.1', 'https://[2001:db8::1]'])(
    'has a rate limit for %s',
    async (baseUrl) => {
      const profile = await folder.load(`name: acme\nbaseUrl: "${baseUrl}"`);
      expect(profile.limits.requestsPerSecond).toBe(20);
    },
  );

  test('limits each tenant by its own address', async () => {
    const profile = await folder.load(
      'name: a\nbaseUrl: https://localhost\notherTenant: { baseUrl: https://b.example }',
    );
    expect([profile.limits.requestsPerSecond, profile.otherTenant?.limits.requestsPerSecond]).toEqual([undefined, 20]);
  });

  test('is read from JSON, indented by tabs and with a byte order mark', async () => {
    const json = JSON.stringify({ name: 'acme', baseUrl: 'https://acme.example' }, null, '\t');
    const file = await folder.write('acme.json', `\uFEFF${json}`);
    expect(await loadProfile(file, {})).toMatchObject({ name: 'acme', baseUrl: 'https://acme.example' });
  });

  test('may name a person as the control', async () => {
    const profile = await folder.load('name: a\nbaseUrl: https://a.example\ncontrol: { type: manual }');
    expect(profile.control).toEqual({ type: 'manual' });
  });

  test('may name an executable as the control, by a path from its folder or by its name on PATH', async () => {
    const file = await folder.write('control.sh', '#!/bin/sh');
    await chmod(file, 0o755);
    const text = (command: string): string =>
      `name: a\nbaseUrl: https://a.example\ncontrol: { type: command, command: ${command} }`;
    const beside = await folder.load(text('[./control.sh, --fast]'));
    expect(beside.control).toEqual({ type: 'command', command: ['./control.sh', '--fast'], folder: folder.path });
    const named = await folder.load(text('[control.sh]'), { PATH: `/nowhere:${folder.path}` });
    expect(named.control).toMatchObject({ command: ['control.sh'] });
  });

  test('has the same digest in every folder', async () => {
    await chmod(await folder.write('control.sh', '#!/bin/sh'), 0o755);
    const text = 'name: a\nbaseUrl: https://a.example\ncontrol: { type: command, command: [./control.sh] }';
    const elsewhere = await ProfileFolder.create();
    try {
      await chmod(await elsewhere.write('control.sh', '#!/bin/sh'), 0o755);
      expect(profileDigest(await elsewhere.load(text))).toBe(profileDigest(await folder.load(text)));
      const other = text.replace('control.sh', 'control.sh, --fast');
      expect(profileDigest(await folder.load(other))).not.toBe(profileDigest(await folder.load(text)));
    } finally {
      await elsewhere.remove();
    }
  });
});

describe('the embedded tenant', () => {
  test('has a profile without a limit and without waits', () => {
    expect(embeddedProfile()).toMatchObject({
      limits: { requestsPerSecond: undefined, timeoutSeconds: 10, propagationSeconds: 0 },
      api: { assayResultsPath: '/api/v2/assay-results', itemId: '/id' },
      writeProbe: { method: 'POST', path: '/api/v2/entries', createdBy: '/createdBy/id' },
    });
  });

  test('accepts another value of a member', () => {
    expect(embeddedProfile({ name: 'variant' }).name).toBe('variant');
  });
});
