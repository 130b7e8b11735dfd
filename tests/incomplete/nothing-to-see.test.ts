import { expect, test } from 'vitest';
import { openidConnectChecks } from '../../specs/checks/openid-connect/index.ts';
import { jsonAnswer } from '../../tenant/http/message.ts';
import { refusal } from '../../tenant/http/refusal.ts';
import type { Fault } from '../../tenant/index.ts';
import { findVariant } from '../../tenant/variants/index.ts';
import { requirementsWithVerdict, runIncomplete, verdictsOf } from './run.ts';

// The verdicts about ID tokens if the control makes no records, so that no user has anything to see.

/** The checks that judge by a page, and one that judges by a refusal. */
const among = [
  'an-id-token-authenticates-the-call',
  'an-id-token-is-accepted-on-each-listing',
  'id-tokens-need-no-app-and-no-consent',
  'an-id-token-can-be-used-again',
  'any-published-key-is-good',
  'an-id-token-without-email-is-answered-401',
].map((id) => `openid-connect/${id}`);
const byAPage = ['OIC-01', 'OIC-11', 'OIC-24', 'OIC-25', 'OIC-26'];

async function verdictsAt(behaviour: Fault['behaviour']) {
  const fault: Fault = {
    id: 'openid-connect/nothing-to-see',
    breaks: [],
    summary: 'Nothing is to be seen.',
    behaviour,
  };
  const checks = openidConnectChecks.filter(({ id }) => among.includes(id));
  expect(checks).toHaveLength(among.length);
  return verdictsOf(await runIncomplete({ lacking: { operations: /^record\.create$/ }, checks, runs: 3, fault }));
}

test('an empty page shows that a token was accepted', async () => {
  const verdicts = await verdictsAt(() => ({}));
  expect(requirementsWithVerdict(verdicts, 'passed')).toEqual([
    'OIC-01',
    'OIC-11',
    'OIC-13',
    'OIC-24',
    'OIC-25',
    'OIC-26',
  ]);
});

test('a page for every caller shows only that wrong tokens get one too', async () => {
  const verdicts = await verdictsAt((normal) => ({
    answer: (answer, call) =>
      answer.status === 401 && call.found.route?.part === 'api' && call.request.headers.has('authorization')
        ? jsonAnswer(200, { items: [], nextToken: '' })
        : normal.answer(answer, call),
  }));
  expect(requirementsWithVerdict(verdicts, 'inconclusive')).toEqual(byAPage);
  expect(requirementsWithVerdict(verdicts, 'failed', 'warning')).toEqual(['OIC-13']);
});

test('a refusal of a user who has nothing to see is no finding, except a refusal with 401', async () => {
  const forbidding = findVariant('transport/nothing-to-see-is-not-found');
  const verdicts = await verdictsAt(forbidding?.behaviour ?? (() => ({})));
  expect(requirementsWithVerdict(verdicts, 'passed', 'failed', 'warning', 'broken')).toEqual([]);
  const unknown = await verdictsAt((normal) => ({
    listingIsForbidden: (call, actor, listing) =>
      actor.credential.kind === 'idToken'
        ? refusal('unknown-user', 'Nobody knows you.')
        : normal.listingIsForbidden(call, actor, listing),
  }));
  expect(requirementsWithVerdict(unknown, 'failed')).toEqual(['OIC-01']);
});
