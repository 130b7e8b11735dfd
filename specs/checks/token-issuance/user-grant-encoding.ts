import fc from 'fast-check';
import { formInWords, usualForm } from '../../../core/wire-form.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import { aClient, aCode, aGrant, exchangeCode, redirectUri, refresh } from '../../../drivers/world/delegated.ts';
import { octetSpellings, spelt } from '../../../generators/form-encoding.ts';
import { wireForms } from '../../../generators/wire-form.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted, grantedByContrast } from '../../expectations/token-request.ts';
import { hasItsEffect } from '../../expectations/wire-form.ts';
import type { Fields } from './request.ts';
import { askWithBody, encoded, rightFields } from './request.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of the form encoding of code exchanges and refreshes ("Endpoints", first paragraph). */
export const userGrantEncodingChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/user-grants-in-any-encoding-are-the-same-request',
    title: 'A code exchange or refresh means the same in any encoding, field order and form on the wire',
    proves: ['TOK-29', 'TOK-30'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      grantType: fc.constantFrom('authorization_code', 'refresh_token'),
      form: fc.oneof(
        {
          weight: 3,
          arbitrary: objectOf({
            spellings: fc.array(octetSpellings, { minLength: 5, maxLength: 5 }),
            turn: fc.nat(4),
            wire: fc.option(wireForms, { nil: undefined, freq: 2 }),
          }),
        },
        { weight: 1, arbitrary: fc.constantFrom('; charset=UTF-8', '; charset=utf-8', ';charset="utf-8"') },
      ),
    }),
    maxCases: 16,
    describe: ({ grantType, form }) =>
      typeof form === 'string'
        ? `${grantType} with ${form}`
        : `${grantType}, its fields turned by ${form.turn} and spelt otherwise${form.wire === undefined ? '' : `, ${formInWords(form.wire)}`}`,
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
          : await askWithBody(scene, turned(fields, form.turn, form.spellings), { note, form: form.wire });
      if (granted(probe)) return { probe, control: probe };
      const usual = { form: typeof form === 'string' || form.wire === undefined ? undefined : usualForm };
      const control = byCode
        ? await exchangeCode(scene, app, await aCode(scene, { app, user }), usual)
        : await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken, usual);
      return { probe, control };
    },
    *judge({ probe, control }, { grantType, form }) {
      if (typeof form === 'string') {
        yield* grantedByContrast(probe, control, 'TOK-30', `a right ${grantType} request with ${form}`);
        return;
      }
      const wire = form.wire === undefined || probe.request.form === undefined ? '' : `, ${formInWords(form.wire)},`;
      const subject = `a right ${grantType} request encoded and ordered otherwise${wire}`;
      yield* hasItsEffect(probe, control, granted, 'TOK-29', subject, 'an access token');
    },
  }),
];

/** Returns a form body in which the fields begin at another one, and each value has its own spelling. */
function turned(fields: Fields, turn: number, spellings: readonly Parameters<typeof spelt>[1][]): string {
  const at = turn % fields.length;
  return [...fields.slice(at), ...fields.slice(0, at)]
    .map(([name, value], index) => `${name}=${spelt(value, spellings[index] ?? [])}`)
    .join('&');
}
