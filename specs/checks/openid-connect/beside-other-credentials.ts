import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aKey, aLaboratory, aProject, aUser, grant, revoke, someOfEachKind } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { anIdToken, asReader, aTokenUser, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import type { TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { ask, assayListing, aTable, rowsIn } from '../../../drivers/world/filter-laboratory.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, closedTo, isAccepted, showsAll } from '../../expectations/acceptance.ts';
import {
  idTokenNeeds,
  idTokenReaderNeeds,
  idTokenStage,
  listingsOpenToIdTokens,
  rightCall,
  telling,
} from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { filledProject, pageByPage, pagesShowNone } from '../../expectations/page-by-page.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Checks of ID tokens of users who have other credentials too, and of ID tokens beyond the first page of a listing
 * ("OpenID Connect (legacy)").
 */
export const besideOtherCredentialsChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/users-with-other-credentials-come-by-id-token-too',
    title: 'The ID token of a user who has an API key, and who has authorized an app, is accepted',
    proves: ['OIC-01'],
    needs: idTokenNeeds,
    async gather(scene) {
      const user = await aTokenUser(scene);
      const { path } = listingAt(await telling(scene, user, await listingsOpenToIdTokens(scene, user)), 0);
      const before = await rightCall(scene, path, user);
      const steps: { having: string; call: Exchange; again: Exchange }[] = [];
      const step = async (having: string, authorization: string): Promise<void> => {
        const call = await rightCall(scene, path, user);
        await scene.call(path, { authorization });
        steps.push({ having, call, again: await rightCall(scene, path, user) });
      };
      if (scene.supports('apiKey.create')) await step('has an API key', basic(await aKey(scene, user)));
      if (scene.supports('app.create') && scene.supports('browser.authorize')) {
        const granted = await aGrant(scene, await aClient(scene), user);
        await step('has authorized an app', granted.authorization);
      }
      return { path, before, steps };
    },
    *judge({ path, before, steps }) {
      if (!(yield* premise(accepted(before), `GET ${path} with an ID token ${answer(before)}`))) return;
      if (steps.length === 0) yield notApplicable('users have neither API keys nor apps here');
      for (const { having, call, again } of steps) {
        yield* isAccepted(call, 'OIC-01', `GET ${path} with an ID token of a user who ${having}`);
        yield* isAccepted(again, 'OIC-01', `GET ${path} with an ID token of a user who ${having} and has used it`);
      }
    },
  }),

  check({
    id: 'openid-connect/nothing-is-created-by-a-forged-id-token',
    title: 'An ID token whose signature does not verify creates no record',
    proves: ['OIC-05'],
    needs: [...idTokenNeeds, 'write-probe'],
    async gather(scene) {
      const { user } = await idTokenStage(scene);
      const project = await aWritableProject(scene, user);
      const write = async (alteration: 'of another payload' | 'empty' | undefined): Promise<Exchange> => {
        const signature =
          alteration === undefined
            ? plainIdToken.signature
            : ({ kind: 'altered', key: 0, alteration: { kind: alteration } } as const);
        const token = await anIdToken(scene, { ...plainIdToken, signature }, { user });
        return writeRecord(scene, bearer(token), project?.projectId);
      };
      const right = await scene.settle(() => write(undefined), succeeded);
      return { right, wrong: [await write('of another payload'), await write('empty')] };
    },
    *judge({ right, wrong }) {
      yield* premise(succeeded(right), `the write probe with a right ID token ${answer(right)}`);
      for (const one of wrong) {
        if (!succeeded(one)) continue;
        const subject = 'the write probe with an ID token whose signature does not verify';
        yield finding('OIC-05', subject, answer(one), 'a refusal', one);
      }
    },
  }),

  check({
    id: 'openid-connect/what-the-user-is-granted-later-is-shown',
    title: 'A call with an ID token sees a project that its user was granted after a first call',
    proves: ['OIC-02', 'OIC-26'],
    needs: [...idTokenReaderNeeds, 'app.create', 'browser.authorize'],
    cases: objectOf({ listing: fc.nat(4), again: fc.boolean() }),
    maxCases: 4,
    describe: ({ again }) => `a grant after a first call, seen by ${again ? 'the same ID token' : 'another one'}`,
    arrange: idTokenStage,
    async gather(scene, { listing, again }, { user, open }) {
      const at = listingAt(open, listing);
      const token = await anIdToken(scene, plainIdToken, { user });
      const before = await scene.call(at.path, { authorization: bearer(token) });
      const laboratory = await aLaboratory(scene);
      await grant(scene, laboratory, user);
      const records = laboratory.records.filter(({ kind }) => kind === at.kind);
      const known = asReader(user).laboratory.records.filter(({ kind }) => kind === at.kind);
      const seesAll = (view: View) => records.every((record) => shows(view, record));
      // a grant may take a moment to be seen (FRE-14); if an app of the user does not see it either, the grant is the
      // reason
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      const byApp = await scene.settle(() => scene.view(at, authorization), seesAll);
      const view = await scene.settle(async () => {
        const own = again ? token : await anIdToken(scene, plainIdToken, { user });
        return scene.view(at, bearer(own));
      }, seesAll);
      return { before, records, known, isSeenByApp: seesAll(byApp), view };
    },
    *judge({ before, records, known, isSeenByApp, view }, { again }) {
      if (!(yield* premise(accepted(before), `GET ${view.path} with an ID token ${answer(before)}`))) return;
      if (!(yield* premise(isSeenByApp, `GET ${view.path} does not show an app of the user what was granted either`)))
        return;
      // whether a token works for more than one call is a separate question
      if (closedTo(view) !== undefined) return;
      const subject = `GET ${view.path} with an ID token of a user who was granted a project after a first call`;
      // that a token from before a grant reflects the grant is an inference, as for other tokens (DEL-35)
      yield* showsAll(view, records, again ? 'OIC-26' : 'OIC-02', subject, [...records, ...known]);
    },
  }),

  check({
    id: 'openid-connect/following-and-sorted-pages-are-its-users',
    title: 'Sorted or page by page, a listing shows an ID token nothing that its user may not see',
    proves: ['OIC-04'],
    needs: idTokenReaderNeeds,
    cases: objectOf({ listing: fc.nat(4) }),
    maxCases: 5,
    async arrange(scene) {
      const [user, other] = [await aUser(scene), await aUser(scene)];
      const [own, never] = [await filledProject(scene, user), await filledProject(scene, other)];
      const foreign = [...never];
      if (scene.supports('project.revoke')) {
        const project = await aProject(scene);
        await grant(scene, project, user);
        foreign.push(...(await someOfEachKind(scene, project)));
        await revoke(scene, project, user);
      }
      await listingsOpenToIdTokens(scene, user);
      await signInWhereNeeded(scene, user);
      return { user, own, foreign, never };
    },
    async gather(scene, { listing }, { user, own, foreign, never }) {
      const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
      // a withdrawal of access may take a moment to be seen (FRE-14)
      const pages = await scene.settle(
        () => pageByPage(scene, authorization, listing, own, never),
        ({ views }) =>
          views.every(({ view }) => foreign.every((record) => !shows(view, record))) ||
          views.some(({ view }) => never.some((record) => shows(view, record))),
      );
      return { pages, foreign };
    },
    *judge({ pages, foreign }) {
      yield* pagesShowNone(pages, foreign, 'OIC-04', 'an ID token');
    },
  }),

  check({
    id: 'openid-connect/a-filter-shows-nothing-of-others',
    title: 'A filter shows an ID token nothing of a project that its user may not see',
    proves: ['OIC-04'],
    needs: [...idTokenReaderNeeds, 'schema.create'],
    async gather(scene) {
      if (scene.target.settings.api.schemaFieldsEncoding === undefined) return null;
      const { user } = await idTokenStage(scene);
      const [project, listing] = [await aProject(scene), await assayListing(scene)];
      const draft: TableDraft = { columns: [{ title: 'word', type: 'String' }], rows: [['agarose']] };
      // the checks of filters judge whether the control can make fields
      const table = await unlessRefused(aTable(scene, project, draft));
      if (table === undefined) return null;
      const look = async () => {
        const reader = { actor: user, authorization: bearer(await anIdToken(scene, plainIdToken, { user })) };
        return ask(scene, { listing, reader, table, blank: '+' }, [{ column: 0, text: 'agarose' }]);
      };
      const view = await look();
      return { path: listing.path, shown: rowsIn(view, table.rows).size, exchange: view.pages[0]?.exchange };
    },
    *judge(seen) {
      if (seen === null) yield notApplicable('there are no fields to filter by here');
      if (seen === null || seen.shown === 0) return;
      const subject = `GET ${seen.path} with a filter and an ID token`;
      yield finding('OIC-04', subject, 'showed a result that its user may not see', 'none', seen.exchange);
    },
  }),
];
