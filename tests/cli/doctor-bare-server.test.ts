import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../../tenant/index.ts';
import { httpsServer } from '../drivers/loopback-server.ts';
import { inProcess } from './in-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns doctor's output about a server that answers every request with 404. */
async function doctorAt(addressOf: (url: string) => string): Promise<string> {
  const certificate = await createCertificate(new Date());
  await using server = await httpsServer((_request, response) => response.writeHead(404).end(), certificate);
  await writeFile(join(folder, 'ca.pem'), certificate.caPem);
  const file = join(folder, 'target.json');
  const profile = {
    name: 'bare',
    baseUrl: addressOf(server.url),
    tls: { caFile: './ca.pem' },
    control: { type: 'none' },
    limits: { propagationSeconds: 0 },
  };
  await writeFile(file, JSON.stringify(profile));
  return (await inProcess(['doctor', '--target', file])).out;
}

describe('of a server that serves nothing, doctor says', () => {
  test('that it speaks TLS, if the profile has an unencrypted address', async () => {
    expect(await doctorAt((url) => url.replace('https:', 'http:'))).toMatch(
      /wrong {2}baseUrl .*the server there speaks TLS: set baseUrl to https:\/\/127\.0\.0\.1/,
    );
  });

  test('nothing against a profile that names no path of assay results', async () => {
    expect(await doctorAt((url) => url)).toMatch(
      /note {3}assayResultsPath +GET \S+ was answered with 404, .*: if there is another path, set the path/,
    );
  });
});
