import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding } from '../../../core/judgement.ts';
import { aLaboratoryFor, aUser, someOfEachKind } from '../../../drivers/world/actors.ts';
import { aClient, aCode, aGrant, exchangeCode, grantIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { dated, probeFrom, waitForAge } from '../../expectations/age.ts';
import { secondPage } from '../../expectations/following-call.ts';
import { presented } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { aWriting } from '../../expectations/standing.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { one, codeGrants, refreshLifetime } from './issuing.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** What else goes on does not prolong a refresh token ("States and transitions"; "Limits"). */
export const separateGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/refreshing-one-authorization-prolongs-no-other',
    title: 'A refresh token expires though another authorization of the same user and app is refreshed',
    proves: ['EXP-18'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({
      on: fc.array(fc.integer({ min: 1, max: 29 }), { minLength: 1, maxLength: 3 }),
      older: fc.boolean(),
    }),
    maxCases: 6,
    maxSeconds: 31 * day,
    describe: ({ on, older }) => `the ${older ? 'older' : 'younger'} of two refreshed on day ${days(on).join(', ')}`,
    async gather(scene, { on, older }) {
      const lone = await one(codeGrants(scene));
      const sole = await presented(scene, await one(codeGrants(scene)));
      // the token that is left may have come of the exchange of a code, or of a refresh
      const cases = await scene.together(
        [false, true].map((renewed) => (part: Scene) => twoAuthorizations(part, days(on), { older, renewed })),
      );
      return { cases, sole, lone: await presented(scene, lone) };
    },
    *judge({ cases, sole, lone }) {
      for (const { refreshes, probe } of cases) {
        if (!refreshes.some(handsOutTokens)) {
          // of several authorizations one alone may be left (FRE-84): then there is none to prolong another
          yield* premise(handsOutTokens(sole), 'neither of two authorizations could be refreshed, nor an only one');
          continue;
        }
        const subject = 'a refresh token after 30 days, while another authorization was refreshed,';
        yield* expiresAllTheSame(probe, lone, 'EXP-18', subject);
      }
    },
  }),

  check({
    id: 'expiry/calls-prolong-no-refresh-token',
    title: 'A refresh token expires after 30 days though its access token is used for calls',
    proves: ['EXP-19'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 31 * day,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const laboratory = await aLaboratoryFor(scene, user);
      // a second record of each kind, so that there are following pages
      if (laboratory !== undefined) await someOfEachKind(scene, laboratory);
      const listings = await scene.listings();
      const lone = await one(codeGrants(scene));
      const called = await dated(scene, () => aGrant(scene, app, user));
      const able = scene.supports('project.create') && scene.supports('project.grant');
      const writing = able ? await aWriting(scene, called.outcome.authorization, user) : undefined;
      for (const age of [0, 60, 450, 800, 890, 905]) {
        if (age > 0) await waitForAge(scene, called.moment, age);
        const { authorization } = called.outcome;
        for (const { path } of listings) await secondPage(scene, path, authorization);
        await writing?.again();
      }
      const probe = await probeFrom(scene, called.moment, refreshLifetime + 1, () => presented(scene, called.outcome));
      return { probe: probe.exchange, lone: await presented(scene, lone) };
    },
    *judge({ probe, lone }) {
      const subject = 'a refresh token after 30 days, though its access token had been used,';
      yield* expiresAllTheSame(probe, lone, 'EXP-19', subject);
    },
  }),
];

function days(on: readonly number[]): number[] {
  return [...new Set(on)].sort((a, b) => a - b);
}

/** A refresh token obtains nothing; where one that was left alone did not expire either, it is a matter of that. */
function* expiresAllTheSame(
  probe: Exchange,
  lone: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (!handsOutTokens(probe)) return;
  if (!(yield* premise(!handsOutTokens(lone), 'a refresh token that was left alone did not expire either'))) return;
  yield finding(requirement, subject, `${answer(probe)} and a token`, 'no token', probe);
}

/** Refreshes one of two authorizations of a user and an app on some days, and then presents what is left of the other. */
async function twoAuthorizations(
  scene: Scene,
  on: readonly number[],
  { older, renewed }: { readonly older: boolean; readonly renewed: boolean },
): Promise<{ readonly refreshes: readonly Exchange[]; readonly probe: Exchange }> {
  const [app, user] = [await aClient(scene), await aUser(scene)];
  const codeOf = () => aCode(scene, { app, user });
  const issue = async (code: string) =>
    grantIn(app, user, await exchangeCode(scene, app, code), 'the exchange of a fresh code');
  const earlier = await dated(scene, async () => issue(await codeOf()));
  const later = await dated(scene, async () => issue(await codeOf()));
  const refreshed = older ? earlier : later;
  let left = older ? later : earlier;
  if (renewed) {
    const again = await dated(scene, () => presented(scene, left.outcome));
    // whether an authorization outlives a second one is a matter of its own
    if (!handsOutTokens(again.outcome)) return { refreshes: [], probe: again.outcome };
    left = { ...again, outcome: grantIn(app, user, again.outcome, 'a refresh') };
  }
  let grant = refreshed.outcome;
  const refreshes: Exchange[] = [];
  for (const date of on) {
    await waitForAge(scene, refreshed.moment, date * day);
    const answered = await presented(scene, grant);
    refreshes.push(answered);
    if (!handsOutTokens(answered)) break;
    grant = grantIn(app, user, answered, 'a refresh');
  }
  const probe = await probeFrom(scene, left.moment, refreshLifetime + 1, () => presented(scene, left.outcome));
  return { refreshes, probe: probe.exchange };
}
