import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import { aLaboratory, aUser, grant } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { filteredCall } from '../../expectations/following-call.ts';
import type { Written } from '../../expectations/standing.ts';
import { aWriting, isRevoked, writtenStill } from '../../expectations/standing.ts';
import { accessLifetime, anAppThatMaySee, issuedTo } from './issuing.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const beyond = accessLifetime + 5;
/** More than a tenant would count on its fingers. */
const users = 8;

/** The next of the instants that a rule gives for each year, with half an hour to spare. */
const nextOf =
  (instantIn: (year: number) => number) =>
  (now: number): number => {
    const year = new Date(now * 1000).getUTCFullYear();
    const [soon, late] = [instantIn(year) / 1000, instantIn(year + 1) / 1000];
    return soon - now > 1800 ? soon : late;
  };

/** The Sunday of this rank in a month, the last one for 0, at an hour in UTC. */
function sundayOf(year: number, month: number, rank: number, hour: number): number {
  const start = new Date(Date.UTC(year, rank === 0 ? month + 1 : month, 1, hour));
  const toSunday = rank === 0 ? -(start.getUTCDay() || 7) : ((7 - start.getUTCDay()) % 7) + (rank - 1) * 7;
  return start.getTime() + toSunday * day * 1000;
}

/** When clocks on walls show a time twice, or begin anew. */
const turns = [
  { name: 'the end of summer time in Europe', next: nextOf((year) => sundayOf(year, 9, 0, 1)) },
  { name: 'the end of summer time in New York', next: nextOf((year) => sundayOf(year, 10, 1, 6)) },
  { name: 'the end of a year', next: nextOf((year) => Date.UTC(year + 1, 0, 1)) },
] as const;

/** Seconds before it at which a token is issued, so that it ends on the one side of it or on the other. */
const leads = [600, 1200] as const;

/** What is asked with a credential in other ways than by a plain call of a listing, before and after something. */
export interface OtherCalls {
  readonly listed: (as?: string) => Promise<Exchange[]>;
  readonly written: (as?: string) => Promise<Written | undefined>;
}

/** Those of the calls that are served now. */
export async function otherCalls(
  scene: Scene,
  authorization: string,
  actor: App | User,
  project: Project,
): Promise<OtherCalls> {
  const calls: ((as?: string) => Promise<Exchange>)[] = [];
  const filtered = await filteredCall(scene, authorization, project);
  if (filtered !== undefined) calls.push((as) => filtered.again(as));
  for (const [index, { path }] of scene.versionedListings.entries()) {
    const query = { sort: `modifiedAt:${index % 2 === 0 ? 'desc' : 'asc'}`, ...(index > 1 ? { pageSize: '1' } : {}) };
    const call = (as = authorization): Promise<Exchange> => scene.call(path, { authorization: as, query });
    if (accepted(await scene.settle(() => call(), accepted))) calls.push(call);
  }
  const writing = await aWriting(scene, authorization, actor);
  return {
    listed: async (as) => {
      const all: Exchange[] = [];
      for (const call of calls) all.push(await call(as));
      return all;
    },
    written: (as) => writtenStill(writing, as),
  };
}

/** What has expired, asked for what is sorted, filtered or written ("States and transitions"; "Limits"). */
export const callsAfterExpiryChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/tokens-of-many-users-last',
    title: "The access tokens of an app's first users are accepted after many more have authorized it",
    proves: ['EXP-35'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'access'],
    async gather(scene) {
      const [project, app] = [await aLaboratory(scene, 2), await aClient(scene)];
      const grants: Grant[] = [];
      for (let count = 0; count < users; count++) {
        const user = await aUser(scene);
        await grant(scene, project, user);
        grants.push(await aGrant(scene, app, user));
      }
      const [first, ...others] = grants;
      const last = others.at(-1);
      if (first === undefined || last === undefined) return null;
      const path = (await listingsOpenTo(scene, last.authorization))[0]?.path;
      if (path === undefined) return null;
      const call = ({ authorization }: Grant): Promise<Exchange> => scene.call(path, { authorization });
      const probe = await scene.settle(() => call(first), accepted);
      const anew = accepted(probe) ? undefined : await aGrant(scene, app, first.user);
      return { path, probe, control: anew === undefined ? probe : await scene.settle(() => call(anew), accepted) };
    },
    *judge(seen) {
      if (!(yield* premise(seen !== null, 'no listing serves such a token')) || seen === null) return;
      const { path, probe, control } = seen;
      if (accepted(probe)) return;
      if (!(yield* premise(accepted(control), `a new token of the same user ${answer(control)} too`))) return;
      const subject = `GET ${path} with a live delegated token, when ${users - 1} more users have authorized the app,`;
      // how many tokens an app has at one time is open (FRE-51)
      yield finding('EXP-35', subject, answer(probe), 'a page', probe);
    },
  }),

  check({
    id: 'expiry/tokens-end-by-no-clock-on-the-wall',
    title: 'An access token lasts 900 seconds when clocks are put back and when a year ends',
    proves: ['EXP-01', 'EXP-02'],
    needs: ['app.create', 'passing-time', 'clock.now'],
    cases: objectOf({ turn: fc.constantFrom(...turns), before: fc.constantFrom(...leads) }),
    maxCases: turns.length * leads.length,
    maxSeconds: 368 * day,
    describe: ({ turn: { name }, before }) => inWords`${before} s before ${name}`,
    async gather(scene, { turn: { next }, before }) {
      const path = (await scene.usualListing(0)).path;
      const [app, other] = [await anAppThatMaySee(scene), await anAppThatMaySee(scene)];
      const usual = await issuedTo(scene, other);
      const served = await scene.settle(() => scene.call(path, { authorization: usual.authorization }), accepted);
      const now = await scene.clock();
      await scene.elapse(next(now) - before - now, { late: 0 });
      const begun = await scene.clock();
      const { authorization } = await issuedTo(scene, app);
      const call = (as: string): Promise<Exchange> => scene.call(path, { authorization: as });
      const first = await scene.settle(() => call(authorization), accepted);
      await scene.elapse(660);
      const [early, age] = [await call(authorization), (await scene.clock()) - begun];
      // when it is over by the one clock and by the other
      await scene.elapse(Math.max(beyond, before + 5) - 660);
      const late = await call(authorization);
      const anew = await issuedTo(scene, other);
      const control = await scene.settle(() => call(anew.authorization), accepted);
      return { path, served, first, early, age, late, control };
    },
    *judge({ path, served, first, early, age, late, control }, { turn: { name }, before }) {
      if (!accepted(first)) {
        if (!(yield* premise(accepted(served), `a token of another time ${answer(served)} too`))) return;
        yield finding(
          'EXP-01',
          `GET ${path} with a new token ${before} s before ${name}`,
          answer(first),
          'a page',
          first,
        );
        return;
      }
      yield* isRevoked([late], 'EXP-02', `with an access token of ${before} s before ${name} that is over`);
      // others may have moved the clock, too
      if (age > accessLifetime - 2) return;
      if (accepted(early)) return yield held('EXP-01');
      if (!(yield* premise(accepted(control), `a token of another app ${answer(control)} too`))) return;
      const subject = `GET ${path} with an access token of 660 s from ${before} s before ${name}`;
      yield finding('EXP-01', subject, answer(early), 'a page', early);
    },
  }),

  check({
    id: 'expiry/creating-does-not-prolong-a-token',
    title: 'A call that creates a record does not prolong the access token with which it is made',
    proves: ['EXP-06'],
    needs: ['app.create', 'access', 'passing-time', 'write-probe'],
    maxSeconds: beyond,
    async gather(scene) {
      const path = (await scene.usualListing(0)).path;
      const [app, idle] = [await anAppThatMaySee(scene), await anAppThatMaySee(scene)];
      const [used, unused] = [await issuedTo(scene, app), await issuedTo(scene, idle)];
      const writing = await aWriting(scene, used.authorization, app);
      if (writing === undefined) throw new NothingToJudge('the write probe creates nothing for an app');
      await scene.elapse(600);
      await writing.again();
      await scene.elapse(beyond - 600);
      const call = ({ authorization }: { readonly authorization: string }) => scene.call(path, { authorization });
      return { probe: await call(used), control: await call(unused) };
    },
    *judge(seen) {
      const { probe, control } = seen;
      const over = !accepted(control);
      if (!(yield* premise(over, `a token that created nothing ${answer(control)} after 905 s, too`))) return;
      yield* isRevoked([probe], 'EXP-06', 'with an access token of 905 s that created a record meanwhile');
    },
  }),
];
