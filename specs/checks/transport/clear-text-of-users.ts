import fc from 'fast-check';
import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { lackAtTokenPath } from '../../../drivers/survey/survey.ts';
import { form } from '../../../drivers/world/authorization.ts';
import { aClient, aCode, aGrant, aUserWithAccess, redirectUri } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import { lastPage } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { clearTextAddresses } from './clear-text.ts';
import { NothingToJudge } from '../../../core/trouble.ts';

const needs = ['tls', 'app.create', 'user.create', 'browser.authorize'] as const;

/** Clear-text requests with the codes and tokens of users ("Limits", Transport). */
export const clearTextOfUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/clear-text-obtains-no-token-of-a-user',
    title: 'A correct code exchange or refresh in clear text obtains no access token',
    proves: ['TRN-04'],
    needs,
    cases: fc.record({
      grant: fc.constantFrom('code', 'refresh token'),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 6,
    arrange: clearTextAddresses,
    async gather(scene, { grant, path }, addresses) {
      scene.requireServed((survey) => lackAtTokenPath(survey, path));
      const [base] = addresses;
      // a tenant that accepts no clear text issues no token there
      if (base === undefined) return null;
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const client = { client_id: app.clientId, client_secret: app.clientSecret };
      const fields =
        grant === 'code'
          ? {
              grant_type: 'authorization_code',
              ...client,
              redirect_uri: redirectUri,
              code: await aCode(scene, { user, app }),
            }
          : { grant_type: 'refresh_token', ...client, refresh_token: (await aGrant(scene, app, user)).refreshToken };
      const clear = await scene.send({
        method: 'POST',
        url: `${base}${path}`,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: form(fields),
        note: 'in clear text',
        mayBeUnreachable: true,
      });
      return clear;
    },
    *judge(clear, { grant, path }) {
      if (clear === null) return;
      yield* yieldsNoToken(clear, 'TRN-04', `POST ${path} with a ${grant} in clear text`);
    },
  }),

  check({
    id: 'transport/clear-text-obtains-no-records-of-a-user',
    title: 'A listing call in clear text obtains no records in a user’s name, and no following page',
    proves: ['TRN-03'],
    needs: [...needs, 'access'],
    cases: fc.record({ listing: fc.nat(4), following: fc.boolean() }),
    maxCases: 10,
    async arrange(scene) {
      const app = await aClient(scene);
      const { user, laboratory } = await aUserWithAccess(scene);
      const other = await aUserWithAccess(scene);
      for (const project of [other.laboratory])
        if (project !== undefined)
          await scene.operate('project.grant', { projectId: project.projectId, userId: user.userId });
      const records = [...(laboratory?.records ?? []), ...(other.laboratory?.records ?? [])];
      const granted = await aGrant(scene, app, user);
      return { granted, records, addresses: await clearTextAddresses(scene) };
    },
    async gather(scene, { listing, following }, { granted, records, addresses }) {
      const target = await scene.listingAt(listing);
      const { path } = target;
      // this token is new, even if the tenant's time has passed for other checks
      const { authorization } = granted;
      const query = following ? { pageSize: '1' } : undefined;
      const control = await scene.settle(
        () => scene.call(path, { authorization, ...(query === undefined ? {} : { query }) }),
        accepted,
      );
      const [base] = addresses;
      const nextToken = nextTokenOf(control);
      if (base === undefined) return { path, control, found: [] };
      if (following && nextToken === undefined) throw new NothingToJudge(`GET ${path} has no following page`);
      const search = following
        ? `?${new URLSearchParams({ pageSize: '1', nextToken: nextToken ?? '' }).toString()}`
        : '';
      const clear = await scene.send({
        method: 'GET',
        url: `${base}${path}${search}`,
        headers: { accept: 'application/json', authorization },
        note: 'in clear text',
        mayBeUnreachable: true,
      });
      const look = glimpse(scene, target, clear);
      return { path, control, clear: look, found: recordsIn(look, records) };
    },
    *judge({ path, control, clear, found }) {
      if (clear === undefined) return; // nothing accepts clear text, so no call gets anything
      const page = lastPage(clear);
      const isListing = succeeded(page) && typeof jsonObject(page)?.['nextToken'] === 'string';
      if ((isListing && clear.items.length > 0) || found.length > 0) {
        const subject = `GET ${path} in clear text with a live delegated token`;
        yield finding('TRN-03', subject, `${answer(page)} and records`, 'no records', page);
      } else yield* premise(accepted(control), `GET ${path} with the same token over HTTPS ${answer(control)}`);
    },
  }),
];
