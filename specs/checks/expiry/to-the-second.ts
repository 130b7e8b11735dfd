import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { jsonObject } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { held } from '../../../core/judgement.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { LifetimeProbes, Reusable } from '../../expectations/lifetime.ts';
import { agreesWithLifetime, lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';
import type { PrepareGrants } from '../../expectations/refresh-lifetime.ts';
import { presented, refreshLifetimeProbes } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { legacyTokenPath } from '../../../drivers/world/actors.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { lifetimes } from '../../model/vocabulary.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import type { Issued } from './issuing.ts';
import { accessTokensOf, appTokens, codeGrants, one, renewedGrants } from './issuing.ts';

/**
 * A kind of token: its lifetime, the requirements that the lifetime belongs to, and how a token is issued and tried.
 */
interface Kind {
  readonly lifetime: number;
  readonly member: 'expires_in' | 'refresh_token_expires_in';
  readonly requirement: { readonly early: RequirementId; readonly late: RequirementId };
  readonly accepts: (exchange: Exchange) => boolean;
  /** Issues a token now: returns the answer that announces its lifetime, and a function that tries the token. */
  readonly issue: (scene: Scene) => Promise<{ readonly answered: Exchange; readonly tried: () => Promise<Exchange> }>;
  readonly probes: (scene: Scene, lifetime: number) => Promise<LifetimeProbes>;
}

/** The results for one kind of token. Plain data. */
interface Found {
  /** The announced lifetime in seconds: NaN if it is not readable, undefined if the member is absent (TOK-36). */
  readonly announced?: number;
  readonly probes: LifetimeProbes;
  /** Probes around the announced end, if it differs from the specified one and comes soon enough to wait for. */
  readonly others?: LifetimeProbes;
  /** The use of a new token after the other ones had ended. */
  readonly anew: Exchange;
}

/** Seconds by which an announced lifetime may exceed the specified one if the suite is to wait for its end. */
const patience = 8;

function ofAccess(requirement: Kind['requirement'], tokensOf: (scene: Scene, path: string) => Reusable<Issued>): Kind {
  const tokens = async (scene: Scene): Promise<Reusable<Issued>> => tokensOf(scene, (await scene.usualListing(1)).path);
  return {
    lifetime: lifetimes.accessToken,
    member: 'expires_in',
    requirement,
    accepts: accepted,
    async issue(scene) {
      const { prepare, issue, call } = await tokens(scene);
      const [ready = issue] = (await prepare?.(1)) ?? [];
      const token = await ready();
      return { answered: token.answered, tried: () => scene.settle(() => call(token), accepted) };
    },
    probes: async (scene, lifetime) => lifetimeProbes(scene, { ...(await tokens(scene)), lifetime }),
  };
}

function ofGrants(requirement: RequirementId, grantsOf: (scene: Scene) => PrepareGrants): Kind {
  return ofAccess({ early: requirement, late: requirement }, (scene, path) =>
    accessTokensOf(grantsOf(scene), ({ authorization }) => scene.call(path, { authorization })),
  );
}

function ofRefresh(requirement: Kind['requirement'], grantsOf: (scene: Scene) => PrepareGrants): Kind {
  return {
    lifetime: lifetimes.refreshToken,
    member: 'refresh_token_expires_in',
    requirement,
    accepts: handsOutTokens,
    async issue(scene) {
      const grant = await one(grantsOf(scene));
      return { answered: grant.answered, tried: () => presented(scene, grant) };
    },
    probes: (scene, lifetime) => refreshLifetimeProbes(scene, lifetime, grantsOf(scene)),
  };
}

async function find(scene: Scene, kind: Kind): Promise<Found> {
  const sample = await kind.issue(scene);
  const value = jsonObject(sample.answered)?.[kind.member] ?? undefined;
  const isStated = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const seconds = isStated ? Number(value) : Number.NaN;
  const probes = await kind.probes(scene, kind.lifetime);
  const isSoon = seconds > 0 && seconds <= kind.lifetime + patience;
  const others = isSoon && seconds !== kind.lifetime ? await kind.probes(scene, seconds) : undefined;
  const anew = await (await kind.issue(scene)).tried();
  const announced = value === undefined ? {} : { announced: seconds };
  return { ...announced, probes, anew, ...(others === undefined ? {} : { others }) };
}

function* agrees(
  { announced, probes, others, anew }: Found,
  { lifetime, member, requirement, accepts }: Kind,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  const judged = [...respectsLifetime(probes, accepts, requirement, subject)];
  yield* judged;
  if (announced === undefined) return;
  if (!(yield* premise(announced > 0, `${subject} announced no seconds as ${member}`))) return;
  const subjectWithMember = `${subject}, with ${member} ${announced},`;
  if (announced === lifetime) {
    // if both lifetimes agree, a token that ends at another time breaks the requirement on its lifetime, not EXP-20
    if (judged.every(({ kind }) => kind === 'held')) yield held('EXP-20');
    return;
  }
  if (others !== undefined) return yield* respectsLifetime(others, accepts, 'EXP-20', subjectWithMember);
  const [end] = probes.beyond;
  if (end === undefined || accepts(end.exchange)) {
    yield { kind: 'premise', text: `${subjectWithMember} may last longer than the suite can wait` };
  } else if (yield* premise(accepts(anew), 'a new credential was not accepted then either')) {
    yield* agreesWithLifetime({ aged: end, contrast: anew }, announced, accepts, 'EXP-20', subjectWithMember);
  }
}

/** Returns a check that looks at both sides of the end of each of the given kinds of token. */
function toTheSecond({
  kinds,
  ...definition
}: Pick<SuiteCheck, 'id' | 'title'> & {
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  readonly needs: SuiteCheck['needs'];
  readonly maxSeconds: number;
  readonly kinds: Readonly<Record<string, Kind>>;
}): SuiteCheck {
  return check({
    ...definition,
    cases: fc.constantFrom(...Object.keys(kinds)),
    maxCases: Object.keys(kinds).length,
    describe: (name) => name,
    gather: async (scene, name) => {
      const kind = kinds[name];
      return kind === undefined ? null : find(scene, kind);
    },
    *judge(found, name) {
      const kind = kinds[name];
      if (kind !== undefined && found !== null) yield* agrees(found, kind, name);
    },
  });
}

const withAccess = { withAccess: true } as const;
const ofCodes = { early: 'EXP-11', late: 'EXP-12' } as const;
const ofRefreshes = { early: 'EXP-13', late: 'EXP-14' } as const;

/**
 * Checks of lifetimes to the second, and of their agreement with the announced ones ("Access token response";
 * "Limits").
 */
export const toTheSecondChecks: readonly SuiteCheck[] = [
  toTheSecond({
    id: 'expiry/app-tokens-last-as-long-as-announced',
    title: 'An app access token lasts 900 seconds, and as long as expires_in says',
    proves: ['EXP-01', 'EXP-02', 'EXP-20'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 930,
    kinds: {
      'an app access token': ofAccess({ early: 'EXP-01', late: 'EXP-02' }, (scene, path) => appTokens(scene, path)),
      'an app access token that was asked for 5 s after another': ofAccess(
        { early: 'EXP-01', late: 'EXP-02' },
        (scene, path) => appTokens(scene, path, 5),
      ),
    },
  }),

  toTheSecond({
    id: 'expiry/delegated-access-tokens-last-as-long-as-announced',
    title: 'The access tokens of codes and refreshes last 900 seconds, and as long as expires_in says',
    proves: ['EXP-04', 'EXP-05', 'EXP-20'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    kinds: {
      'an access token of a code exchange': ofGrants('EXP-04', (scene) => codeGrants(scene, withAccess)),
      'an access token of a code exchange at the legacy path': ofGrants('EXP-04', (scene) =>
        codeGrants(scene, { ...withAccess, path: legacyTokenPath }),
      ),
      'an access token of a refresh': ofGrants('EXP-05', (scene) => renewedGrants(scene, [0], withAccess)),
      'an access token of a third refresh': ofGrants('EXP-05', (scene) => renewedGrants(scene, [0, 0, 0], withAccess)),
    },
  }),

  toTheSecond({
    id: 'expiry/refresh-tokens-last-as-long-as-announced',
    title: 'Refresh tokens last 2592000 seconds, and as long as refresh_token_expires_in says',
    proves: ['EXP-11', 'EXP-12', 'EXP-13', 'EXP-14', 'EXP-20'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 66 * 86_400,
    kinds: {
      'a refresh token of a code exchange': ofRefresh(ofCodes, (scene) => codeGrants(scene)),
      'a refresh token of a refresh': ofRefresh(ofRefreshes, (scene) => renewedGrants(scene, [1000])),
      'a refresh token of a third refresh': ofRefresh(ofRefreshes, (scene) => renewedGrants(scene, [0, 500, 500])),
    },
  }),
];
