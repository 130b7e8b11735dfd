import type { Exchange } from '../../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import {
  accessTokenIn,
  aLaboratory,
  anApp,
  grant,
  legacyTokenPath,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';

/** The address of the tenant, and the paths that answer there (Introduction; "What the service does"; "Endpoints"). */
export const addressChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/the-base-address-is-an-https-origin',
    title: 'The base address is a bare HTTPS origin',
    proves: ['TRN-01'],
    needs: ['tls'],
    gather: ({ target }) => {
      const { kind, description } = target.control;
      return Promise.resolve(kind === 'none' ? [target.baseUrl] : [description.baseUrl, target.baseUrl]);
    },
    *judge(addresses) {
      for (const address of new Set(addresses)) {
        const extra = beyondAnOrigin(address);
        if (extra === undefined) continue;
        yield finding('TRN-01', `the base address ${address}`, extra, 'a bare origin such as https://acme.example');
        return;
      }
    },
  }),

  check({
    id: 'transport/documented-paths-answer-over-https',
    title: 'The five listings and both token paths answer over HTTPS',
    proves: ['TRN-02'],
    needs: ['tls', 'app'],
    async gather(scene) {
      const app = await anApp(scene);
      const tokens = [];
      for (const path of [tokenPath, legacyTokenPath])
        tokens.push({ path, call: await scene.settle(() => requestToken(scene, app, path), isGranted) });
      const token = tokens.map(({ call }) => accessTokenIn(call)).find((one) => one !== undefined);
      const listings = [];
      const canGrant = scene.supports('project.create') && scene.supports('project.grant');
      const mayLook = app.own && canGrant && scene.supports('record.create');
      if (token !== undefined) {
        if (mayLook) await grant(scene, await aLaboratory(scene), app);
        for (const { path } of await scene.listings()) {
          const call = await scene.settle(() => scene.call(path, { authorization: bearer(token) }), accepted);
          listings.push({ path, call });
        }
      } else if (tokens.every(({ call }) => isAnswered(call))) {
        throw new PremiseUnmet('no token path issued a token, so the listings could not be called');
      }
      return { tokens, listings, mayLook, own: app.own };
    },
    *judge({ tokens, listings, mayLook, own }) {
      for (const { path, call } of [...tokens, ...listings]) {
        if (new URL(call.request.url).pathname === path) continue;
        const observed = `${call.request.method} ${path} is redirected to another address of the tenant`;
        yield observation('FRE-03', observed, call);
      }
      const tokensAreHad = tokens.some(({ call }) => accessTokenIn(call) !== undefined);
      for (const { path, call } of tokens) {
        if (isAnswered(call)) continue;
        if (!own && !(yield* premise(tokensAreHad, 'the app of the fixtures obtained no token at either path'))) return;
        yield finding(
          'TRN-02',
          `POST ${path} with a right token request`,
          answer(call),
          'an answer of the token path',
          call,
        );
      }
      for (const { path, call } of listings) {
        // an app without a project of its own may be answered that there is nothing (404)
        if (isAnswered(call) || (!mayLook && call.response?.status === 404)) continue;
        const others = listings.some((one) => accepted(one.call));
        if (!(yield* premise(others, 'no listing at all was served to an app with access'))) return;
        yield finding('TRN-02', `GET ${path} with a right credential`, answer(call), 'an answer of the listing', call);
      }
    },
  }),
];

/**
 * Describes the part of an address beyond scheme https, host and port, if there is one. A slash at its end is no
 * path.
 */
export function beyondAnOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'was no address at all';
  if (url.protocol !== 'https:') return `had the scheme ${url.protocol.slice(0, -1)}`;
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(address)) return 'held credentials';
  if (address.includes('#')) return 'had a fragment';
  if (address.includes('?')) return 'had a query';
  return /^https:\/\/[^/\\\s]+\/?$/i.test(address) ? undefined : 'had a path';
}

function isGranted(request: Exchange): boolean {
  return accessTokenIn(request) !== undefined;
}

/**
 * Reports whether a service at this path handled the request: the answer is not "nothing here", no server error and
 * no redirect.
 */
function isAnswered(exchange: Exchange): boolean {
  const status = exchange.response?.status;
  return status !== undefined && status < 500 && !saysNothingIsThere(status) && !(status >= 300 && status < 400);
}
