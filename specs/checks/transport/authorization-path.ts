import type { Exchange } from '../../../core/exchange.ts';
import { answer, header, saysNothingIsThere } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { declinedOrFailing, Unsupported } from '../../../core/trouble.ts';
import { accessTokenIn, anApp, legacyTokenPath, requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { localRedirectUri, openAuthorization, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { WorkingFlow } from '../../expectations/authorization.ts';
import { arrive, authorizationAddress, aWorkingFlow, valuesHandedOver } from '../../expectations/authorization.ts';
import { clearTextAddresses } from './clear-text.ts';

/** The authorization path over TLS and in clear text ("Limits", Transport; "GET {base_url}/oauth/authorize"). */
export const authorizationPathChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/the-authorization-path-answers-over-https',
    title: 'The authorization path answers over HTTPS, to a browser without a session',
    proves: ['TRN-02'],
    needs: ['tls', 'app'],
    async gather(scene) {
      const fixture = scene.target.settings.fixtures.app?.redirectUri;
      const registered = scene.supports('app.create') ? redirectUri : fixture;
      if (registered === undefined) throw new Unsupported('fixtures.app has no redirectUri');
      const app = await anApp(scene, { redirectUris: [registered] });
      // a token from either path shows that this is a tenant at all
      const tokens = await scene.settle(
        async () => [await requestToken(scene, app), await requestToken(scene, app, legacyTokenPath)],
        (answers) => answers.some((one) => accessTokenIn(one) !== undefined),
      );
      const url = authorizationAddress(scene, [
        ['client_id', app.clientId],
        ['redirect_uri', registered],
        ['response_type', 'code'],
        ['state', 'a-state'],
      ]);
      const call = await scene.settle(
        () =>
          scene.send({ method: 'GET', url, headers: { accept: 'text/html' }, note: 'as a browser, with no session' }),
        isThere,
      );
      return { tokens, call };
    },
    *judge({ tokens, call }) {
      const isTenant = tokens.some((token) => accessTokenIn(token) !== undefined);
      if (!(yield* premise(isTenant, `the app obtained no token, neither at ${tokenPath} nor at ${legacyTokenPath}`)))
        return;
      if (isThere(call)) return;
      const subject = 'GET /oauth/authorize with a right request';
      yield finding('TRN-02', subject, answer(call), 'an answer of the authorization endpoint', call);
    },
  }),

  check({
    id: 'transport/clear-text-delivers-no-code',
    title: 'An authorization request in clear text never delivers a code, even with a live session',
    proves: ['TRN-05'],
    needs: ['tls', 'app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const flow = await aWorkingFlow(scene, [redirectUri, localRedirectUri]);
      const { cookies = [] } = await arrive(scene, flow);
      const answers: Exchange[] = [];
      const bases = await clearTextAddresses(scene);
      // a local redirect URI is no reason to do without TLS at the tenant
      for (const [base, to] of bases.flatMap((each) =>
        [redirectUri, localRedirectUri].map((uri) => [each, uri] as const),
      )) {
        const url = inClear(scene, base, { ...flow, redirectUri: to });
        if (cookies.length === 0) {
          await refuseToJudge(scene, flow, url);
          continue;
        }
        answers.push(
          await scene.send({
            method: 'GET',
            url,
            headers: { accept: 'text/html', cookie: cookies.join('; ') },
            note: "in clear text, with the browser's cookies",
            mayBeUnreachable: true,
          }),
        );
      }
      for (const call of answers) {
        for (const { value } of carried(call)) scene.journal.secrets.learn('authorization code', value);
      }
      return answers;
    },
    *judge(answers) {
      for (const call of answers) {
        if (carried(call).length === 0) continue;
        const subject = 'an authorization request in clear text with the cookies of a live session';
        yield finding('TRN-05', subject, `${answer(call)} and a code`, 'no code', call);
      }
    },
  }),
];

/** Reports whether a service at the path handled the request. Its answer to a stranger is free. */
function isThere(call: Exchange): boolean {
  const status = call.response?.status;
  return status !== undefined && status < 500 && !saysNothingIsThere(status);
}

function inClear(scene: Scene, base: string, { app, redirectUri: to }: WorkingFlow): string {
  const address = authorizationAddress(scene, [
    ['client_id', app.clientId],
    ['redirect_uri', to],
    ['response_type', 'code'],
  ]);
  return `${base}${address.slice(scene.target.baseUrl.length)}`;
}

/** Returns the codes in an answer that sends a browser elsewhere, by its header or by its page. */
function carried(call: Exchange) {
  const addresses = [
    header(call, 'location'),
    header(call, 'refresh')?.replace(/^[^=]*=/, ''),
    ...(call.response?.body.match(/https?:[^\s"'<>\\]+/g) ?? []).map((text) => text.replaceAll('&amp;', '&')),
  ];
  return addresses.flatMap((address) => valuesHandedOver(address ?? null)).filter(({ name }) => name === 'code');
}

/**
 * Opens the address in a browser of the control, and refuses to judge if that does not show how a code came. Without
 * cookies, only such a browser shows whether a code arrives. If one arrives, it may have come in clear text or after a
 * redirect to https.
 *
 * @throws Unsupported if that cannot be judged
 */
async function refuseToJudge(scene: Scene, { user }: WorkingFlow, url: string): Promise<void> {
  let arrived: Authorized;
  try {
    arrived = await openAuthorization(scene, user, url);
  } catch (reason) {
    if (!declinedOrFailing(reason)) throw reason;
    throw new Unsupported('the control gives no cookies, and its browser opens no address in clear text');
  }
  if (arrived.code !== undefined)
    throw new Unsupported('the control gives no cookies, so it is not known whether the code came in clear text');
}
