import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { aKey, aKeyOwnerWithAccess, aLaboratoryFor, anAppWithAccess, aUser } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, authorize } from '../../../drivers/world/delegated.ts';
import { shows } from '../../../drivers/world/view.ts';
import { brokenHeaders, unsupportedSchemes } from '../../../generators/authorization-header.ts';
import { strangers } from '../../../generators/credential.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, showsNone } from '../../expectations/acceptance.ts';
import { arrive, sessionOf } from '../../expectations/authorization.ts';

import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Headers that a browser sends with the calls of a page, in addition to its cookies. None asks for anything but JSON
 * (FRE-09).
 */
const accompaniments = [
  {},
  { 'x-requested-with': 'XMLHttpRequest' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
] as const;

/** Other parts of a request that must not help a wrong credential ("Authentication"). */
export const browserSessionChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-session-does-not-rescue-a-wrong-credential',
    title: 'A wrong credential together with the cookies of a live browser session is answered with 401',
    proves: ['TRN-21'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize'],
    cases: objectOf({
      value: strangers,
      as: fc.constantFrom('bearer', 'bearer', 'basic', 'another scheme', 'broken'),
      header: brokenHeaders,
      scheme: unsupportedSchemes,
      listing: fc.nat(4),
      beside: fc.nat(accompaniments.length - 1),
    }),
    maxCases: 40,
    async arrange(scene) {
      const app = await aClient(scene);
      const user = await aUser(scene);
      await aLaboratoryFor(scene, user);
      const authorization = basic(await aKey(scene, user));
      const first = await arrive(scene, { user, app });
      const again = await authorize(scene, { user, app });
      if (first.code === undefined || again.code === undefined) throw new PremiseUnmet('an authorization gave no code');
      const { cookie } = sessionOf(again);
      if (again.prompts.includes('signIn')) throw new PremiseUnmet('the session had ended by the next authorization');
      return { cookie, authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, { value, as, header, scheme, listing, beside }, { cookie, authorization, open }) {
      const { path } = listingAt(open, listing);
      const wrongly = {
        bearer: bearer(value),
        basic: basic(value),
        'another scheme': `${scheme} ${value}`,
        broken: header,
      };
      const wrong = await scene.call(path, {
        authorization: wrongly[as],
        headers: { ...accompaniments[beside], cookie },
        note: 'a wrong credential, with the cookies of a live session',
      });
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, wrong, control };
    },
    *judge({ path, wrong, control }, { as, scheme }) {
      const what = {
        bearer: 'a bearer credential that was never issued',
        basic: 'a basic credential that was never issued',
        'another scheme': `a credential under the scheme ${scheme}`,
        broken: 'a broken Authorization header',
      }[as];
      const subject = `GET ${path} with ${what} and the cookies of a live session`;
      // another requirement covers the status that refuses an unreadable header
      if (as !== 'broken') yield* refusedByContrast(wrong, control, 'TRN-21', subject);
      else if (accepted(wrong)) yield finding('TRN-21', subject, `${answer(wrong)} and a page`, 'status 401', wrong);
    },
  }),

  check({
    id: 'transport/a-session-adds-nobody-to-a-call',
    title: "A call with a credential and another user's session cookies shows what its own actor sees",
    proves: ['TRN-14', 'TRN-15'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize', 'access'],
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const foreign = (await aLaboratoryFor(scene, user))?.records ?? [];
      const callers = [
        { whose: 'a key', ...(await aKeyOwnerWithAccess(scene)) },
        { whose: 'a token of an app', ...(await anAppWithAccess(scene)) },
      ];
      await arrive(scene, { user, app });
      const headers = sessionOf(await authorize(scene, { user, app }));
      const views = [];
      for (const { whose, authorization, laboratory } of callers) {
        for (const listing of await listingsOpenTo(scene, authorization)) {
          views.push({
            whose,
            view: await scene.view(listing, authorization, { headers }),
            own: laboratory?.records.filter(({ kind }) => kind === listing.kind) ?? [],
          });
        }
      }
      return { views, foreign };
    },
    *judge({ views, foreign }) {
      for (const { whose, view, own } of views) {
        const subject = `GET ${view.path} with ${whose} and the cookies of the session of a user`;
        // A call that shows only the records of the session's user acts as one actor. It is open which of the two
        // that is (FRE-07).
        const isOwn = own.length === 0 || own.some((record) => shows(view, record));
        yield* showsNone(view, foreign, isOwn ? 'TRN-14' : 'TRN-15', subject);
        if (isOwn) yield held('TRN-15');
      }
    },
  }),
];
