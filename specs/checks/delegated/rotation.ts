import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, tokenPath, tokenPathsOf } from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, grantIn, refresh, refreshed, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { spelt } from '../../../generators/form-encoding.ts';
import type { RefreshHistory, TokenPath } from '../../../generators/refresh-history.ts';
import { refreshHistories, spentAt, describeHistory } from '../../../generators/refresh-history.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { failsWithInvalidGrant, namesInvalidGrant, obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { aConsentingUser, delegatedNeeds } from './working-grant.ts';
import { observation } from '../../../core/judgement.ts';
import { day } from '../../../core/spans.ts';

/** A spent refresh token that was presented once more. */
export interface Presented {
  readonly exchange: Exchange;
  /** Whether this token was the last of the chain to be spent, so that its successor was still unused. */
  readonly newestSpent: boolean;
  /** Number of earlier presentations of spent tokens of this family. */
  readonly before: number;
  /** Number of those earlier presentations that were of this same token. */
  readonly beforeOfThis: number;
  /**
   * Whether it was presented at another token path than the one where it was spent. The error name there is inferred
   * (VER-21).
   */
  readonly atOtherPath?: boolean;
}

const pathIn = ({ request }: Exchange): string => new URL(request.url).pathname;

/**
 * Plays a history. Each token of the chain is used, by the next refresh, while it is the newest. Only then are spent
 * tokens presented: first the drawn ones, and at the end each of the others once.
 */
async function playHistory(scene: Scene, history: RefreshHistory): Promise<Presented[]> {
  const [first, last = first] = tokenPathsOf(scene);
  const pathOf = (path: TokenPath): string => (path === 'legacy' ? last : first);
  const { app, user } = await aConsentingUser(scene);
  let grant = await aGrant(scene, app, user, { path: pathOf(history.begun) });
  const spent: { readonly refreshToken: string; readonly at: string }[] = [];
  // another requirement covers whether a path refreshes at all, so spent tokens are presented only at paths that the
  // chain used
  const visited = new Set<string>();
  for (const { path, after } of history.refreshes) {
    if (after > 0) await scene.elapse(after);
    const { refreshToken } = grant;
    const answered = await refresh(scene, grant.app, grant.refreshToken, { path: pathOf(path) });
    if (refreshTokenIn(answered) === undefined) {
      // It is inferred that a path knows the tokens of the other (VER-10). If it does not, the chain goes on at its
      // own path.
      grant = await refreshed(scene, grant, pathIn(grant.answered));
    } else grant = grantIn(grant.app, grant.user, answered, 'the refresh of an unused refresh token');
    visited.add(pathIn(grant.answered));
    spent.push({ refreshToken, at: pathIn(grant.answered) });
  }
  const [usual = tokenPath] = visited;
  const where = (path: TokenPath): string => (visited.has(pathOf(path)) ? pathOf(path) : usual);
  const seen: Presented[] = [];
  const presentedTimes = new Map<number, number>();
  const note = (place: number, exchange: Exchange): void => {
    const beforeOfThis = presentedTimes.get(place) ?? 0;
    const atOtherPath = pathIn(exchange) !== spent[place]?.at;
    seen.push({ exchange, newestSpent: place === spent.length - 1, before: seen.length, beforeOfThis, atOtherPath });
    presentedTimes.set(place, beforeOfThis + 1);
  };
  const present = async (place: number, path: string, over?: Dispatcher): Promise<void> =>
    note(place, await presentSpent(scene, grant, spent[place]?.refreshToken ?? '', path, over));
  for (const one of history.presentations) {
    if (one.after > 0) await scene.elapse(one.after);
    const place = spentAt(one, spent.length);
    if (one.atOnce && one.times > 1) {
      const part = (each: Scene): Promise<Exchange> =>
        presentSpent(each, grant, spent[place]?.refreshToken ?? '', where(one.path));
      for (const exchange of await scene.together(Array.from({ length: one.times }, () => part))) note(place, exchange);
      continue;
    }
    for (let time = 0; time < one.times; time++) {
      if (one.onNewConnection) await scene.onOneConnection((over) => present(place, where(one.path), over));
      else await present(place, where(one.path));
    }
  }
  for (const place of spent.keys()) if (!presentedTimes.has(place)) await present(place, usual);
  return seen;
}

function presentSpent(
  scene: Scene,
  { app }: Grant,
  refreshToken: string,
  path: string,
  over?: Dispatcher,
): Promise<Exchange> {
  return refresh(scene, app, refreshToken, {
    path,
    note: 'a spent refresh token',
    over,
  });
}

/**
 * Judges that a spent token yields nothing and fails with invalid_grant, at once and later. If another token of its
 * family was presented before, the tenant may have ended the family for that. Then only the absence of a new token is
 * judged.
 */
export function* judgeSpentTokens(presented: readonly Presented[]): Generator<Judgement<RequirementId, FreedomId>> {
  for (const { exchange, newestSpent, before, beforeOfThis, atOtherPath = false } of presented) {
    const qualifier = beforeOfThis > 0 ? ', once more' : newestSpent ? '' : ' whose successor was used too';
    const subject = `presenting a spent refresh token${qualifier}`;
    const later = beforeOfThis > 0 || !newestSpent;
    yield* obtainsNoToken(exchange, 'DEL-42', subject);
    yield* obtainsNoToken(exchange, 'DEL-45', subject);
    if (atOtherPath) continue;
    if (before === 0 && newestSpent) yield* failsWithInvalidGrant(exchange, 'DEL-43', subject);
    if (later && before === beforeOfThis) yield* failsWithInvalidGrant(exchange, 'DEL-44', subject);
  }
  const first = presented.find(({ exchange }) => namesInvalidGrant(exchange))?.exchange;
  const status = first?.response?.status;
  if (first === undefined || status === undefined) return;
  yield observation('FRE-22', `invalid_grant comes with status ${status}`, first);
}

const proves = ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'] as const;

/** Spellings of the same token that a tenant might accept if it is lenient about blanks, letter case or base64. */
const spellings: readonly (readonly [what: string, respell: (token: string) => string])[] = [
  ['with a blank behind it', (token) => `${token} `],
  ['with a blank before it', (token) => ` ${token}`],
  ['with a line break behind it', (token) => `${token}\n`],
  ['with a tab behind it', (token) => `${token}\t`],
  ['in double quotes', (token) => `"${token}"`],
  ['padded', (token) => `${token}=`],
  ['with a NUL behind it', (token) => `${token}\0`],
  ['percent-encoded once more', (token) => token.replaceAll(/[^]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)],
  ['in capitals', (token) => token.toUpperCase()],
  ['in small letters', (token) => token.toLowerCase()],
  ['in the other alphabet of base64', (token) => token.replaceAll('-', '+').replaceAll('_', '/')],
];

/** Returns the refresh request in equivalent forms that the suite does not usually send. */
function otherForms({ clientId, clientSecret }: App, refreshToken: string): readonly (readonly [string, string])[] {
  const fields = [
    ['refresh_token', refreshToken],
    ['client_secret', clientSecret],
    ['client_id', clientId],
    ['grant_type', 'refresh_token'],
  ] as const;
  const encoded = fields.map(([name, value]) => `${name}=${spelt(value, ['upper case'])}`).toReversed();
  return [
    ['in a form with its fields the other way round', form(Object.fromEntries(fields))],
    ['in a form with all octets percent-encoded', encoded.join('&')],
    ['in a form with a field more', `${encoded.join('&')}&scope=all`],
  ];
}

/** A refresh token is spent by its use, and stays so ("Delegated auth", 6; "States and transitions"; "Errors"). */
export const rotationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-spent-refresh-token-is-refused',
    title: 'A spent refresh token yields nothing in any chain, and fails with invalid_grant where it was spent',
    proves,
    needs: delegatedNeeds,
    cases: refreshHistories(6, { refresh: [0], presentation: [0] }),
    maxCases: 40,
    describe: describeHistory,
    gather: playHistory,
    judge: judgeSpentTokens,
  }),

  check({
    id: 'delegated/a-spent-refresh-token-is-refused-later',
    title: 'A spent refresh token fails with invalid_grant after minutes and after access tokens expired',
    proves,
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    cases: refreshHistories(2, { refresh: [0], presentation: [1, 60, 301] }),
    maxCases: 15,
    describe: describeHistory,
    gather: playHistory,
    judge: judgeSpentTokens,
  }),

  check({
    id: 'delegated/a-spent-refresh-token-stays-refused-for-its-thirty-days',
    title: 'A spent refresh token fails with invalid_grant for as long as it would have been valid unspent',
    proves,
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 2_600_000,
    cases: refreshHistories(3, { refresh: [0, 901, day], presentation: [0, 901, 3600, day, 8 * day] }),
    maxCases: 15,
    describe: describeHistory,
    gather: playHistory,
    judge: judgeSpentTokens,
  }),

  check({
    id: 'delegated/a-spent-refresh-token-yields-nothing-however-it-is-written',
    title: 'A spent refresh token yields no token with a blank or in another form of request',
    proves: ['DEL-42'],
    needs: delegatedNeeds,
    async gather(scene) {
      const { app, refreshToken } = await aGrant(scene, await aClient(scene), await aUser(scene));
      const spending = await refresh(scene, app, refreshToken);
      const seen = [];
      for (const [what, respell] of spellings) {
        const written = respell(refreshToken);
        if (written === refreshToken) continue;
        scene.journal.secrets.learnNearMiss(refreshToken, written, what);
        const exchange = await refresh(scene, app, written, { note: `a spent refresh token, ${what}` });
        seen.push({ what, exchange });
      }
      // a tenant might recognise only the request that spent the token and not the token, so the request is sent in
      // other forms
      for (const [what, body] of otherForms(app, refreshToken)) {
        const exchange = await scene.postForm(tokenPath, body, { note: `a spent refresh token, ${what}` });
        seen.push({ what, exchange });
      }
      return { spending, seen };
    },
    *judge({ spending, seen }) {
      const spent = accessTokenIn(spending) !== undefined;
      if (!(yield* premise(spent, `the refresh that was to spend the token ${answer(spending)}`))) return;
      for (const { what, exchange } of seen) {
        yield* obtainsNoToken(exchange, 'DEL-42', `presenting a spent refresh token ${what}`);
      }
    },
  }),
];
