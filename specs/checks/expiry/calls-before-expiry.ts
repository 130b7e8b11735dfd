import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { NothingToJudge, Unsupported } from '../../../core/trouble.ts';
import type { Laboratory, User } from '../../../drivers/world/actors.ts';
import { aLaboratory, aKey, anAccessToken } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated } from '../../expectations/age.ts';
import { secondPage } from '../../expectations/following-call.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import type { Written } from '../../expectations/standing.ts';
import { stillWrites } from '../../expectations/standing.ts';
import { anAppInside, anInsider } from '../lifecycle/stage.ts';
import { aKeyDated, surelyBefore, surelyGood, surelyOver, tenantsNow, untilKeysExpire } from './dated-keys.ts';
import { accessLifetime } from './issuing.ts';
import { otherCalls } from './calls-after-expiry.ts';
import { day } from '../../../core/spans.ts';

const requirements = {
  'an app access token': 'EXP-01',
  'a delegated access token': 'EXP-04',
  'a key from before 7 August 2026': 'EXP-24',
  'a key': 'EXP-21',
} as const;

type Kind = keyof typeof requirements;
const kinds = Object.keys(requirements) as readonly Kind[];
/** Seconds after which it is tried, shortly before its end where it has one. */
const ages = {
  'an app access token': 700,
  'a delegated access token': 700,
  'a key from before 7 August 2026': 31 * day,
  'a key': surelyGood - day,
} as const satisfies Record<Kind, number>;

/** The age, in seconds, at which it need not be served any more. */
const ends = {
  'an app access token': accessLifetime - 2,
  'a delegated access token': accessLifetime - 2,
  'a key from before 7 August 2026': Infinity,
  'a key': surelyGood,
} as const satisfies Record<Kind, number>;

/** What is done with a live credential late in its life. Plain data. */
interface Late {
  readonly listed: readonly Exchange[];
  readonly written: Written | undefined;
  readonly following: Exchange | undefined;
}

/** The credential, beside which one that is made anew serves as a control. */
async function credentials(
  scene: Scene,
  kind: Kind,
  project: Laboratory,
): Promise<{ readonly actor: Parameters<typeof otherCalls>[2]; readonly anew: () => Promise<string> }> {
  if (kind === 'an app access token') {
    const app = await anAppInside(scene, { laboratory: project });
    return { actor: app, anew: async () => bearer(await anAccessToken(scene, app)) };
  }
  const user = await anInsider(scene, { laboratory: project });
  if (kind !== 'a delegated access token') return { actor: user, anew: async () => basic(await aKey(scene, user)) };
  const app = await aClient(scene);
  return { actor: user, anew: async () => (await aGrant(scene, app, user)).authorization };
}

/** What has not expired yet, asked for what is sorted, filtered, paged or written ("Limits"). */
export const callsBeforeExpiryChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/what-has-not-expired-serves-whatever-call',
    title: 'A credential late in its life gets sorted, filtered and following pages, and creates',
    proves: ['EXP-01', 'EXP-04', 'EXP-21', 'EXP-24', 'EXP-26'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize', 'access', 'passing-time'],
    cases: fc.constantFrom(...kinds),
    maxCases: kinds.length,
    maxSeconds: surelyOver + day,
    describe: (kind) => inWords`${kind} ${ages[kind]} s later`,
    async gather(scene, kind) {
      const project = await aLaboratory(scene, 2);
      if (kind === 'a key') await untilKeysExpire(scene);
      const { actor, anew } = await credentials(scene, kind, project);
      const { outcome: first, moment } = await dated(scene, anew);
      const others = await otherCalls(scene, first, actor, project);
      const path = (await listingsOpenTo(scene, first))[0]?.path;
      if (path === undefined) throw new NothingToJudge('no listing serves it');
      const unused =
        kind === 'a key' ? basic(await aKey(scene, await anInsider(scene, { laboratory: project }))) : undefined;
      let authorization = first;
      if (kind === 'a key from before 7 August 2026' && 'userId' in actor) {
        const old = await anOldKey(scene, actor);
        if (old === undefined) throw new NothingToJudge('the control dates no keys back');
        authorization = old;
      }
      const plain = await scene.settle(() => scene.call(path, { authorization }), accepted);
      await scene.elapse(ages[kind]);
      const lateWith = async (as: string): Promise<Late> => ({
        listed: await others.listed(as),
        following: await secondPageOf(scene, path, as),
        written: await others.written(as),
      });
      const { outcome: late, moment: tried } = await dated(scene, () => lateWith(authorization));
      const age = tried.before - moment.after;
      // where it is a key, a new one of the same user might end it (FRE-93), which is of no consequence by now
      const control = allServed(late) ? late : await scene.settle(async () => lateWith(await anew()), allServed);
      if (unused === undefined) return { path, plain, late, age, control };
      await scene.elapse(surelyOver - ages[kind]);
      const [used, idle] = [
        await scene.call(path, { authorization }),
        await scene.call(path, { authorization: unused }),
      ];
      return { path, plain, late, age, control, over: { used, idle } };
    },
    *judge(seen, kind) {
      const { path, plain, late, age, control, over } = seen;
      if (!(yield* premise(accepted(plain), `GET ${path} with ${kind} ${answer(plain)} at first`))) return;
      if (!(yield* premise(allServed(control), 'what is new is not served in each of the calls either'))) return;
      // others may have moved the clock, too
      if (!(yield* premise(age < ends[kind], `${kind} was too old when it was tried`))) return;
      const requirement = requirements[kind];
      const when = `with ${kind} of ${ages[kind]} s`;
      for (const one of read(late)) {
        const subject = `GET ${new URL(one.request.url).pathname} in an order, by a filter or for a second page, ${when}`;
        yield demand(accepted(one), requirement, subject, answer(one), 'a page', one);
      }
      yield* stillWrites(late.written, requirement, `the write probe ${when}`);
      if (over === undefined) return;
      if (!accepted(over.used)) return yield held('EXP-26');
      if (!(yield* premise(!accepted(over.idle), 'a key that was never used did not expire either'))) return;
      const subject = `GET ${path} with a key of 31 days that was used in every form of call before`;
      yield finding('EXP-26', subject, answer(over.used), 'a refusal', over.used);
    },
  }),
];

/** A key from before keys began to expire; undefined where the control makes none of another date. */
async function anOldKey(scene: Scene, user: User): Promise<string | undefined> {
  const createdAt = Math.min(surelyBefore, (await tenantsNow(scene)) - 60);
  try {
    return basic((await aKeyDated(scene, createdAt, user)).apiKey);
  } catch (reason) {
    if (reason instanceof Unsupported) return undefined;
    throw reason;
  }
}

/** The second page of a listing: what others add meanwhile may end its page token (FRE-144), so that it is begun anew. */
async function secondPageOf(
  scene: Scene,
  path: string,
  authorization: string,
  tries = 4,
): Promise<Exchange | undefined> {
  const { second } = await secondPage(scene, path, authorization);
  if (second === undefined || accepted(second) || tries <= 1) return second;
  return secondPageOf(scene, path, authorization, tries - 1);
}

function read({ listed, following }: Late): readonly Exchange[] {
  return following === undefined ? listed : [...listed, following];
}

function allServed(late: Late): boolean {
  return read(late).every(accepted) && late.written?.created !== false;
}
