import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { checks } from '../../specs/checks/index.ts';
import { neighbourKinds, neighbourOf } from '../../generators/email-neighbour.ts';

const path = '/api/v2/entries';
let count = 0;

function answered(status: number, body: object = { entries: [], nextToken: '' }): Exchange {
  return {
    number: ++count,
    at: 0,
    ms: 1,
    request: { method: 'GET', url: `https://tenant.example${path}`, headers: {} },
    response: { status, headers: {}, body: JSON.stringify(status < 300 ? body : { error: 'refused' }) },
  };
}

const [served, refused, forbidden] = [() => answered(200), () => answered(401), () => answered(403)];

/**
 * Returns a check's judgements of evidence: the requirements that it finds broken, `premise`, or the observed freedoms.
 */
function judged(id: string, seen: unknown, given?: unknown): string[] {
  const found = checks.find((check) => check.id === `openid-connect/${id}`);
  if (found === undefined) throw new Error(`there is no check ${id}`);
  return [...found.judge(seen, given)].map((judgement) => {
    if (judgement.kind === 'finding') return judgement.requirement;
    return judgement.kind === 'observation' ? judgement.freedom : judgement.kind;
  });
}

test('an ID token that is never accepted is a finding only if the listing serves another caller', () => {
  const id = 'an-id-token-authenticates-the-call';
  const evidence = { path, bare: refused() };
  expect(judged(id, { ...evidence, first: served(), last: served() })).toEqual([]);
  expect(judged(id, { ...evidence, first: refused(), last: refused(), witness: served() })).toEqual(['OIC-01']);
  expect(judged(id, { ...evidence, first: refused(), last: refused(), witness: refused() })).toEqual(['premise']);
  expect(judged(id, { path, bare: served(), first: served(), last: served() })).toEqual(['premise']);
});

test('a user who has nothing to see may be refused, but not with 401', () => {
  const id = 'an-id-token-authenticates-the-call';
  const refusedWith = (last: Exchange, granted: boolean) => ({ path, bare: refused(), first: last, last, granted });
  expect(judged(id, refusedWith(forbidden(), false))).toEqual(['premise']);
  expect(judged(id, refusedWith(forbidden(), true))).toEqual(['OIC-01']);
  expect(judged(id, refusedWith(refused(), false))).toEqual(['OIC-01']);
  const listings = (call: Exchange, isGuarded = true) => ({
    calls: [{ path, call, served: true, isGuarded }],
    asked: [],
  });
  const each = 'an-id-token-is-accepted-on-each-listing';
  expect(judged(each, { ...listings(forbidden()), granted: false })).toEqual(['premise']);
  expect(judged(each, { ...listings(forbidden()), granted: true })).toEqual(['OIC-24']);
  expect(judged(each, { ...listings(refused()), granted: false })).toEqual(['OIC-24']);
  expect(judged(each, { ...listings(served()), granted: false })).toEqual([]);
  expect(judged(each, { ...listings(served(), false), granted: false })).toEqual(['premise']);
});

test('a required sign-in to the web application is a freedom, and a required consent is not', () => {
  const [signIn, consent] = ['sign-in', 'the user consented to one'];
  const steps = (...after: (readonly [string, Exchange])[]) => ({
    steps: after.map(([name, call]) => ({ after: name, call })),
  });
  const id = 'id-tokens-need-no-app-and-no-consent';
  expect(judged(id, steps(['', served()]))).toEqual([]);
  expect(judged(id, steps(['', refused()], [signIn, served()]))).toEqual([]);
  expect(judged(id, steps(['', refused()], ['an app was installed', served()]))).toEqual(['OIC-25']);
  expect(judged(id, steps(['', refused()], [signIn, refused()], [consent, served()]))).toEqual(['OIC-25']);
  expect(judged(id, steps(['', refused()], [signIn, refused()], [consent, refused()]))).toEqual(['premise']);
  const first = { first: refused(), later: served(), last: served(), path, bare: refused() };
  expect(judged('an-id-token-authenticates-the-call', first)).toEqual(['FRE-109']);
});

test('a new key may take a day, and is judged only after a wait of a day', () => {
  const id = 'a-key-added-later-becomes-usable';
  const round = (call: Exchange, waited: number, control = served()) => ({ key: 'a key', call, waited, control });
  const verdict = (...rounds: object[]) => judged(id, { path, rounds });
  expect(verdict(round(served(), 0), round(served(), 361))).toEqual(['FRE-106', 'FRE-106']);
  expect(verdict(round(refused(), 361))).toEqual(['premise']);
  expect(verdict(round(refused(), 86_461))).toEqual(['OIC-12']);
  expect(verdict(round(refused(), 86_461, refused()))).toEqual(['premise']);
});

test('an unknown user must be refused each time as at first, however other checks judge the first time', () => {
  const id = 'a-refused-id-token-creates-no-user';
  const verdict = (...answers: Exchange[]) => judged(id, { answers, right: served() });
  expect(verdict(refused(), refused(), refused())).toEqual([]);
  expect(verdict(refused(), refused(), served())).toEqual(['OIC-16']);
  expect(verdict(refused(), forbidden())).toEqual(['OIC-16']);
  expect(verdict(forbidden(), forbidden())).toEqual([]);
  expect(verdict(served(), served())).toEqual(['premise']);
});

test('a token that is accepted while keys are missing is a finding only if it was not accepted before', () => {
  const id = 'no-id-token-is-believed-without-keys';
  const verdict = (usual: Exchange, call: Exchange) => {
    const failing = [{ document: 'keys', status: 503, calls: [call], cached: refused() }];
    return judged(id, { path, before: served(), usual: [usual], failing });
  };
  expect(verdict(refused(), refused())).toEqual(['FRE-107']);
  expect(verdict(refused(), answered(503))).toEqual(['FRE-107']);
  expect(verdict(refused(), served())).toEqual(['OIC-10', 'FRE-107']);
  expect(verdict(served(), served())).toEqual(['FRE-107']);
});

test('addresses that resemble that of a user differ from it by more than letter case and normal form', () => {
  const [email, other] = ['labconform-run-user-7@run.conformance.example', 'labconform-run-user-8@run.example'];
  const plain = (address: string) =>
    address
      .normalize('NFKC')
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*@/, '@');
  for (const kind of neighbourKinds) {
    expect([plain(email), plain(other)]).not.toContain(plain(neighbourOf(email, kind, other)));
  }
});
