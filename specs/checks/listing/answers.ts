import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { demand, finding, held } from '../../../core/judgement.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import { aKeyOwnerWithAccess, settledActor } from '../../../drivers/world/actors.ts';
import type { SettledActor } from '../../../drivers/world/actors.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsAll } from '../../expectations/acceptance.ts';
import { aReader, readersOfAll, timedRecords } from '../../expectations/listing-stock.ts';
import { aProject, someRecords } from '../../../drivers/world/actors.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { plainTimes } from './stocks.ts';

const requirementOf: Readonly<Record<string, RequirementId>> = {
  '/api/v3/entry/items': 'LST-01',
  '/api/v2/entries': 'LST-02',
  '/api/v3/plate/items': 'LST-03',
  '/api/v2/plates': 'LST-04',
};

/** An actor's view of one listing. */
interface Answered {
  readonly listing: Listing;
  readonly view: View;
  /** The actor's own records of the listing's kind, if they are known. */
  readonly records: readonly CreatedRecord[];
  /** The actor's records of other kinds that the view shows. */
  readonly strays: readonly CreatedRecord[];
}

async function lookEverywhere(scene: Scene, { authorization, laboratory }: SettledActor): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const listing of await scene.listings()) {
    const records = laboratory?.records.filter(({ kind }) => kind === listing.kind) ?? [];
    const view = await scene.settle(
      () => scene.view(listing, authorization),
      (one) => one.end !== 'refused' && records.every((record) => shows(one, record)),
    );
    const others = laboratory?.records.filter(({ kind }) => kind !== listing.kind) ?? [];
    answers.push({ listing, view, records, strays: others.filter((record) => shows(view, record)) });
  }
  return answers;
}

/** Answers of the five listings ("Listing endpoints used in examples"; "Paginated list response"). */
export const answersChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/each-answers-with-a-page',
    title: 'Each of the five listings answers an authorized call with a page of its records',
    proves: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05', 'LST-31'],
    needs: ['actor'],
    async gather(scene) {
      const first = await lookEverywhere(scene, await settledActor(scene));
      const missingWays = first.some(
        ({ view, records }) => !isServed(view) || !records.every((one) => shows(view, one)),
      );
      // if something is wrong, another kind of actor shows whether the credential is the cause
      const users = scene.supports('user.create') && scene.supports('apiKey.create');
      const second = missingWays && users ? await lookEverywhere(scene, await aKeyOwnerWithAccess(scene)) : [];
      return { first, second };
    },
    *judge({ first, second }) {
      const all = [...first, ...second];
      if (
        !(yield* premise(
          all.some(({ view }) => isServed(view)),
          'no listing was served to an actor with access',
        ))
      )
        return;
      for (const [index, one] of first.entries()) {
        const { listing, view, records, strays } = one;
        const requirement = requirementOf[listing.path] ?? 'LST-05';
        const subject = `GET ${listing.path} by an actor with access`;
        const other = second[index];
        const [page] = view.pages;
        if (page === undefined) continue;
        if (!isServed(view)) {
          if (other !== undefined && isServed(other.view)) continue;
          const denied = page.response?.status === 401 || (page.response?.status === 403 && records.length === 0);
          const alone = second.length === 0 && denied;
          if (!(yield* premise(!alone, `${subject} ${answer(page)}, perhaps because permission is missing`))) continue;
          const observed = succeeded(page) ? 'gave no page' : answer(page);
          yield finding(requirement, subject, observed, 'a page', page);
        } else if (listing.kind === 'assayResult') {
          const lacking = ['results', 'nextToken'].filter((name) => !(name in (jsonObject(page) ?? {})));
          if (lacking.length > 0)
            yield finding(
              'LST-05',
              subject,
              `gave an object without ${lacking.join(' and ')}`,
              'results and nextToken',
              page,
            );
        }
        if (!isServed(view)) continue;
        const shownToOther = other?.records.every((record) => shows(other.view, record)) ?? false;
        if (shownToOther) continue;
        const sisters = sistersOf(one, first);
        // if the items of the page cannot be recognised, the text of the page still counts
        const isEmpty = view.end !== 'unreadable' && view.items.length === 0;
        if (records.length === 0 || records.some((record) => shows(view, record))) yield held(requirement);
        else if (isEmpty || strays.length > 0) {
          const observed = isEmpty ? 'showed no item' : `showed ${strays[0]?.name ?? ''} and none of the records`;
          yield finding(requirement, subject, observed, 'a page of the records', page);
          continue;
        }
        // It is inferred that a page holds all of its records. Another requirement covers a record that one version
        // lacks and the other has.
        const elsewhere = sisters.some((sister) =>
          records.some((record) => !shows(view, record) && shows(sister, record)),
        );
        if (!elsewhere) yield* showsAll(view, records, 'LST-31', subject);
      }
    },
  }),

  check({
    id: 'listing/results-are-a-list',
    title: 'A page of assay results has a list of results, even if there is no result to show',
    proves: ['LST-06'],
    needs: ['actor'],
    async gather(scene) {
      const { authorization } = await settledActor(scene);
      const listing = (await scene.listings()).find(({ kind }) => kind === 'assayResult');
      const path = listing?.path ?? '/assay-results';
      const pages = [await scene.call(path, { authorization })];
      if (makesRecords(scene.target)) {
        const project = await aProject(scene);
        await timedRecords(scene, project, 'entry', plainTimes(1));
        const reader = await aReader(scene, project, 'app');
        pages.push(
          await scene.call(path, { authorization: reader.authorization, note: 'there are no results to show' }),
        );
        pages.push(
          await scene.call(path, {
            authorization: reader.authorization,
            query: { pageSize: '1' },
            note: 'there are no results to show',
          }),
        );
        // some serialisers write a list of one item as the item itself
        const single = await aProject(scene);
        await someRecords(scene, single, 'assayResult');
        for (const kind of await readersOfAll(scene)) {
          const { authorization: own } = await aReader(scene, single, kind);
          pages.push(await scene.call(path, { authorization: own, note: 'there is one result to show' }));
        }
        await someRecords(scene, single, 'assayResult');
        const query = { pageSize: '1' };
        const { authorization: own } = await aReader(scene, single, 'app');
        const first = await scene.settle(
          () => scene.call(path, { authorization: own, query }),
          (page) => nextTokenOf(page) !== undefined,
        );
        const nextToken = nextTokenOf(first);
        if (nextToken !== undefined) {
          const note = 'there is one more result to show';
          pages.push(first, await scene.call(path, { authorization: own, query: { ...query, nextToken }, note }));
        }
      }
      return { path, pages };
    },
    *judge({ path, pages }) {
      const served = pages.filter((page) => succeeded(page) && jsonObject(page) !== undefined);
      if (!(yield* premise(served.length > 0, `GET ${path} gave no object`))) return;
      const wrong = served.find((page) => !Array.isArray(jsonObject(page)?.['results']));
      if (wrong === undefined) return;
      const results = jsonObject(wrong)?.['results'];
      const observed =
        results === undefined
          ? 'had no results'
          : `had ${results === null ? 'null' : `a ${typeof results}`} as results`;
      const subject = `a page of GET ${path}${wrong.note === undefined ? '' : ` when ${wrong.note}`}`;
      yield finding('LST-06', subject, observed, 'a list', wrong);
    },
  }),

  check({
    id: 'listing/every-parameter-is-optional',
    title: 'A listing is served without pageSize, and without any parameter at all',
    proves: ['LST-18', 'LST-19'],
    needs: ['actor'],
    arrange: (scene) => settledActor(scene),
    async gather(scene, _given, { authorization }) {
      const calls = [];
      for (const { path, kind } of await scene.listings()) {
        const ask = (query: Record<string, string>): Promise<Exchange> => scene.call(path, { authorization, query });
        const sort = kind === 'assayResult' ? undefined : { sort: 'modifiedAt:desc' };
        calls.push({
          path,
          // the server of this listing may know the actor later
          both: await scene.settle(() => ask({ pageSize: '5', ...sort }), accepted),
          onlySize: await ask({ pageSize: '5' }),
          ...(sort === undefined ? {} : { onlySort: await ask(sort) }),
          bare: await scene.call(path, { authorization }),
        });
      }
      return calls;
    },
    *judge(calls) {
      for (const { path, both, onlySize, onlySort, bare } of calls) {
        const withSize = onlySort === undefined ? onlySize : both;
        const withoutSize = onlySort ?? bare;
        const any = [both, onlySize].some(accepted);
        if (!(yield* premise(any, `GET ${path} with pageSize ${answer(both)}`))) continue;
        const refused = [both, onlySize, withoutSize, bare].some((call) => call.response?.status === 401);
        if (!(yield* premise(!refused, `GET ${path} refused the credential itself`))) continue;
        if (accepted(withSize)) {
          const subject = `GET ${path} without pageSize`;
          yield demand(accepted(withoutSize), 'LST-18', subject, describeAnswer(withoutSize), 'a page', withoutSize);
        }
        if (!accepted(onlySize))
          yield finding('LST-19', `GET ${path} without sort`, describeAnswer(onlySize), 'a page', onlySize);
        else
          yield demand(
            accepted(bare),
            'LST-19',
            `GET ${path} without a parameter`,
            describeAnswer(bare),
            'a page',
            bare,
          );
      }
    },
  }),
];

function isServed({ pages }: View): boolean {
  return pages[0] !== undefined && accepted(pages[0]);
}

function sistersOf({ listing }: Answered, all: readonly Answered[]): View[] {
  return all
    .filter((one) => one.listing.kind === listing.kind && one.listing.path !== listing.path)
    .map(({ view }) => view);
}

function describeAnswer(exchange: Exchange): string {
  return succeeded(exchange) ? 'gave no page' : answer(exchange);
}
