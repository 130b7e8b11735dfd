import fc from 'fast-check';
import { legacyTokenPath, requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import { octetSpellings, spelt } from '../../../generators/form-encoding.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { grantedByContrast } from '../../expectations/token-request.ts';
import { askWithBody, aServedApp, rightFields } from './request.ts';

/** Ways to say the same: no more than UTF-8, the only charset that a form has anyway. */
const charsets = [
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded;charset=UTF-8',
  'application/x-www-form-urlencoded;charset=utf-8',
  'application/x-www-form-urlencoded; charset="utf-8"',
  'application/x-www-form-urlencoded; Charset=UTF-8',
];

/** Where it is sent; the legacy path is the same endpoint (rule 3). */
const paths = fc.constantFrom(tokenPath, tokenPath, legacyTokenPath);

/** The form encoding of a token request ("Endpoints", first paragraph). */
export const encodingChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/any-encoding-and-order-is-the-same-request',
    title: 'Any permitted percent-encoding of the values and any order of the fields means the same request',
    proves: ['TOK-29'],
    needs: ['app'],
    given: fc.record({
      spellings: fc.tuple(octetSpellings, octetSpellings, octetSpellings),
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      plusForBlank: fc.boolean(),
      /** Whether the names of the fields are spelt so too. */
      names: fc.boolean(),
      path: paths,
    }),
    tell: ({ spellings, order, names, path }) =>
      `at ${path} the fields in the order ${order.join(' ')}, their octets${names ? ', names and all,' : ''} ${spellings.map((each) => each.join(', ')).join(' / ')}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { spellings, order, plusForBlank, names, path }, app) {
      const fields = rightFields(app).map(([name, value], index) => {
        const spelling = spellings[index] ?? [];
        return `${names ? spelt(name, spelling) : name}=${spelt(value, spelling, plusForBlank)}`;
      });
      const body = order.map((index) => fields[index]).join('&');
      return {
        probe: await askWithBody(scene, body, { path, note: 'the same fields, encoded and ordered otherwise' }),
        control: await requestToken(scene, app, path),
      };
    },
    *judge({ probe, control }, { order }) {
      const how = order.every((index, place) => index === place) ? 'encoded' : 'encoded and ordered';
      yield* grantedByContrast(probe, control, 'TOK-29', `a right token request, ${how} otherwise,`);
    },
  }),

  check({
    id: 'token-issuance/a-charset-changes-nothing',
    title: 'A charset parameter on the content type of the form does not change the outcome',
    proves: ['TOK-30'],
    needs: ['app'],
    given: fc.record({ contentType: fc.constantFrom(...charsets), path: paths }, { noNullPrototype: true }),
    atMost: 18,
    tell: ({ contentType, path }) => `Content-Type: ${contentType}, at ${path}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { contentType, path }, app) {
      const headers = { 'content-type': contentType };
      return {
        probe: await requestToken(scene, app, path, { headers }),
        control: await requestToken(scene, app, path),
      };
    },
    *judge({ probe, control }, { contentType }) {
      yield* grantedByContrast(probe, control, 'TOK-30', `a right token request as ${contentType}`);
    },
  }),
];
