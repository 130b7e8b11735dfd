import fc from 'fast-check';
import { aUser } from '../../../drivers/world/actors.ts';
import { aClient, aCode, aGrant, exchangeCode, redirectUri, refresh } from '../../../drivers/world/delegated.ts';
import { octetSpellings, spelt } from '../../../generators/form-encoding.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted, grantedByContrast } from '../../expectations/token-request.ts';
import type { Fields } from './request.ts';
import { askWithBody, encoded, rightFields } from './request.ts';

/** The form encoding of code exchanges and refreshes ("Endpoints", first paragraph). */
export const userGrantEncodingChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/user-grants-in-any-encoding-are-the-same-request',
    title: 'Any encoding and order of the fields, and a charset, leave a code exchange or refresh the same request',
    proves: ['TOK-29', 'TOK-30'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    given: fc.record(
      {
        grantType: fc.constantFrom('authorization_code', 'refresh_token'),
        form: fc.oneof(
          {
            weight: 3,
            arbitrary: fc.record(
              { spellings: fc.array(octetSpellings, { minLength: 5, maxLength: 5 }), turn: fc.nat(4) },
              { noNullPrototype: true },
            ),
          },
          { weight: 1, arbitrary: fc.constantFrom('; charset=UTF-8', '; charset=utf-8', ';charset="utf-8"') },
        ),
      },
      { noNullPrototype: true },
    ),
    atMost: 16,
    tell: ({ grantType, form }) =>
      typeof form === 'string'
        ? `${grantType} with ${form}`
        : `${grantType}, its fields turned by ${form.turn} and spelt otherwise`,
    async arrange(scene) {
      return { app: await aClient(scene), user: await aUser(scene) };
    },
    async gather(scene, { grantType, form }, { app, user }) {
      const byCode = grantType === 'authorization_code';
      const client = rightFields(app).slice(1);
      const own: Fields = byCode
        ? [
            ['redirect_uri', redirectUri],
            ['code', await aCode(scene, { app, user })],
          ]
        : [['refresh_token', (await aGrant(scene, app, user)).refreshToken]];
      const fields: Fields = [['grant_type', grantType], ...client, ...own];
      const note = 'a right request in another form';
      const probe =
        typeof form === 'string'
          ? await askWithBody(scene, encoded(fields), {
              headers: { 'content-type': `application/x-www-form-urlencoded${form}` },
              note,
            })
          : await askWithBody(scene, turned(fields, form.turn, form.spellings), { note });
      if (granted(probe)) return { probe, control: probe };
      const control = byCode
        ? await exchangeCode(scene, app, await aCode(scene, { app, user }))
        : await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken);
      return { probe, control };
    },
    *judge({ probe, control }, { grantType, form }) {
      const requirement = typeof form === 'string' ? 'TOK-30' : 'TOK-29';
      const how = typeof form === 'string' ? `with ${form}` : 'encoded and ordered otherwise';
      yield* grantedByContrast(probe, control, requirement, `a right ${grantType} request ${how}`);
    },
  }),
];

/** The fields, beginning at another one, each value in its spelling. */
function turned(fields: Fields, turn: number, spellings: readonly Parameters<typeof spelt>[1][]): string {
  const at = turn % fields.length;
  return [...fields.slice(at), ...fields.slice(0, at)]
    .map(([name, value], index) => `${name}=${spelt(value, spellings[index] ?? [])}`)
    .join('&');
}
