import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { notApplicable, observation } from '../../../core/judgement.ts';
import type { WireForm } from '../../../core/wire-form.ts';
import { formInWords, usualForm } from '../../../core/wire-form.ts';
import { legacyTokenPath, requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import { octetSpellings, spelt } from '../../../generators/form-encoding.ts';
import { wireForms } from '../../../generators/wire-form.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { appAnswerMembers, hasNoRefreshMembers } from '../../expectations/token-answer-members.ts';
import { granted, grantedByContrast, tokenAnswer } from '../../expectations/token-request.ts';
import { hasItsEffect, wasExpectant } from '../../expectations/wire-form.ts';
import type { FreedomId } from '../../requirements/index.ts';
import { askWithBody, aServedApp, rightFields } from './request.ts';
import { objectOf } from '../../../generators/object.ts';

/** Content types that mean the same: they name UTF-8, the only charset that a form has. */
const charsets = [
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded;charset=UTF-8',
  'application/x-www-form-urlencoded;charset=utf-8',
  'application/x-www-form-urlencoded; charset="utf-8"',
  'application/x-www-form-urlencoded; Charset=UTF-8',
];

/** The token path of a request. The legacy path is the same endpoint (rule 3). */
const paths = fc.constantFrom(tokenPath, tokenPath, legacyTokenPath);

/**
 * The form of a request on the wire, and its query string. A request that a tenant may refuse for one of the two is
 * otherwise as usual, so that the reason for a refusal is known.
 */
const ways: fc.Arbitrary<{ readonly wire: WireForm | undefined; readonly query: string }> = fc.oneof(
  { weight: 5, arbitrary: wireForms.map((wire) => ({ wire, query: '' })) },
  { weight: 2, arbitrary: fc.constant({ wire: { ...usualForm, expect: true }, query: '' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('?source=conformance', '?trace=1&trace=2', '?').map((query) => ({
      wire: undefined,
      query,
    })),
  },
  { weight: 1, arbitrary: fc.constant({ wire: undefined, query: '' }) },
);

/** Checks of the form encoding of a token request ("Endpoints", first paragraph). */
export const encodingChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/any-encoding-and-order-is-the-same-request',
    title: 'A token request means the same in any permitted encoding, field order and form on the wire',
    proves: ['TOK-29', 'TOK-02', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-10', 'CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app'],
    cases: fc.record({
      spellings: fc.tuple(octetSpellings, octetSpellings, octetSpellings),
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      plusForBlank: fc.boolean(),
      /** Whether the names of the fields are encoded in this way too. */
      names: fc.boolean(),
      path: paths,
      way: ways,
    }),
    describe: ({ spellings, order, names, path, way: { wire, query } }) =>
      `at ${path}${query}${wire === undefined ? '' : ` ${formInWords(wire)},`} the fields in the order ${order.join(' ')}, their octets${names ? ', names and all,' : ''} ${spellings.map((each) => each.join(', ')).join(' / ')}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { spellings, order, plusForBlank, names, path, way: { wire, query } }, app) {
      const fields = rightFields(app).map(([name, value], index) => {
        const spelling = spellings[index] ?? [];
        return `${names ? spelt(name, spelling) : name}=${spelt(value, spelling, plusForBlank)}`;
      });
      const body = order.map((index) => fields[index]).join('&');
      const note = 'the same fields, encoded and ordered otherwise';
      const probe = await askWithBody(scene, body, { path: `${path}${query}`, note, form: wire });
      if (granted(probe)) return { probe, control: probe };
      // the control goes over the same kind of connection
      const form = wire === undefined ? undefined : usualForm;
      return { probe, control: await requestToken(scene, app, path, { form }) };
    },
    *judge({ probe, control }, { order, way: { wire, query } }) {
      const how = order.every((index, place) => index === place) ? 'encoded' : 'encoded and ordered';
      const form = wire === undefined || probe.request.form === undefined ? '' : `${formInWords(wire)}, `;
      const subject = `a right token request, ${form}${how} otherwise,`;
      const freedom = freedomOf(probe, query);
      if (freedom !== undefined && !granted(probe)) {
        yield* refusedAsIsFree(probe, freedom);
        return;
      }
      yield* hasItsEffect(probe, control, granted, 'TOK-29', subject, 'an access token');
      const body = tokenAnswer(probe);
      if (body === undefined || !granted(probe)) return;
      const answered = `the answer to ${subject.replace(/,$/, '')}`;
      yield* appAnswerMembers(body, probe, answered);
      yield* hasNoRefreshMembers(probe, answered);
    },
  }),

  check({
    id: 'token-issuance/a-charset-changes-nothing',
    title: 'A charset parameter on the content type of the form does not change the outcome',
    proves: ['TOK-30'],
    needs: ['app'],
    cases: objectOf({ contentType: fc.constantFrom(...charsets), path: paths }),
    maxCases: 18,
    describe: ({ contentType, path }) => `Content-Type: ${contentType}, at ${path}`,
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

/** Returns the freedom by which a tenant may refuse a request with more than its fields, if there is one. */
function freedomOf(probe: Exchange, query: string): FreedomId | undefined {
  if (query !== '') return 'FRE-31';
  return wasExpectant(probe) ? 'FRE-34' : undefined;
}

function* refusedAsIsFree(probe: Exchange, freedom: FreedomId): Generator<Judgement<never, FreedomId>> {
  const what = freedom === 'FRE-31' ? 'a query string' : 'Expect: 100-continue';
  if (probe.response === undefined) {
    yield notApplicable(`a token request with ${what} may be refused, and ${answer(probe)}`);
    return;
  }
  const observed = `a token request with ${what} is refused (${probe.response.status})`;
  yield observation(freedom, observed, probe);
  yield notApplicable(`a token request with ${what} may be refused`);
}
