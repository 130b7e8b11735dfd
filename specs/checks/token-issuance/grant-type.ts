import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { aUser, legacyTokenPath, requestToken, tokenPath, tokenPathsOf } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import { knownOtherGrantTypes, otherGrantTypes } from '../../../generators/grant-type.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import { ask, aServedApp, emptied, rightFields, withField } from './request.ts';

/** Checks of grant types that the specification does not name ("POST {base_url}/oauth/token", the table of grants). */
export const grantTypeChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/no-known-other-grant-type-yields-a-token',
    title: 'Grant types of other services, and near misses of the documented ones, yield no token',
    proves: ['TOK-17'],
    needs: ['app'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const probes: { grantType: string; path: string; probe: Exchange; control: Exchange }[] = [];
      for (const path of tokenPathsOf(scene)) {
        const control = await requestToken(scene, app, path);
        // whether the legacy path grants anything is a separate question
        if (path === legacyTokenPath && !granted(control)) continue;
        for (const grantType of knownOtherGrantTypes) {
          const fields = withField(rightFields(app), 'grant_type', grantType);
          const probe = await ask(scene, fields, { path, note: 'grant_type outside the documented ones' });
          probes.push({ grantType, path, probe, control });
        }
      }
      return probes;
    },
    *judge(probes) {
      for (const { grantType, path, probe, control } of probes) {
        const at = path === tokenPath ? '' : ` at ${path}`;
        const subject = `a token request${at} with grant_type ${JSON.stringify(grantType)}`;
        yield* noTokenByContrast(probe, control, 'TOK-17', subject);
      }
    },
  }),

  check({
    id: 'token-issuance/no-other-name-of-a-user-grant-yields-a-token',
    title: 'A code or a refresh token under another name of its grant yields no token',
    proves: ['TOK-17'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const code = await aCode(scene, { app, user });
      const probes: { grantType: string; probe: Exchange }[] = [];
      const present = async (grantTypes: readonly string[], name: string, value: string): Promise<void> => {
        for (const grantType of grantTypes) {
          const fields = [...withField(rightFields(app), 'grant_type', grantType), [name, value] as const];
          const sent = name === 'code' ? [...fields, ['redirect_uri', redirectUri] as const] : fields;
          probes.push({ grantType, probe: await ask(scene, sent, { note: 'another name of the grant' }) });
        }
      };
      await present(['code', 'authorization-code', 'authorizationCode', 'auth_code'], 'code', code);
      const exchanged = await exchangeCode(scene, app, code);
      const token = refreshTokenIn(exchanged);
      if (token === undefined) return { probes, controls: [exchanged] };
      await present(['refresh', 'refresh-token', 'refreshToken', 'renew'], 'refresh_token', token);
      return { probes, controls: [exchanged, await refresh(scene, app, token)] };
    },
    *judge({ probes, controls: [exchanged, ...refreshes] }) {
      for (const { grantType, probe } of probes) {
        const control = /code/i.test(grantType) ? exchanged : refreshes[0];
        if (control === undefined) continue;
        yield* noTokenByContrast(probe, control, 'TOK-17', `a token request with grant_type ${grantType}`);
      }
    },
  }),

  check({
    id: 'token-issuance/another-grant-type-yields-no-token',
    title: 'A grant_type outside the three documented ones yields no token',
    proves: ['TOK-17'],
    needs: ['app'],
    cases: fc.record({ grantType: otherGrantTypes }),
    describe: ({ grantType }) => `grant_type=${JSON.stringify(grantType)}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { grantType }, app) {
      const fields = withField(rightFields(app), 'grant_type', grantType);
      const note = 'grant_type outside the documented ones';
      const sent = grantType === '' ? emptied(scene, app, 'grant_type') : { probe: await ask(scene, fields, { note }) };
      const { probe, leftOut } = { leftOut: undefined, ...(await sent) };
      return { probe, control: await requestToken(scene, app), leftOut };
    },
    *judge({ probe, control, leftOut }, { grantType }) {
      // an empty field is the same as a missing one, which another check judges
      if (leftOut !== undefined && granted(leftOut)) {
        yield notApplicable('a token request without grant_type is granted');
        return;
      }
      const shown = grantType.length > 60 ? `${grantType.slice(0, 40)}… (${grantType.length} characters)` : grantType;
      yield* noTokenByContrast(probe, control, 'TOK-17', `a token request with grant_type ${JSON.stringify(shown)}`);
    },
  }),
];
