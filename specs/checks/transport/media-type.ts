import fc from 'fast-check';
import { isRefusal, Unsupported } from '../../../core/trouble.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { aKeyOwnerWithAccess, anAccessToken, anApp, someRecords } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { RecordKind } from '../../../drivers/world/listing.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { filteredTarget } from '../../expectations/following-call.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { isLabelledJson } from '../../expectations/media-type.ts';
import { notApplicable } from '../../../core/judgement.ts';

const morePages = 2;

/** The media type of listing answers ("Listing endpoints": all calls send `Accept: application/json`). */
export const mediaTypeChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-page-is-labelled-json',
    title: 'A successful listing answer is a JSON object and is labelled as JSON',
    proves: ['TRN-18'],
    needs: ['actor'],
    cases: fc.record({
      listing: fc.nat(4),
      who: fc.constantFrom('anybody', 'anybody', 'an app with nothing to see', 'a key owner', 'a user of an app'),
      pageSize: fc.constantFrom(undefined, '1'),
      sort: fc.constantFrom(undefined, undefined, 'modifiedAt:asc', 'modifiedAt:desc'),
    }),
    maxCases: 40,
    async arrange(scene) {
      const { app, authorization, laboratory, open } = await listingActor(scene);
      if (laboratory !== undefined) {
        for (const kind of ['entry', 'plate', 'assayResult'] as const) {
          // enough records for a page that is not a short one
          await someRecords(scene, laboratory, kind, 9);
          for (const name of oddNames) await aRecordCalled(scene, laboratory, kind, name);
        }
      }
      const filtered = laboratory === undefined ? undefined : await filteredTarget(scene, laboratory);
      return {
        filtered,
        open,
        anybody: authorization,
        'an app with nothing to see': app && bearer(await anAccessToken(scene, await anApp(scene))),
        'a key owner': await ofKeyOwner(scene),
        'a user of an app': app && (await ofUser(scene)),
      };
    },
    async gather(scene, { listing, who, pageSize, sort }, { filtered, open, ...authorizations }) {
      const { path } = listingAt(open, listing);
      const authorization = authorizations[who] ?? authorizations.anybody;
      const query = {
        ...(pageSize === undefined ? {} : { pageSize }),
        // sort is not among the parameters of assay results
        ...(sort === undefined || path.endsWith('assay-results') ? {} : { sort }),
      };
      const first = await scene.settle(() => scene.call(path, { authorization, query }), succeeded);
      const pages = [first];
      if (who === 'anybody' && path.endsWith('assay-results') && filtered !== undefined) {
        pages.push(await scene.call(filtered, { authorization, note: 'the records that a filter leaves' }));
      }
      for (let next = nextTokenOf(first); next !== undefined && pages.length <= morePages;) {
        const page = await scene.call(path, { authorization, query: { ...query, nextToken: next } });
        pages.push(page);
        next = nextTokenOf(page);
      }
      return { path, pages };
    },
    *judge({ path, pages }, { who, pageSize }) {
      const [first] = pages;
      // an actor who has nothing to see may be refused, and the specification does not say how small a page may be
      if (first !== undefined && who === 'anybody' && pageSize === undefined) {
        yield* premise(succeeded(first), `GET ${path} with a right credential ${answer(first)}`);
      }
      const served = pages.filter(succeeded);
      if (served.length === 0) yield notApplicable(`GET ${path} served nothing to ${who}`);
      for (const page of served) yield* isLabelledJson(page, `the page of GET ${path} for ${who}`);
    },
  }),
];

/** Characters that JSON has to escape, or has to carry unchanged. */
const oddNames = ['– 5 µL Größe 血清 🧪', 'in "two"\nlines,\ta tab, a \\ and a \\n'];

/** Creates a record with an odd name, if the control can make one. */
async function aRecordCalled(scene: Scene, { projectId }: Project, kind: RecordKind, name: string): Promise<void> {
  const records = [{ name: `${scene.target.name(kind)} ${name}` }];
  await scene.operate('record.create', { kind, projectId, records }).catch((reason: unknown) => {
    if (!(isRefusal(reason) || reason instanceof Unsupported)) throw reason;
  });
}

async function ofUser(scene: Scene): Promise<string | undefined> {
  const able = scene.supports('app.create') && scene.supports('user.create') && scene.supports('browser.authorize');
  if (!able) return undefined;
  const { user } = await aUserWithAccess(scene);
  return (await aGrant(scene, await aClient(scene), user)).authorization;
}

async function ofKeyOwner(scene: Scene): Promise<string | undefined> {
  const able = scene.supports('user.create') && scene.supports('apiKey.create');
  return able ? (await aKeyOwnerWithAccess(scene)).authorization : undefined;
}

export { isJsonType } from '../../expectations/media-type.ts';
