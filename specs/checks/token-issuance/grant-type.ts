import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { requestToken } from '../../../drivers/world/actors.ts';
import { knownOtherGrantTypes, otherGrantTypes } from '../../../generators/grant-type.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import { ask, aServedApp, emptied, rightFields, withField } from './request.ts';

/** Grant types that the specification does not name ("POST {base_url}/oauth/token", the table of grants). */
export const grantTypeChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/no-known-other-grant-type-yields-a-token',
    title: 'Grant types of other services and careless readings of the documented ones yield no token',
    proves: ['TOK-17'],
    needs: ['app'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const probes: { grantType: string; probe: Exchange }[] = [];
      for (const grantType of knownOtherGrantTypes) {
        const fields = withField(rightFields(app), 'grant_type', grantType);
        probes.push({ grantType, probe: await ask(scene, fields, { note: 'grant_type outside the documented ones' }) });
      }
      return { probes, control: await requestToken(scene, app) };
    },
    *judge({ probes, control }) {
      for (const { grantType, probe } of probes) {
        const subject = `a token request with grant_type ${JSON.stringify(grantType)}`;
        yield* noTokenByContrast(probe, control, 'TOK-17', subject);
      }
    },
  }),

  check({
    id: 'token-issuance/another-grant-type-yields-no-token',
    title: 'A grant_type outside the three documented ones yields no token',
    proves: ['TOK-17'],
    needs: ['app'],
    given: fc.record({ grantType: otherGrantTypes }),
    tell: ({ grantType }) => `grant_type=${JSON.stringify(grantType)}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { grantType }, app) {
      const fields = withField(rightFields(app), 'grant_type', grantType);
      const note = 'grant_type outside the documented ones';
      const sent = grantType === '' ? emptied(scene, app, 'grant_type') : { probe: await ask(scene, fields, { note }) };
      const { probe, leftOut } = { leftOut: undefined, ...(await sent) };
      return { probe, control: await requestToken(scene, app), leftOut };
    },
    *judge({ probe, control, leftOut }, { grantType }) {
      if (leftOut !== undefined && granted(leftOut)) return; // empty is the same as missing, which is judged elsewhere
      const shown = grantType.length > 60 ? `${grantType.slice(0, 40)}… (${grantType.length} characters)` : grantType;
      yield* noTokenByContrast(probe, control, 'TOK-17', `a token request with grant_type ${JSON.stringify(shown)}`);
    },
  }),
];
