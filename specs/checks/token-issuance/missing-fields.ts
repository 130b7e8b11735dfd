import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { noTokenByContrast } from '../../expectations/token-request.ts';
import type { Fields } from './request.ts';
import { redirectUri } from '../../../drivers/world/delegated.ts';
import { ask, aServedApp, rightFields } from './request.ts';

type Required = 'client_id' | 'client_secret';

/** Every way to leave out at least one of the client's two credentials. */
const missing = fc.record({
  left: fc.constantFrom<readonly Required[]>(['client_id'], ['client_secret'], ['client_id', 'client_secret']),
  grantTypeToo: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  /** Whether the right request comes first, so that the tenant may remember it. */
  after: fc.boolean(),
});

/** Sends a flawed and a right request, one after the other over one connection. */
async function oneAfterTheOther(
  scene: Scene,
  app: App,
  fields: Fields,
  { after, note }: { readonly after: boolean; readonly note: string },
): Promise<{ probe: Exchange; control: Exchange }> {
  return scene.onOneConnection(async (over) => {
    const right = (): Promise<Exchange> => requestToken(scene, app, tokenPath, { over });
    const before = after ? await right() : undefined;
    const probe = await ask(scene, fields, { over, note });
    return { probe, control: before ?? (await right()) };
  });
}

/** Checks of requests that lack a required field ("POST {base_url}/oauth/token", the table of grants). */
export const missingFieldsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/a-request-without-client-credentials-yields-no-token',
    title: 'A token request without client_id or without client_secret yields no token',
    proves: ['TOK-11', 'TOK-12'],
    needs: ['app'],
    cases: missing,
    maxCases: 60,
    describe: ({ left, grantTypeToo, after }) =>
      `without ${[...left, ...(grantTypeToo ? ['grant_type'] : [])].join(' and ')}, ${after ? 'after' : 'before'} a right request`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { left, grantTypeToo, order, after }, app) {
      const absent: readonly string[] = [...left, ...(grantTypeToo ? ['grant_type'] : [])];
      const right = rightFields(app);
      const fields = order.flatMap((index) => right.slice(index, index + 1)).filter(([name]) => !absent.includes(name));
      const note = `without ${absent.join(' and ')}`;
      return { note, ...(await oneAfterTheOther(scene, app, fields, { after, note })) };
    },
    *judge({ note, probe, control }, { left }) {
      for (const name of left) {
        const requirement = name === 'client_id' ? 'TOK-11' : 'TOK-12';
        yield* noTokenByContrast(probe, control, requirement, `a token request ${note}`);
      }
    },
  }),

  check({
    id: 'token-issuance/an-authorization-code-request-without-code-yields-no-token',
    title: 'An authorization_code request without code yields no token',
    proves: ['TOK-13'],
    needs: ['app'],
    cases: fc.record({ empty: fc.boolean(), redirectUriToo: fc.boolean(), after: fc.boolean() }),
    maxCases: 12,
    describe: ({ empty, redirectUriToo, after }) =>
      `${empty ? 'an empty code' : 'no code'}, ${redirectUriToo ? 'a' : 'no'} redirect_uri, ${after ? 'after' : 'before'} a right request`,
    arrange: (scene) => aServedApp(scene, { redirectUris: [redirectUri] }),
    gather(scene, { empty, redirectUriToo, after }, app) {
      const fields: Fields = [
        ['grant_type', 'authorization_code'],
        ...rightFields(app).slice(1),
        ...(redirectUriToo ? [['redirect_uri', redirectUri] as const] : []),
        ...(empty ? [['code', ''] as const] : []),
      ];
      return oneAfterTheOther(scene, app, fields, { after, note: empty ? 'with an empty code' : 'without code' });
    },
    *judge({ probe, control }, { empty }) {
      const subject = `an authorization_code request ${empty ? 'with an empty code' : 'without code'}`;
      yield* noTokenByContrast(probe, control, 'TOK-13', subject);
    },
  }),

  check({
    id: 'token-issuance/a-refresh-request-without-refresh-token-yields-no-token',
    title: 'A refresh_token request without refresh_token yields no token',
    proves: ['TOK-15'],
    needs: ['app'],
    cases: fc.record({ empty: fc.boolean(), after: fc.boolean() }),
    maxCases: 8,
    describe: ({ empty, after }) =>
      `${empty ? 'an empty' : 'no'} refresh_token, ${after ? 'after' : 'before'} a right request`,
    arrange: (scene) => aServedApp(scene),
    gather(scene, { empty, after }, app) {
      const fields: Fields = [
        ['grant_type', 'refresh_token'],
        ...rightFields(app).slice(1),
        ...(empty ? [['refresh_token', ''] as const] : []),
      ];
      const note = empty ? 'with an empty refresh_token' : 'without refresh_token';
      return oneAfterTheOther(scene, app, fields, { after, note });
    },
    *judge({ probe, control }, { empty }) {
      const subject = `a refresh_token request ${empty ? 'with an empty refresh_token' : 'without refresh_token'}`;
      yield* noTokenByContrast(probe, control, 'TOK-15', subject);
    },
  }),

  check({
    id: 'token-issuance/a-request-without-grant-type-yields-no-token',
    title: 'A token request without grant_type yields no token',
    proves: ['TOK-16'],
    needs: ['app'],
    cases: fc.record({ secretFirst: fc.boolean(), after: fc.boolean() }),
    maxCases: 8,
    describe: ({ secretFirst, after }) =>
      `${secretFirst ? 'client_secret before client_id' : 'client_id before client_secret'}, ${after ? 'after' : 'before'} a right request`,
    arrange: (scene) => aServedApp(scene),
    gather(scene, { secretFirst, after }, app) {
      const credentials = rightFields(app).slice(1);
      const fields = secretFirst ? credentials.toReversed() : credentials;
      return oneAfterTheOther(scene, app, fields, { after, note: 'without grant_type' });
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'TOK-16', 'a token request without grant_type');
    },
  }),
];
