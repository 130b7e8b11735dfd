import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import { isOverTls } from '../../../drivers/profile/address.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import { lastPage } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { idTokenNeeds, servedStage } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import { clearTextAddresses } from './clear-text.ts';
import { demand, held } from '../../../core/judgement.ts';

/**
 * Rules for every credential, applied to the credential that another service issues ("Authentication", the table of
 * methods).
 */
export const idTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/an-id-token-is-a-credential-like-others',
    title: 'An ID token gets nothing in clear text, authenticates one call, and works with Bearer in any case',
    proves: ['TRN-03', 'TRN-13', 'TRN-16'],
    needs: idTokenNeeds,
    async gather(scene) {
      const { user, open } = await servedStage(scene);
      const target = listingAt(open, 0);
      const { path } = target;
      // each call has an ID token of its own, because a token may be valid for one use only
      const idToken = (): Promise<string> => anIdToken(scene, plainIdToken, { user });
      const control = await scene.settle(
        async () => scene.call(path, { authorization: bearer(await idToken()) }),
        accepted,
      );
      const spelt = [];
      for (const scheme of ['bearer', 'BEARER']) {
        const authorization = `${scheme} ${await idToken()}`;
        spelt.push({ scheme, call: await scene.call(path, { authorization, note: `the scheme is spelt ${scheme}` }) });
      }
      const fresh = await scene.onOneConnection((over) => scene.call(path, { over, note: 'without a credential' }));
      const connection = await scene.onOneConnection(async (over) => ({
        served: await scene.call(path, { authorization: bearer(await idToken()), over }),
        bare: await scene.call(path, { over, note: 'without a credential on the same connection' }),
      }));
      const records = user.laboratory?.records;
      const seen = { path, control, spelt, fresh, connection, granted: records !== undefined };
      // if the tenant is reached in clear text only, nothing can be said about TLS
      const isPlain = !isOverTls(scene.target.baseUrl);
      const [base] = isPlain ? [] : await clearTextAddresses(scene);
      // nothing accepts clear text, so no call gets anything
      if (base === undefined) return { ...seen, isPlain, clear: undefined, found: [] };
      const sent = await scene.send({
        method: 'GET',
        url: `${base}${path}`,
        headers: { accept: 'application/json', authorization: bearer(await idToken()) },
        note: 'in clear text',
        mayBeUnreachable: true,
      });
      const clear = glimpse(scene, target, sent);
      return { ...seen, isPlain, clear, found: recordsIn(clear, records ?? []) };
    },
    *judge({ path, control, spelt, fresh, connection, granted, isPlain, clear, found }) {
      if (!isPlain && clear === undefined) yield held('TRN-03');
      if (clear !== undefined) {
        const page = lastPage(clear);
        const isListing = succeeded(page) && typeof jsonObject(page)?.['nextToken'] === 'string';
        const isEmpty = found.length === 0 && !(isListing && clear.items.length > 0);
        const subject = `GET ${path} in clear text with a live ID token`;
        const demanded = demand(isEmpty, 'TRN-03', subject, `${answer(page)} and records`, 'no records', page);
        // an empty page shows that no records were sent only if the user has some to see
        yield* heldIf(granted || !isListing, [demanded]);
      }
      if (!(yield* premise(accepted(control), `GET ${path} with an ID token ${answer(control)}`))) return;
      for (const { scheme, call } of spelt) {
        yield* isAccepted(call, 'TRN-16', `GET ${path} with a right ID token and the scheme spelt ${scheme}`);
      }
      if (fresh.response?.status !== 401 || !accepted(connection.served)) return; // other requirements cover these
      yield* answeredWith401(connection.bare, 'TRN-13', `GET ${path} without a credential after an ID token`);
    },
  }),
];
