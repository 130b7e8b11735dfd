import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import {
  accessTokenIn,
  aKeyOwnerWithAccess,
  anApp,
  anAppWithAccess,
  legacyTokenPath,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import {
  aWritableProject,
  creatorIn,
  creatorPointer,
  writeRecord,
  writeRecordAt,
} from '../../../drivers/world/write-probe.ts';
import { lastPage } from '../../../drivers/world/view.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { NothingToJudge } from '../../../core/trouble.ts';

/** Headers with which a proxy in front of a tenant describes a request. Every client can send them. */
const forwarded = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'x-forwarded-proto': 'https' },
  {
    'x-forwarded-proto': 'https',
    forwarded: 'for=192.0.2.7;proto=https',
    'x-forwarded-ssl': 'on',
    'x-forwarded-scheme': 'https',
    'x-forwarded-port': '443',
    'front-end-https': 'on',
  },
);

/** Clear-text requests, which get neither records nor tokens ("Limits", Transport). The form of the refusal is free. */
export const clearTextChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/clear-text-obtains-no-records',
    title: 'A listing call in clear text obtains no records, even with a live access token or API key',
    proves: ['TRN-03'],
    needs: ['tls', 'app'],
    cases: fc.record({
      address: fc.nat(1),
      listing: fc.nat(4),
      query: fc.constantFrom('', '', '?pageSize=5', '?sort=modifiedAt:asc'),
      who: fc.constantFrom('app', 'app', 'user'),
      forwarded,
    }),
    maxCases: 30,
    async arrange(scene) {
      const app = await anAppWithAccess(scene);
      const canMakeKeys = scene.supports('user.create') && scene.supports('apiKey.create');
      const user = canMakeKeys ? await aKeyOwnerWithAccess(scene) : app;
      return { app, user, addresses: await clearTextAddresses(scene) };
    },
    async gather(scene, { address, listing, query, who, forwarded: headers }, { addresses, ...actors }) {
      const { authorization, laboratory } = actors[who];
      const target = await scene.listingAt(listing);
      const { path } = target;
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const base = addresses[address % Math.max(1, addresses.length)];
      if (base === undefined) return { path, control, records: [] };
      const clear = await scene.send({
        method: 'GET',
        url: `${base}${path}${query}`,
        headers: { accept: 'application/json', authorization, ...headers },
        note: 'in clear text',
        mayBeUnreachable: true,
      });
      return { path, control, clear: glimpse(scene, target, clear), records: laboratory?.records ?? [] };
    },
    *judge({ path, control, clear, records }, { who }) {
      if (clear === undefined) return; // nothing accepts clear text, so no call gets anything
      const subject = `GET ${path} in clear text with a live ${who === 'app' ? 'access token' : 'API key'}`;
      const page = lastPage(clear);
      // A refusal may have a success status and list its reasons. A page of a listing has its page token.
      const isListing = succeeded(page) && typeof jsonObject(page)?.['nextToken'] === 'string';
      if ((isListing && clear.items.length > 0) || recordsIn(clear, records).length > 0) {
        yield finding('TRN-03', subject, `${answer(page)} and records`, 'no records', page);
      } else if (who === 'app') {
        // another requirement covers whether a key works on every listing
        yield* premise(accepted(control), `GET ${path} with the same credential over HTTPS ${answer(control)}`);
      }
    },
  }),

  check({
    id: 'transport/clear-text-creates-nothing',
    title: 'A call in clear text creates no record, even with a live API key or access token',
    proves: ['TRN-03'],
    needs: ['tls', 'app.create', 'user.create', 'apiKey.create', 'access', 'write-probe'],
    cases: fc.record({ address: fc.nat(1), who: fc.constantFrom('app', 'user'), forwarded }),
    maxCases: 6,
    describe: ({ who }) => `the write probe in clear text, by ${who === 'app' ? 'an app' : 'the key of a user'}`,
    async arrange(scene) {
      const [app, user] = [await anAppWithAccess(scene), await aKeyOwnerWithAccess(scene)];
      const project = await aWritableProject(scene, app.app, user.owner);
      // other answers in clear text do not matter here
      return { app, user, project, addresses: clearTextForms(scene.target.baseUrl) };
    },
    async gather(scene, { address, who, forwarded: headers }, { addresses, project, ...actors }) {
      const { authorization } = actors[who];
      const base = addresses[address % Math.max(1, addresses.length)];
      if (base === undefined) throw new NothingToJudge('the base address has no form in clear text');
      const write = (): Promise<Exchange> => writeRecord(scene, authorization, project?.projectId);
      const control = await scene.settle(write, succeeded);
      const clear = await writeRecordAt(scene, base, authorization, project?.projectId, {
        headers,
        note: 'in clear text',
      });
      return { control, clear, pointer: creatorPointer(scene) };
    },
    *judge({ control, clear, pointer }, { who }) {
      const subject = `the write probe in clear text with a live ${who === 'app' ? 'access token' : 'API key'}`;
      if (!(yield* premise(succeeded(control), `the write probe over HTTPS ${answer(control)}`))) return;
      // a refusal may have a success status, but only a record names its creator
      if (!succeeded(clear) || creatorIn(clear, pointer) === undefined) return;
      yield finding('TRN-03', subject, `${answer(clear)} and the record`, 'no record', clear);
    },
  }),

  check({
    id: 'transport/clear-text-obtains-no-token',
    title: 'A correct token request in clear text obtains no access token',
    proves: ['TRN-04'],
    needs: ['tls', 'app.create'],
    cases: fc.record({
      address: fc.nat(1),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
      order: fc.constantFrom('client first', 'grant first'),
      /** A tenant that accepts the fields in the query too (FRE-31) must not do so in clear text. */
      carriedIn: fc.constantFrom('the body', 'the body', 'the query', 'the query of a GET'),
      forwarded,
    }),
    maxCases: 16,
    arrange: clearTextAddresses,
    async gather(scene, { address, path, order, carriedIn, forwarded: headers }, addresses) {
      const base = addresses[address % Math.max(1, addresses.length)];
      // a tenant that accepts no clear text issues no token there
      if (base === undefined) return null;
      const app = await anApp(scene);
      const control = await settledTokenRequest(scene, app, path);
      const client = { client_id: app.clientId, client_secret: app.clientSecret };
      const type = { grant_type: 'client_credentials' };
      const fields = form(order === 'client first' ? { ...client, ...type } : { ...type, ...client });
      const inBody = carriedIn === 'the body';
      const clear = await scene.send({
        method: carriedIn === 'the query of a GET' ? 'GET' : 'POST',
        url: `${base}${path}${inBody ? '' : `?${fields}`}`,
        headers: {
          accept: 'application/json',
          ...(inBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(inBody ? { body: fields } : {}),
        note: 'in clear text',
        mayBeUnreachable: true,
      });
      await endSecret(scene, app.appId);
      return { path, control, clear };
    },
    *judge(seen, { carriedIn }) {
      if (seen === null) return;
      const { path, control, clear } = seen;
      yield* yieldsNoToken(clear, 'TRN-04', `a correct token request to ${path}, in ${carriedIn}, in clear text`);
      yield* premise(accessTokenIn(control) !== undefined, `the same token request over HTTPS ${answer(control)}`);
    },
  }),
];

/**
 * Returns the clear-text addresses that answer or at least accept a connection: the base host and port, and port 80
 * if the base port is the default. Every other address has already refused all clear text.
 */
export async function clearTextAddresses(scene: Scene): Promise<string[]> {
  const found: string[] = [];
  for (const base of clearTextForms(scene.target.baseUrl)) {
    const probe = await scene.send({
      method: 'GET',
      url: `${base}/api/v2/entries`,
      headers: { accept: 'application/json' },
      note: 'does anything take clear text here?',
      mayBeUnreachable: true,
    });
    if (!isSilent(probe)) found.push(base);
  }
  return found;
}

/** Returns the addresses with the scheme http at which a tenant might serve clear text by mistake. */
export function clearTextForms(baseUrl: string): string[] {
  const { hostname, port } = new URL(baseUrl);
  return port === '' || port === '443'
    ? [`http://${hostname}:443`, `http://${hostname}`]
    : [`http://${hostname}:${port}`];
}

function isSilent(probe: Exchange): boolean {
  return probe.trouble?.kind === 'connect' || probe.trouble?.kind === 'timeout';
}

/** Ends a client secret, because it has travelled in clear text. */
async function endSecret(scene: Scene, appId: string): Promise<void> {
  if (scene.supports('app.rotateSecret')) {
    await withNewSecret(scene, { appId });
  } else if (scene.supports('app.archive')) {
    await scene.operate('app.archive', { appId });
  }
}
