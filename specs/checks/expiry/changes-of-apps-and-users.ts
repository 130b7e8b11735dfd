import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { aKeyDated, callWith, surelyBefore, tenantsNow, withANewKey } from './dated-keys.ts';
import { day } from '../../../core/spans.ts';

/** What is changed about apps and users neither prolongs a token nor ends a key ("Limits"; "Basic authentication", 3). */
export const changesOfAppsAndUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/a-suspension-makes-no-old-key-expire',
    title: 'A key from before 7 August 2026 is served more than a month after a suspension of its owner',
    proves: ['EXP-24'],
    needs: ['user.create', 'user.suspend', 'user.unsuspend', 'apiKey.create', 'passing-time'],
    maxSeconds: 33 * day,
    async gather(scene) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      const key = await aKeyDated(scene, Math.min(surelyBefore, (await tenantsNow(scene)) - 60) - 40 * day);
      const { userId } = key.user;
      await scene.operate('user.suspend', { userId });
      await scene.elapse(60);
      await scene.operate('user.unsuspend', { userId });
      const back = await scene.settle(() => callWith(scene, path, key), accepted);
      await scene.elapse(32 * day);
      const later = await scene.settle(() => callWith(scene, path, key), accepted);
      return { path, back, later, contrast: await withANewKey(scene, path) };
    },
    *judge({ path, back, later, contrast }) {
      if (!(yield* premise(accepted(back), `the key after the suspension ${answer(back)}`))) return;
      if (accepted(later)) return;
      if (!(yield* premise(accepted(contrast), `a key that was made then ${answer(contrast)} too`))) return;
      const subject = `GET ${path} with a key from before 7 August 2026, a month after a suspension of its owner`;
      yield finding('EXP-24', subject, answer(later), 'a page', later);
    },
  }),
];
