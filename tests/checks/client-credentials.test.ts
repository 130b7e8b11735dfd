import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../core/judgement.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { showsNone } from '../../specs/expectations/acceptance.ts';
import { identityOf, isAttributedTo } from '../../specs/expectations/attribution.ts';
import { seesAll } from '../../specs/expectations/reach.ts';
import { answered, aRecord, viewOf, viewOfPage } from '../world/answers.ts';

/** Returns judgements in short form: the finding, the observation, or the premise that was not met. */
function inShort(judgements: Iterable<Judgement>): string[] {
  return [...judgements].map((one) => {
    if (one.kind === 'finding') return `${one.requirement}: ${one.observed}`;
    if (one.kind === 'observation') return `${one.freedom}: ${one.observed}`;
    return one.kind === 'premise' ? `premise: ${one.text}` : one.kind;
  });
}

const first = aRecord('ent_first', 'first');
const second = aRecord('ent_second', 'second');
const listed = (...records: readonly CreatedRecord[]): Promise<View> =>
  viewOfPage({ entries: records.map(({ id }) => ({ id })), nextToken: '' });
const refused = (status: number): Promise<View> => viewOf(() => answered({ error: 'no' }, status));

describe('an app that was added to a project', () => {
  const judged = async (
    view: Promise<View>,
    {
      witness,
      sisters = [],
      known,
    }: { witness?: Promise<View>; sisters?: Promise<View>[]; known?: CreatedRecord[] } = {},
  ): Promise<string[]> => {
    const seen: View[] = [];
    for (const sister of sisters) seen.push(await sister);
    const look = { view: await view, sisters: seen, ...(witness === undefined ? {} : { witness: await witness }) };
    return inShort(seesAll(look, [first, second], 'CCR-08', 'GET', known));
  };

  test('sees all of its records', async () => {
    expect(await judged(listed(second, first))).toEqual(['held']);
  });

  test('lacks one of them', async () => {
    expect(await judged(listed(first))).toEqual(['CCR-08: lacked 1 of 2 records (second)']);
  });

  test('lacks them if it sees other known records instead', async () => {
    const others = [aRecord('ent_third', 'third'), aRecord('ent_fourth', 'fourth')];
    expect(await judged(listed(...others), { known: [first, second, ...others] })).toEqual([
      'CCR-08: lacked 2 of 2 records (first)',
    ]);
  });

  test('is not judged if as many items cannot be recognised', async () => {
    expect(await judged(viewOfPage({ entries: [{ no: 1 }, { no: 2 }], nextToken: '' }))).toEqual([
      'premise: the items of GET /api/v2/entries cannot be recognised by name or identifier: set api.itemId',
    ]);
  });

  test('lacks some if there are fewer items than records', async () => {
    expect(await judged(viewOfPage({ entries: [{ no: 1 }], nextToken: '' }))).toEqual([
      'CCR-08: lacked 2 of 2 records (first)',
    ]);
  });

  test('is forbidden to list at all', async () => {
    expect(await judged(refused(403))).toEqual(['CCR-08: was answered with 403']);
  });

  test('is not judged if the token itself was refused', async () => {
    expect(await judged(refused(401), { witness: listed(first, second) })).toEqual([
      'premise: GET /api/v2/entries was answered with 401: the credential itself was refused',
    ]);
  });

  test('is not judged by a listing that fails for every caller', async () => {
    const judgements = await judged(refused(500), { witness: refused(500) });
    expect(judgements).toEqual([
      expect.stringMatching(/^premise: .* was answered with 500, and did not serve another actor/),
    ]);
  });

  test('is judged if the listing fails for it alone', async () => {
    expect(await judged(refused(500), { witness: listed(first, second) })).toEqual(['CCR-08: was answered with 500']);
  });

  test('is not judged by a record that this listing shows no caller, but that of the other version shows', async () => {
    expect(await judged(listed(first), { witness: listed(first), sisters: [listed(first, second)] })).toEqual([
      expect.stringMatching(/^FRE-155: /),
      'held',
    ]);
  });

  test('is judged by a record that others see in this listing', async () => {
    const look = { witness: listed(first, second), sisters: [listed(first, second)] };
    expect(await judged(listed(first), look)).toEqual(['CCR-08: lacked 1 of 2 records (second)']);
  });

  test('is judged by a record that no listing shows', async () => {
    expect(await judged(listed(first), { witness: listed(first), sisters: [listed(first)] })).toEqual([
      'CCR-08: lacked 1 of 2 records (second)',
    ]);
  });

  test('is not judged if the pages do not end or are refused', async () => {
    const endless = viewOf(() => answered({ entries: [{ id: 'ent_first' }], nextToken: 'on' }));
    expect(await judged(endless)).toEqual(['premise: the pages of GET /api/v2/entries did not end']);
    const broken = viewOf((token) =>
      token === undefined ? answered({ entries: [], nextToken: 'on' }) : answered({}, 400),
    );
    expect(await judged(broken)).toEqual(['premise: page 2 of GET /api/v2/entries was answered with 400']);
  });
});

describe('an app that was not added to a project', () => {
  const judged = async (view: Promise<View>): Promise<string[]> =>
    inShort(showsNone(await view, [first], 'CCR-10', 'GET'));

  test('gets no finding for a record that is not surely there', async () => {
    const small = aRecord('7', 'seventh');
    const view = await viewOfPage({ entries: [{ id: 8, version: 7 }], nextToken: '' });
    expect(inShort(showsNone(view, [small], 'CCR-10', 'GET'))).toEqual(['held']);
    expect(await judged(listed(second))).toEqual(['held']);
    expect(await judged(refused(404))).toEqual(['held']);
  });

  test('is not judged by a refusal of the credential itself', async () => {
    expect(await judged(refused(401))).toEqual([]);
  });

  test('gets a finding for a record in a refusal, or in items that cannot be told apart', async () => {
    expect(await judged(viewOf(() => answered('No access to ent_first', 403)))).toEqual(['CCR-10: showed first']);
    expect(await judged(viewOfPage({ entries: { ent_first: {} } }))).toEqual(['CCR-10: showed first']);
  });
});

describe('a record that an app created', () => {
  const app = { appId: 'app_1', clientId: 'client-1', clientSecret: 'secret', own: true };
  const identities = [
    identityOf({ ...app, appId: 'app_2', clientId: 'client-2' }, 'another app'),
    identityOf({ userId: 'usr_1', email: 'a@lab.example' }, 'a user'),
  ];
  const judged = (written: Exchange): string[] =>
    inShort(isAttributedTo(written, '/by', identityOf(app, 'the app'), identities, 'CCR-15', 'a record'));

  test.each(['app_1', 'client-1'])('names it by %s', (by) => {
    expect(judged(answered({ by }, 201))).toEqual(['held']);
  });

  test.each([
    ['app_2', 'another app'],
    ['client-2', 'another app'],
    ['usr_1', 'a user'],
    ['A@LAB.example', 'a user'],
  ])('names another actor by %s', (by, who) => {
    expect(judged(answered({ by }, 201))).toEqual([`CCR-15: named ${who} as its creator (${by})`]);
  });

  test.each(['usr_unknown', 'APP_1', 'app'])('names by %s no actor that the suite knows', (by) => {
    const observed = `what the app created names "${by}" as its creator`;
    expect(judged(answered({ by }, 201))).toEqual([
      `FRE-52: ${observed}`,
      `premise: ${observed}, which is no actor that the suite knows`,
    ]);
  });

  test.each([
    ['app_3', 'app_1', ['CCR-15: named somebody else as its creator (app_3)']],
    ['CLIENT-9', 'client-1', ['CCR-15: named somebody else as its creator (CLIENT-9)']],
    ['app_10', 'app_1', [expect.stringContaining('FRE-52'), expect.stringContaining('premise')]],
    ['pending', 'app_1', [expect.stringContaining('FRE-52'), expect.stringContaining('premise')]],
    ['app_3', 'usr_9', [expect.stringContaining('FRE-52'), expect.stringContaining('premise')]],
  ])('names it by %s after a record that named it by %s', (by, before, judgements) => {
    const earlier = [answered({ by: before }, 201)];
    const written = answered({ by }, 201);
    const actor = identityOf(app, 'the app');
    expect(inShort(isAttributedTo(written, '/by', actor, identities, 'CCR-15', 'a record', earlier))).toEqual(
      judgements,
    );
  });

  test('names no creator, or was not created', () => {
    expect(judged(answered({}, 201))).toEqual(['premise: the answer to the write probe names no creator at /by']);
    expect(judged(answered({ by: 'app_2' }, 403))).toEqual([
      'premise: GET by the app to create a record was answered with 403',
    ]);
  });
});
