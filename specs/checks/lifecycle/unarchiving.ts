import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  aLaboratory,
  anAccessToken,
  grant as addTo,
  requestToken,
  settledTokenRequest,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsAll, yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import type { TokenUse } from '../../expectations/standing.ts';
import { callEach, callsWhenServed, isAccepted, mustBeServed, isRevoked, useOf } from '../../expectations/standing.ts';
import { anAppInside, archive, archivingNeeds, aStage, pathAt, unarchive } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

const needs = [...archivingNeeds, 'app.unarchive'] as const;

/** What comes back when an app is unarchived ("States and transitions", App). */
export const unarchivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unarchiving-restores-access',
    title: 'An app that was unarchived obtains a token with its secret from before and lists its former records',
    proves: ['LIF-26', 'LIF-27'],
    needs,
    cases: objectOf({ projects: fc.integer({ min: 1, max: 2 }), triedMeanwhile: fc.nat(3) }),
    maxCases: 4,
    describe: ({ projects, triedMeanwhile }) =>
      inWords`${projects} projects, ${triedMeanwhile} attempts while archived`,
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, { projects, triedMeanwhile }, stage) {
      const app = await anAppInside(scene, stage);
      const own: CreatedRecord[] = [...(stage.laboratory?.records ?? [])];
      for (let count = 1; count < projects && stage.laboratory !== undefined; count++) {
        const further = await aLaboratory(scene);
        await addTo(scene, further, app);
        own.push(...further.records);
      }
      const early = bearer(await anAccessToken(scene, app));
      const listings = (await scene.listings()).filter(({ path }) => stage.forApps.includes(path));
      const look = async (authorization: string): Promise<View[]> => {
        const views: View[] = [];
        for (const listing of listings) {
          const records = own.filter((record) => record.kind === listing.kind);
          const view = (): Promise<View> => scene.view(listing, authorization);
          views.push(await scene.settle(view, (seen) => records.every((record) => shows(seen, record))));
        }
        return views;
      };
      const before = await look(early);
      await archive(scene, app);
      for (let count = 0; count < triedMeanwhile; count++)
        await requestToken(scene, app, undefined, { note: 'the app is archived' });
      await unarchive(scene, app);
      const { outcome: asked, ms } = await delayed(scene, () => settledTokenRequest(scene, app));
      let token = accessTokenIn(asked);
      let anew: Exchange | undefined;
      if (token === undefined && scene.supports('app.rotateSecret')) {
        // with a secret of its own making it is the access that is tried, and no longer the secret
        anew = await settledTokenRequest(scene, await withNewSecret(scene, app));
        token = accessTokenIn(anew);
      }
      const old = await scene.call(pathAt(stage.forApps, 0), { authorization: early });
      const after = token === undefined ? undefined : await look(bearer(token));
      return {
        before,
        asked,
        ms,
        own,
        old,
        ...(anew === undefined ? {} : { anew }),
        ...(after === undefined ? {} : { after }),
      };
    },
    *judge({ before, asked, ms, anew, own, old, after }) {
      yield* yieldsToken(
        asked,
        'LIF-27',
        'client_credentials with the secret from before archiving, after unarchiving,',
      );
      if (anew !== undefined) {
        yield* yieldsToken(anew, 'LIF-26', 'client_credentials of an app that was unarchived, with a new secret,');
      }
      for (const [index, view] of (after ?? []).entries()) {
        const earlier = before[index];
        if (earlier === undefined || earlier.end === 'refused') continue;
        const records = own.filter((record) => record.kind === view.kind && shows(earlier, record));
        const subject = `GET ${view.path} by an app that was unarchived`;
        const [first] = view.pages;
        if (view.end === 'refused' && view.pages.length === 1 && first !== undefined) {
          yield finding('LIF-26', subject, answer(first), 'a page', first);
        } else yield* showsAll(view, records, 'LIF-26', subject);
      }
      if (accessTokenIn(asked) !== undefined) yield seenWithin('FRE-15', 'an unarchiving', ms);
      const resumed = accepted(old) ? 'works again' : 'stays refused';
      yield observation('FRE-120', `a token from before archiving ${resumed} after it`, old);
    },
  }),

  check({
    id: 'lifecycle/an-apps-access-follows-its-state',
    title: 'However often an app is archived and unarchived, it has access when it is active and only then',
    proves: ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27', 'LIF-28'],
    needs,
    cases: objectOf({
      acts: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.array(fc.constantFrom<Act>('archive', 'unarchive'), { minLength: 2, maxLength: 9 }),
        },
        // the one after the other, more often than would be counted
        {
          weight: 1,
          arbitrary: fc
            .integer({ min: 5, max: 12 })
            .map((cycles): Act[] => Array.from({ length: cycles }, () => there).flat()),
        },
      ),
      listing: fc.nat(4),
    }),
    maxCases: 40,
    describe: ({ acts }) => acts.join(', '),
    arrange: async (scene) => {
      const stage = await aStage(scene, 'app');
      return { stage, bystander: bearer(await anAccessToken(scene, await anAppInside(scene, stage))) };
    },
    async gather(scene, { acts, listing }, { stage, bystander }) {
      const path = pathAt(stage.forApps, listing);
      const app = await anAppInside(scene, stage);
      const tokens = [await anAccessToken(scene, app)];
      await mustBeServed(scene, bearer(tokens[0] ?? ''), path, "the app's token");
      const seen: Step[] = [];
      let [active, turn] = [true, 0];
      for (const act of acts) {
        if ((act === 'unarchive') !== active) turn++;
        active = act === 'unarchive';
        await (active ? unarchive(scene, app) : archive(scene, app));
        const control = await scene.call(path, { authorization: bystander });
        if (active) {
          const asked = await settledTokenRequest(scene, app);
          const token = accessTokenIn(asked);
          if (token !== undefined) tokens.push(token);
          const calls = token === undefined ? [] : await callsWhenServed(scene, bearer(token), [path]);
          seen.push({ active, turn, control, asked, calls });
          if (token === undefined || !calls.every(accepted)) break;
        } else {
          const calls: Exchange[] = [];
          for (const token of [tokens.at(-1), tokens[0]]) {
            calls.push(...(await callEach(scene, bearer(token ?? ''), [path])));
          }
          const use = await useOf(scene, app, await requestToken(scene, app), [path], 'at once');
          seen.push({ active, turn, control, calls, use });
          if ([...calls, ...use.calls].some(accepted)) break;
        }
      }
      return seen;
    },
    *judge(seen) {
      for (const { active, turn, control, asked, calls, use } of seen) {
        const first = turn <= (active ? 2 : 1);
        const times = first ? '' : ` for the ${Math.ceil(turn / 2)}. time`;
        if (active) {
          if (!(yield* premise(accepted(control), `the token of another app ${answer(control)} too`))) return;
          const subject = `an app that was unarchived${times}`;
          if (asked !== undefined)
            yield* yieldsToken(asked, first ? 'LIF-27' : 'LIF-28', `client_credentials of ${subject}`);
          yield* isAccepted(calls, first ? 'LIF-26' : 'LIF-28', `with the token of ${subject}`);
        } else {
          yield* isRevoked(
            calls,
            first ? 'LIF-21' : 'LIF-28',
            `with an access token of an app that was archived${times}`,
          );
          const subject = `client_credentials of an app that was archived${times}`;
          if (use !== undefined) {
            // whether it is refused at once, or what it brings is good for nothing
            if (use.calls.length === 0) yield held(first ? 'LIF-22' : 'LIF-28');
            for (const call of use.calls) {
              yield demand(
                !accepted(call),
                first ? 'LIF-22' : 'LIF-28',
                subject,
                'brought a token that is served',
                'none that is',
                call,
              );
            }
          }
          if (!(yield* premise(accepted(control), `the token of another app ${answer(control)} too`))) return;
        }
      }
    },
  }),
];

type Act = 'archive' | 'unarchive';

const there: readonly Act[] = ['archive', 'unarchive'];

interface Step {
  readonly active: boolean;
  readonly turn: number;
  readonly control: Exchange;
  readonly calls: readonly Exchange[];
  readonly asked?: Exchange;
  readonly use?: TokenUse;
}
