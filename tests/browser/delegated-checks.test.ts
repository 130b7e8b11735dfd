import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { loadProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { findFault } from '../../tenant/faults/index.ts';
import type { Control } from '../../tenant/index.ts';
import { startControlService } from '../../tenant/index.ts';
import { delegatedClientOf } from '../tenant/delegated-client.ts';
import type { OpenedTenant } from '../tenant/opened-tenant.ts';
import { openTenant } from '../tenant/opened-tenant.ts';
import { executable, whySkipped } from './reference-script.ts';

const password = 'correct horse battery';

const pages = `
browser:
  password: '\${PASSWORD}'
  signIn:
    when: input[name=password]
    steps:
      - { fill: 'input[name=email]', with: '{{email}}' }
      - { fill: 'input[name=password]', with: '{{password}}' }
      - { click: 'button[type=submit]' }
  consent:
    when: button[value=allow]
    grant: [{ click: 'button[value=allow]' }]
    deny: [{ click: 'button[value=deny]' }]
`;

describe.skipIf(executable === undefined)(
  `checks by Chromium (skipped because ${whySkipped})`,
  { timeout: 120_000 },
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'chromium-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    /** Runs checks against a tenant whose control creates users with one password and has no browser of its own. */
    async function run(
      { tenant, operate }: OpenedTenant,
      ids: readonly string[],
      control: (url: string) => string,
      more = '',
    ): Promise<readonly CheckResult[]> {
      const browserless: Control = {
        ...tenant.control,
        description: {
          ...tenant.control.description,
          operations: tenant.control.description.operations.filter((name) => name !== 'browser.authorize'),
        },
        operate: (operation, input) => operate(operation, operation === 'user.create' ? { ...input, password } : input),
      };
      const service = await startControlService({ control: browserless });
      await writeFile(join(folder, 'ca.pem'), tenant.caPem);
      const file = join(folder, 'acme.yaml');
      const base = `name: acme\nbaseUrl: ${tenant.baseUrl}\ntls: { caFile: ./ca.pem }\nlimits: { propagationSeconds: 0 }\n`;
      await writeFile(file, `${base}control: ${control(service.url)}${pages}${more}`);
      const environment = { PATH: process.env['PATH'], PASSWORD: password, ADA: password, SECRET: secret };
      const profile = await loadProfile(file, environment);
      const session = await openShared(profile, { runId: 'chromium', realTime });
      try {
        const chosen = checks.filter(({ id }) => ids.includes(id));
        return await runAll(chosen, session, { runs: 1, seed: 20261120, now: realTime.now, shrinkMs: 500 });
      } finally {
        await session.close();
        await service.close();
      }
    }
    let secret = 'unset';

    const delegated = [
      'delegated/each-refresh-brings-new-tokens',
      'delegated/an-existing-grant-is-refreshed',
      'delegated/a-refresh-needs-no-session',
    ];
    const http = (url: string): string => `{ type: http, url: "${url}", browser: chromium }`;

    test('delegated checks pass at a tenant that conforms', async () => {
      await using opened = await openTenant();
      const results = await run(opened, delegated, http);
      expect(results.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
        results.map(({ id }) => [id, 'passed', undefined]),
      );
      expect(results).toHaveLength(3);
    });

    test('delegated checks fail at a tenant with a fault', async () => {
      const fault = findFault('delegated/refresh-tokens-do-not-rotate');
      if (fault === undefined) throw new Error('the fault was renamed');
      await using opened = await openTenant({ fault });
      const results = await run(opened, ['delegated/an-existing-grant-is-refreshed'], http);
      const failed = results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement));
      expect(new Set(failed)).toEqual(new Set(['DEL-38']));
    });

    test('a user of the fixtures signs in for the first grant if there is no control', async () => {
      await using opened = await openTenant();
      const redirectUri = 'https://app.example/callback';
      const app = await delegatedClientOf(opened).app('Protocol editor', [redirectUri]);
      const { userId } = await opened.operate('user.create', { email: 'ada@lab.example', password });
      await opened.project('a project', { userId: String(userId) });
      secret = app.clientSecret;
      const fixtures = `
fixtures:
  app: { appId: ${app.appId}, clientId: ${app.clientId}, clientSecret: '\${SECRET}', redirectUri: '${redirectUri}' }
  users: [{ userId: ${String(userId)}, email: ada@lab.example, password: '\${ADA}' }]
`;
      const results = await run(
        opened,
        ['delegated/an-existing-grant-is-refreshed'],
        () => '{ type: none, browser: chromium }',
        fixtures,
      );
      expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([['passed', undefined]]);
    });
  },
);
