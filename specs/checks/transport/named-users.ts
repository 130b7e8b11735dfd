import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { aKeyOwner, aKeyOwnerWithAccess, aLaboratoryFor, anAppWithAccess } from '../../../drivers/world/actors.ts';
import { basic, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';

/** Headers with which an administrator or a proxy tells a service in whose name it calls. */
const namingHeaders = [
  ...['x-user-id', 'x-userid', 'x-user', 'x-user-email', 'x-forwarded-user', 'x-remote-user', 'x-authenticated-userid'],
  ...['x-impersonate-user', 'impersonate-user', 'x-on-behalf-of', 'x-act-as', 'x-run-as', 'sudo'],
];
const namingParameters = [
  ...['userId', 'user_id', 'user', 'email', 'asUser', 'as_user', 'actAs', 'act_as', 'runAs'],
  ...['impersonate', 'onBehalfOf', 'on_behalf_of', 'sudo'],
];

const each = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]));

/**
 * Calls that name another user than their caller, whom only the credential identifies ("What the service does";
 * "Authentication").
 */
export const namedUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/naming-a-user-beside-a-credential-shows-nothing-of-theirs',
    title: 'A call that names another user in a header or a parameter shows nothing that only that user may see',
    proves: ['TRN-14'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    async gather(scene) {
      const key = await aKeyOwnerWithAccess(scene);
      const app = await anAppWithAccess(scene);
      const named = await aKeyOwner(scene);
      const laboratory = await aLaboratoryFor(scene, named);
      const open = await listingsOpenTo(scene, key.authorization);
      const looks = [];
      for (const listing of open.filter(({ kind }) => kind !== 'assayResult').slice(0, 2)) {
        const others = laboratory?.records.filter(({ kind }) => kind === listing.kind) ?? [];
        const own = await scene.settle(
          () => scene.view(listing, basic(named.apiKey)),
          (view) => others.every((record) => shows(view, record)),
        );
        const calls: { how: string; call: Exchange }[] = [];
        for (const [what, authorization] of [
          ['a key', key.authorization],
          ["an app's token", app.authorization],
        ] as const) {
          for (const name of [named.userId, named.email]) {
            const how = `${what} and ${name === named.userId ? 'the identifier' : 'the address'} of another user`;
            const note = `with ${how}`;
            const headers = each(namingHeaders, asUtf8Octets(name));
            const query = each(namingParameters, name);
            calls.push({
              how: `${how} in headers`,
              call: await scene.call(listing.path, { authorization, headers, note }),
            });
            calls.push({
              how: `${how} in parameters`,
              call: await scene.call(listing.path, { authorization, query, note }),
            });
          }
        }
        looks.push({
          listing,
          own,
          others,
          seen: calls.map((one) => ({ ...one, look: glimpse(scene, listing, one.call) })),
        });
      }
      return looks;
    },
    *judge(looks) {
      yield* premise(looks.length > 0, 'no listing of entries or plates is open to a key');
      for (const { listing, own, others, seen } of looks) {
        const there = others.length > 0 && others.every((record) => shows(own, record));
        if (!(yield* premise(there, `GET ${listing.path} did not show a user their own records`))) continue;
        for (const { how, call, look } of seen) {
          if (recordsIn(look, others).length === 0) continue;
          const observed = `${answer(call)} and records that only the other user may see`;
          yield finding('TRN-14', `GET ${listing.path} with ${how}`, observed, 'none of them', call);
        }
      }
    },
  }),
];
