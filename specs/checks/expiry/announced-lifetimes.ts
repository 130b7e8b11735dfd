import type { Exchange } from '../../../core/exchange.ts';
import { jsonObject } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { accessTokenIn, requestToken } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { AgedProbe } from '../../expectations/age.ts';
import { dated, probeFrom } from '../../expectations/age.ts';
import type { LifetimeProbes, Reusable } from '../../expectations/lifetime.ts';
import { agreesWithLifetime, lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';
import type { PrepareGrants } from '../../expectations/refresh-lifetime.ts';
import { anew, presented, refreshLifetimeProbes } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import {
  accessLifetime,
  accessTokensOf,
  anAppThatMaySee,
  appTokens,
  codeGrants,
  one,
  refreshLifetime,
  renewedGrants,
} from './issuing.ts';
import { day } from '../../../core/spans.ts';

/** What a grant announces of one of its tokens, and how long that token was found to last. */
interface Announced {
  readonly subject: string;
  readonly member: 'expires_in' | 'refresh_token_expires_in';
  /** In seconds; not a number where none was announced. */
  readonly seconds: number;
  /** Probes around the announced end, where it comes soon enough to be waited for. */
  readonly probes?: LifetimeProbes;
  /** A probe before an announced end that is too far away to be waited for. */
  readonly early?: { readonly aged: AgedProbe; readonly contrast: Exchange };
}

/** How much longer than specified an announced life may be that is waited for, in seconds. */
const patience = 8;

function announcedIn(answer: Exchange, member: Announced['member']): number {
  const value = jsonObject(answer)?.[member];
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
}

async function ofAccessTokens<T>(
  scene: Scene,
  subject: string,
  sample: Exchange,
  tokens: Reusable<T>,
): Promise<Announced> {
  const found = { subject, member: 'expires_in', seconds: announcedIn(sample, 'expires_in') } as const;
  if (!(found.seconds > 0)) return found;
  if (found.seconds <= accessLifetime + patience) {
    return { ...found, probes: await lifetimeProbes(scene, { ...tokens, lifetime: found.seconds }) };
  }
  const [issue = tokens.issue] = (await tokens.prepare?.(1)) ?? [];
  const token = await dated(scene, issue);
  const aged = await probeFrom(scene, token.moment, accessLifetime + 1, () => tokens.call(token.outcome));
  const contrast = await scene.settle(async () => tokens.call(await tokens.issue()), tokens.accepts);
  return { ...found, early: { aged, contrast } };
}

async function ofRefreshTokens(
  scene: Scene,
  subject: string,
  sample: Exchange,
  prepare: PrepareGrants,
): Promise<Announced> {
  const member = 'refresh_token_expires_in';
  const found = { subject, member, seconds: announcedIn(sample, member) } as const;
  if (!(found.seconds > 0)) return found;
  if (found.seconds <= refreshLifetime + patience) {
    return { ...found, probes: await refreshLifetimeProbes(scene, found.seconds, prepare) };
  }
  const [issue] = await prepare(1);
  if (issue === undefined) return found;
  const grant = await dated(scene, issue);
  const aged = await probeFrom(scene, grant.moment, refreshLifetime + 1, () => presented(scene, grant.outcome));
  const contrast = await anew(scene, prepare);
  return contrast === undefined ? found : { ...found, early: { aged, contrast } };
}

function* holdsWhatIsAnnounced(
  { subject, member, seconds, probes, early }: Announced,
  accepts: (exchange: Exchange) => boolean,
): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(seconds > 0, `${subject} announced no ${member}`))) return;
  const told = `${subject}, with ${member} ${seconds},`;
  if (probes !== undefined) yield* respectsLifetime(probes, accepts, 'EXP-20', told);
  if (early === undefined) return;
  if (accepts(early.aged.exchange)) {
    yield {
      kind: 'premise',
      text: `${subject} announced ${member} ${seconds}, which is longer than can be waited for`,
    };
  } else if (yield* premise(accepts(early.contrast), 'a new credential was not accepted then either')) {
    yield* agreesWithLifetime(early, seconds, accepts, 'EXP-20', told);
  }
}

function callAt(scene: Scene, path: string): (grant: Grant) => Promise<Exchange> {
  return ({ authorization }) => scene.call(path, { authorization });
}

/** What is announced agrees with what is enforced ("Access token response"; "Limits"). */
export const announcedLifetimesChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/app-tokens-last-as-long-as-announced',
    title: 'An app access token lasts as long as expires_in says',
    proves: ['EXP-20'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      const app = await anAppThatMaySee(scene);
      const ask = (): Promise<Exchange> => requestToken(scene, app);
      const sample = await scene.settle(ask, (request) => accessTokenIn(request) !== undefined);
      const had = accessTokenIn(sample) !== undefined;
      return { had, found: await ofAccessTokens(scene, 'an app access token', sample, appTokens(scene, path)) };
    },
    *judge({ had, found }) {
      if (yield* premise(had, 'an access token could not be had')) yield* holdsWhatIsAnnounced(found, accepted);
    },
  }),

  check({
    id: 'expiry/delegated-access-tokens-last-as-long-as-announced',
    title: 'The access token of a code exchange and that of a refresh last as long as expires_in says',
    proves: ['EXP-20'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      return scene.together([
        async (part) => {
          const prepare = codeGrants(part, { withAccess: true });
          const { answered } = await one(prepare);
          const tokens = accessTokensOf(prepare, callAt(part, path));
          return ofAccessTokens(part, 'an access token of a code exchange', answered, tokens);
        },
        async (part) => {
          const prepare = renewedGrants(part, [0], { withAccess: true });
          const { answered } = await one(prepare);
          const tokens = accessTokensOf(prepare, callAt(part, path));
          return ofAccessTokens(part, 'an access token of a refresh', answered, tokens);
        },
        async (part) => {
          const prepare = renewedGrants(part, [0, 0, 0], { withAccess: true });
          const { answered } = await one(prepare);
          const tokens = accessTokensOf(prepare, callAt(part, path));
          return ofAccessTokens(part, 'an access token of a third refresh', answered, tokens);
        },
      ]);
    },
    *judge(grants) {
      for (const found of grants) yield* holdsWhatIsAnnounced(found, accepted);
    },
  }),

  check({
    id: 'expiry/refresh-tokens-last-as-long-as-announced',
    title: 'Refresh tokens last as long as refresh_token_expires_in says',
    proves: ['EXP-20'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 32 * day,
    gather: (scene) =>
      scene.together([
        async (part) => {
          const prepare = codeGrants(part);
          const { answered } = await one(prepare);
          return ofRefreshTokens(part, 'a refresh token of a code exchange', answered, prepare);
        },
        async (part) => {
          const prepare = renewedGrants(part, [1000]);
          const { answered } = await one(prepare);
          return ofRefreshTokens(part, 'a refresh token of a refresh', answered, prepare);
        },
        async (part) => {
          const prepare = renewedGrants(part, [0, 500, 1000]);
          const { answered } = await one(prepare);
          return ofRefreshTokens(part, 'a refresh token of a third refresh', answered, prepare);
        },
      ]),
    *judge(grants) {
      for (const found of grants) yield* holdsWhatIsAnnounced(found, handsOutTokens);
    },
  }),
];
