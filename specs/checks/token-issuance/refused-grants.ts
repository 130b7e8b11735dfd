import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { accessTokenIn, aUser, withNewSecret, tokenPathsOf } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  refresh,
  refreshed,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { answeredAsClientError, carriesNoToken, granted } from '../../expectations/token-request.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { callsWithItsTexts, carriesNoUsableText, canRecogniseTokens } from './refusals.ts';

const needs = ['app.create', 'user.create', 'browser.authorize'] as const;

interface Attempt {
  readonly what: string;
  readonly probe: Exchange;
  /** Calls that were served with a text from the answer. */
  readonly uses?: readonly Exchange[];
}

/** Demands that a refused grant is a client error and hands out no token. */
function* isFairlyRefused(attempt: Attempt, handedOut: readonly string[]): Generator<Judgement<RequirementId, never>> {
  if (granted(attempt.probe)) return; // other checks judge whether it may be granted, or the specification leaves that open
  yield* handsOutNothing(attempt, handedOut);
  yield* answeredAsClientError(attempt.probe, 'TOK-35', attempt.what);
}

/** Demands that a refused grant hands out no token: neither a new one nor one that was handed out before. */
function* handsOutNothing(
  { what, probe, uses = [] }: Attempt,
  handedOut: readonly string[],
): Generator<Judgement<RequirementId, never>> {
  yield* carriesNoToken(probe, 'TOK-25', what);
  const { response, request } = probe;
  const texts = [response?.body ?? '', ...Object.values(response?.headers ?? {}).flat()];
  const sent = decodeURIComponent((request.body ?? '').replaceAll('+', ' '));
  yield* carriesNoUsableText(probe, uses, what);
  const repeatsToken = handedOut.some((token) => !sent.includes(token) && texts.some((text) => text.includes(token)));
  if (repeatsToken)
    yield finding('TOK-25', what, `${answer(probe)} and contained a token that was handed out before`, 'none', probe);
}

/**
 * Checks of the refusal of known codes and refresh tokens that do not fit the request ("POST {base_url}/oauth/token").
 */
export const refusedGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/refused-user-grants-are-client-errors-without-tokens',
    title: 'Spent, foreign and misdirected codes and refresh tokens are client errors without tokens',
    proves: ['TOK-25', 'TOK-35'],
    needs,
    async gather(scene) {
      const [app, other, user] = [await aClient(scene), await aClient(scene), await aUser(scene)];
      const canTell = await canRecogniseTokens(scene, (await aGrant(scene, app, user)).authorization);
      const unknown = { ...app, clientId: 'nobody-was-ever-given-this' };
      const wrong = { ...app, clientSecret: 'nobody-was-ever-given-this' };
      const code = (): Promise<string> => aCode(scene, { app, user });
      const attempts: Attempt[] = [];
      const attempt = async (what: string, probe: Promise<Exchange>): Promise<void> => {
        const answered = await probe;
        attempts.push({ what, probe: answered, uses: canTell ? await callsWithItsTexts(scene, answered) : [] });
      };
      const once = await code();
      const first = await exchangeCode(scene, app, once);
      await attempt('a code exchange with a code that was used', exchangeCode(scene, app, once));
      const held = await aGrant(scene, app, user);
      await attempt("a refresh with another app's refresh token", refresh(scene, other, held.refreshToken));
      const claimed = await aGrant(scene, app, user);
      await attempt('a refresh with a wrong client_secret', refresh(scene, wrong, claimed.refreshToken));
      for (const path of tokenPathsOf(scene).slice(1))
        await attempt(
          'a refresh with a wrong secret at the other path',
          refresh(scene, wrong, claimed.refreshToken, { path }),
        );
      await attempt('a refresh with an unknown client_id', refresh(scene, unknown, claimed.refreshToken));
      await attempt('a refresh with a code', refresh(scene, app, await code()));
      if (scene.supports('app.rotateSecret')) {
        const [rotated, grant] = [await aClient(scene), held];
        await withNewSecret(scene, rotated);
        await attempt('a refresh with a former client_secret', refresh(scene, rotated, grant.refreshToken));
      }
      await attempt('a refresh with an access token', refresh(scene, app, claimed.accessToken));
      await attempt('a code exchange with an unknown client_id', exchangeCode(scene, unknown, await code()));
      await attempt("a code exchange with another app's code", exchangeCode(scene, other, await code()));
      const elsewhere = { redirectUri: 'https://elsewhere.conformance.example/callback' };
      await attempt('a code exchange with another redirect_uri', exchangeCode(scene, app, await code(), elsewhere));
      for (const odd of ['callback', '//', 'http://', 'localhost:7777', '{', '%', '\0']) {
        const what = `a code exchange with ${JSON.stringify(odd)} as redirect_uri`;
        await attempt(what, exchangeCode(scene, app, await code(), { redirectUri: odd }));
      }
      const spent = await aGrant(scene, app, user);
      const next = await refreshed(scene, spent);
      await attempt('a refresh with a spent refresh token', refresh(scene, app, spent.refreshToken));
      await attempt('a refresh with a spent refresh token once more', refresh(scene, app, spent.refreshToken));
      const handedOut = [held, claimed, spent, next].flatMap((one) => [one.accessToken, one.refreshToken]);
      for (const token of [accessTokenIn(first), refreshTokenIn(first)]) if (token !== undefined) handedOut.push(token);
      return { attempts, handedOut };
    },
    *judge({ attempts, handedOut }) {
      for (const one of attempts) yield* isFairlyRefused(one, handedOut);
    },
  }),

  check({
    id: 'token-issuance/expired-user-grants-are-client-errors-without-tokens',
    title: 'The refusal of a refresh token of more than thirty days contains no token',
    proves: ['TOK-25'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 2_592_010,
    async gather(scene) {
      const held = await aGrant(scene, await aClient(scene), await aUser(scene));
      await scene.elapse(2_592_010);
      const probe = await refresh(scene, held.app, held.refreshToken);
      const { accessToken } = await aGrant(scene, held.app, held.user);
      return { probe, handedOut: [held.accessToken, accessToken] };
    },
    *judge({ probe, handedOut }) {
      const answered = yield* premise(probe.response !== undefined, 'the refresh was not answered');
      const what = 'a refresh with a refresh token of more than thirty days';
      if (granted(probe)) return yield notApplicable('the refresh was granted, which is judged elsewhere');
      // the specification does not say how it is refused (FRE-25)
      yield* heldIf(answered, handsOutNothing({ what, probe }, handedOut));
    },
  }),
];
