import { describe, expect, test } from 'vitest';
import { held } from '../../core/judgement.ts';
import { aKeyOwner, grant } from '../../drivers/world/actors.ts';
import type { CallForm } from '../../generators/presentation.ts';
import { listingForms, plainPresentation } from '../../generators/presentation.ts';
import { check } from '../../specs/check.ts';
import { accepted } from '../../specs/expectations/acceptance.ts';
import type { Shown } from '../../specs/world/presentations.ts';
import { createSharedRecords, Presenter } from '../../specs/world/presentations.ts';
import { refusal } from '../../tenant/http/refusal.ts';
import type { Variant } from '../../tenant/index.ts';
import { withTimeSkipped } from '../drivers/skipped-time.ts';

type Show = (call: CallForm, mayServe: boolean, wrong?: boolean) => Promise<Shown>;

/** Presents a key of a user who may see the shared records, like a case, and returns the calls in words. */
async function callsOf(
  story: (show: Show) => Promise<readonly Shown[]>,
  { sent = [], variant }: { readonly sent?: string[]; readonly variant?: Variant } = {},
): Promise<readonly string[]> {
  const calls: string[] = [];
  const made = check({
    id: 'api-key/a-made-up-check',
    title: 'A made-up check',
    proves: ['KEY-01'],
    needs: ['user.create', 'apiKey.create'],
    arrange: createSharedRecords,
    async gather(scene, _, shared) {
      const owner = await aKeyOwner(scene);
      if (shared.project !== undefined) await grant(scene, shared.project, owner);
      const presenter = new Presenter(scene, shared, undefined);
      const shown = await story((call, mayServe, wrong = false) =>
        presenter.call(
          { id: 0, kind: 'apiKey' },
          wrong ? 'no-key' : owner.apiKey,
          { ...plainPresentation, call },
          mayServe,
        ),
      );
      calls.push(...shown.map(describeCall));
      sent.push(
        ...scene.journal.exchanges.map((exchange) =>
          describeCall({ exchange, served: accepted(exchange), versions: [], forms: [] }),
        ),
      );
      return null;
    },
    *judge() {
      yield held('KEY-01');
    },
  });
  const { result } = await withTimeSkipped(made, { runs: 1, ...(variant === undefined ? {} : { variant }) });
  expect(result).toMatchObject({ verdict: 'passed' });
  return calls;
}

function describeCall({ exchange: { request }, served }: Shown): string {
  const { searchParams } = new URL(request.url);
  return `${[request.method, ...searchParams.keys()].join(' ')}: ${served ? 'served' : 'refused'}`;
}

describe('a credential', () => {
  test('is served in each form of listing, and in a plain listing if the profile has no filter', async () => {
    const calls = await callsOf(async (show) => {
      const shown: Shown[] = [];
      for (const call of listingForms) shown.push(await show(call, true));
      return shown;
    });
    expect(calls).toEqual(['GET: served', 'GET pageSize nextToken: served', 'GET sort: served', 'GET: served']);
  });

  test('that has to be refused is presented only in forms in which one of its kind was served', async () => {
    const calls = await callsOf(async (show) => {
      await show('listing', true);
      const before = await show('sorted page', false, true);
      await show('sorted page', true);
      return [before, await show('sorted page', false, true)];
    });
    expect(calls).toEqual(['GET: refused', 'GET sort: refused']);
  });

  test('that has to be refused is presented once, in the drawn form', async () => {
    const sent: string[] = [];
    await callsOf(
      async (show) => [
        await show('listing', true),
        await show('sorted page', true),
        await show('listing', false, true),
      ],
      { sent },
    );
    expect(sent.slice(-2)).toEqual(['GET sort: served', 'GET: refused']);
  });

  test('that has to be refused is presented with the page token from the time when it was served', async () => {
    const calls = await callsOf(async (show) => {
      await show('following page', true);
      return [await show('following page', false)];
    });
    expect(calls).toEqual(['GET pageSize nextToken: served']);
  });

  // every page token has ended, as if a record had been added meanwhile (FRE-135, FRE-136)
  test.each([
    [409, 'GET pageSize: served'],
    // this could be the credential, so the form shows nothing
    [401, 'GET: served'],
  ])('whose page tokens are answered with %i is shown by "%s"', async (status, call) => {
    const variant: Variant = {
      id: 'listing/no-page-token-is-known',
      freedoms: ['FRE-136'],
      summary: 'Every page token has ended.',
      behaviour: (normal) => ({
        readPageToken: () => refusal('invalid-page-token', 'Begin again.'),
        refusalStatus: (sent, refused) =>
          refused.refused === 'invalid-page-token' ? status : normal.refusalStatus(sent, refused),
      }),
    };
    expect(await callsOf(async (show) => [await show('following page', true)], { variant })).toEqual([call]);
  });
});
