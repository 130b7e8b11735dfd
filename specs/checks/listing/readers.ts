import type { Exchange } from '../../../core/exchange.ts';
import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import { demand, finding, held } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { aReader, aStock, pick, readersAt, settle } from '../../expectations/listing-stock.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { reservedCharactersEnd, plainTimes } from './stocks.ts';
import { NothingToJudge } from '../../../core/trouble.ts';

/** The requirement that each listing answers with a page, by path. The listing of assay results has several. */
const requirementOf: Readonly<Record<string, RequirementId>> = {
  '/api/v3/entry/items': 'LST-01',
  '/api/v2/entries': 'LST-02',
  '/api/v3/plate/items': 'LST-03',
  '/api/v2/plates': 'LST-04',
};

const pageRequirement = (path: string): RequirementId => requirementOf[path] ?? 'LST-05';

/** Reports whether the answer is a page. A page of assay results must have its two named members. */
function isWholePage(path: string, exchange: Exchange): boolean {
  if (!accepted(exchange)) return false;
  const body = jsonObject(exchange);
  return path in requirementOf || (body !== undefined && 'results' in body && 'nextToken' in body);
}

const describeAnswer = (exchange: Exchange): string => (succeeded(exchange) ? 'gave no page' : answer(exchange));

/** Readers who get a page, and names that it may hold ("Listing endpoints used in examples"). */
export const readersChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/each-answers-every-kind-of-reader',
    title: 'Each of the five listings answers an app, a user and an app that acts for a user with a page',
    proves: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05', 'LST-18', 'LST-31'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const times = plainTimes(2);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: 2 }, ['app']);
      const answers = [];
      for (const kind of readersAt(scene)) {
        const reader = await aReader(scene, stock.project, kind);
        const { authorization } = reader;
        for (const listing of await scene.listings()) {
          await settle(scene, stock, reader, listing);
          const { path } = listing;
          const sized = await scene.call(path, { authorization, query: { pageSize: '5' } });
          answers.push({ kind, path, sized, bare: await scene.call(path, { authorization }) });
        }
      }
      return answers;
    },
    *judge(answers) {
      for (const { kind, path, sized, bare } of answers) {
        const subject = `GET ${path} by a reader (${kind}) with access`;
        const refused = [sized, bare].some(({ response }) => response?.status === 401);
        // keys need not be valid for each version (FRE-216)
        if (kind === 'key' && !accepted(sized) && !accepted(bare)) continue;
        if (!(yield* premise(!refused, `GET ${path} refused the credential itself (${kind})`))) continue;
        const [right, bareIsRight] = [isWholePage(path, sized), isWholePage(path, bare)];
        if (right) {
          yield demand(
            accepted(bare),
            'LST-18',
            `${subject} and without pageSize`,
            describeAnswer(bare),
            'a page',
            bare,
          );
        }
        // a tenant may refuse sizes (FRE-140, FRE-253)
        const isOfItsSize = !right && [400, 422].includes(sized.response?.status ?? 0);
        if ((right || isOfItsSize) && bareIsRight) {
          yield held(pageRequirement(path));
          yield held('LST-31');
        } else if (!right || accepted(bare)) {
          // another check judges a listing that gives no reader a page
          const wrong = right ? bare : sized;
          const observed = accepted(wrong) ? 'gave no object with results and nextToken' : describeAnswer(wrong);
          const others = answers.some((one) => one.path === path && isWholePage(path, one.bare));
          if (yield* premise(others, `GET ${path} gave no reader a page`)) {
            // Each listing is promised to the readers that it serves. That it serves all of them is stated for apps
            // only.
            const requirement = kind === 'app' || succeeded(wrong) ? pageRequirement(path) : 'LST-31';
            yield finding(requirement, subject, observed, 'a page, as others get', wrong);
          }
        }
      }
    },
  }),

  check({
    id: 'listing/pages-hold-names-of-any-characters',
    title: 'A listing gives a page of names with quotation marks, backslashes and markup',
    proves: ['LST-01', 'LST-02', 'LST-03', 'LST-04'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const times = plainTimes(1);
      const plan = { entry: times, plate: times, assayResult: 0 };
      const plain = await aStock(scene, plan, ['app']);
      // the specification does not say which names records may have
      const awkward = await unlessRefused(aStock(scene, { ...plan, nameEnd: reservedCharactersEnd }, ['app']));
      if (awkward === undefined) throw new NothingToJudge('no record may have such a name');
      const answers = [];
      for (const listing of await scene.listings()) {
        if (listing.kind === 'assayResult' || !scene.isServed(listing)) continue;
        const pages = [];
        for (const stock of [plain, awkward]) {
          const reader = pick(stock.readers, 0);
          await settle(scene, stock, reader, listing);
          pages.push(await scene.call(listing.path, { authorization: reader.authorization }));
        }
        answers.push({ path: listing.path, pages });
      }
      return answers;
    },
    *judge(answers) {
      for (const { path, pages } of answers) {
        const [plain, awkward] = pages;
        if (plain === undefined || awkward === undefined) continue;
        const served = accepted(awkward);
        if (!(yield* premise(served || accepted(plain), `GET ${path} gave no page of plain names either`))) continue;
        const subject = `GET ${path} with a record whose name ends in${reservedCharactersEnd}`;
        yield demand(served, pageRequirement(path), subject, describeAnswer(awkward), 'a page', awkward);
      }
    },
  }),
];
