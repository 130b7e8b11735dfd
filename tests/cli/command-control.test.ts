import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../schemas/types/report.ts';
import { type RunningTenant, startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import { labconform } from './command.ts';

let folder: string;
let tenant: RunningTenant;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  tenant = await startForeignTenant({ seed: 'command-control.test' });
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  await writeFile(join(folder, 'control.mjs'), forwarding);
  await writeFile(join(folder, 'control'), `#!/bin/sh\nexec "${process.execPath}" ./control.mjs "$@"\n`);
  await chmod(join(folder, 'control'), 0o755);
});

afterAll(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

/** An executable such as an operator might write: it passes each operation on to a service of the operator. */
const forwarding = `
const { CONTROL_URL: url, CONTROL_TOKEN: token } = process.env;
const operation = process.argv.at(-1);
let input = '';
for await (const part of process.stdin) input += part;
const headers = { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' };
const answer =
  operation === 'describe'
    ? await fetch(url, { headers })
    : await fetch(\`\${url}/\${operation}\`, { method: 'POST', headers, body: input });
process.stdout.write(await answer.text());
process.exitCode = answer.status === 200 ? 0 : answer.status === 501 ? 69 : 1;
`;

test('a tenant with an executable as its control is exercised like one with a control service', async () => {
  const profile = {
    name: 'second',
    baseUrl: tenant.baseUrl,
    tls: { caFile: './ca.pem' },
    control: { type: 'command', command: ['./control', '--verbose'] },
    limits: { propagationSeconds: 0 },
  };
  await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
  const chosen = ['lifecycle/a-key-is-refused-in-every-form-of-call', 'transport/a-401-carries-a-challenge'];
  const args = ['run', '--target', 'target.json', '--runs', '1', '--quiet', ...chosen.flatMap((id) => ['--check', id])];
  const { status, err } = await labconform(args, folder, {
    CONTROL_URL: tenant.controlUrl,
    CONTROL_TOKEN: tenant.controlToken,
  });
  expect([status, err]).toEqual([0, '']);
  const report = JSON.parse(await readFile(join(folder, 'conformance-report', 'conformance.json'), 'utf8')) as Report;
  expect(report.target.control).toBe('command');
  expect(Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]))).toEqual(
    Object.fromEntries(chosen.map((id) => [id, 'passed'])),
  );
});
