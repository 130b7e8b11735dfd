import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Project, User } from '../../../drivers/world/actors.ts';
import { anAccessToken, aProject, aUser, grant, revoke, someRecords } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { AssayLaboratory, Reader, Row, Table } from '../../../drivers/world/filter-laboratory.ts';
import {
  addRows,
  aKeyReader,
  anAppReader,
  aReader,
  rowOf,
  rowsIn,
  seenBy,
} from '../../../drivers/world/filter-laboratory.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import { anIdToken, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { AssayAsked } from '../../../generators/filter-assays.ts';
import {
  assayAssertions,
  assayColumns,
  boundedAssertions,
  jointAssertions,
  assayRows,
  describeAsked,
} from '../../../generators/filter-assays.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { firstPage, places, readable, served, shownRows } from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

/** Number of different rows in the other project, which has several results with each of them. */
const hiddenRows = 8;

/**
 * A laboratory, and results of the same schema in another project. The readers may not see that project, but their
 * witnesses may.
 */
interface GuardedLaboratory {
  readonly laboratory: AssayLaboratory;
  readonly hidden: Table;
  /** Readers who may see only the laboratory, each with a witness. */
  readonly readers: readonly GuardedReader[];
}

interface GuardedReader {
  readonly who: string;
  readonly reader: Reader;
  /** Issues an ID token for each case, because an ID token is valid only for a while. */
  readonly authorize?: (scene: Scene) => Promise<string>;
  readonly witness: Reader;
}

async function guardedLaboratory(scene: Scene): Promise<GuardedLaboratory> {
  const laboratory = await assayLaboratory(scene);
  const { listing, project, table } = laboratory;
  const closed = await aProject(scene);
  // the hidden records are older and newer than the visible ones, so that they would be on the first page or on a
  // later one
  const older = await addRows(scene, closed, table, assayRows(hiddenRows), '2021-03-04T05:06:07Z');
  const newer = await addRows(scene, closed, table, assayRows(hiddenRows));
  const linking = await rowsThatLinkTo(scene, laboratory, closed);
  const hidden: Table = { ...table, rows: [...older.rows, ...newer.rows, ...linking] };
  const canMakeApps = scene.supports('app.create');
  const witness = canMakeApps ? await anAppReader(scene) : await aReader(scene);
  for (const one of [project, closed]) await grant(scene, one, witness.actor);
  await seenBy(scene, listing, witness, [table, hidden]);
  const readers: GuardedReader[] = [{ who: 'the reader', reader: laboratory.reader, witness }];
  if (canMakeApps) {
    const app = await anAppReader(scene);
    await grant(scene, project, app.actor);
    await seenBy(scene, listing, app, [table]);
    readers.push({ who: 'an app', reader: app, witness });
    if (scene.supports('project.revoke')) {
      const former = await anAppReader(scene);
      for (const one of [project, closed]) await grant(scene, one, former.actor);
      await seenBy(scene, listing, former, [table, hidden]);
      await revoke(scene, closed, former.actor);
      readers.push({ who: 'an app that was removed from the other project', reader: former, witness });
    }
  }
  if (scene.supports('project.revoke') && scene.supports('user.create')) {
    const former = await aReader(scene);
    for (const one of [project, closed]) await grant(scene, one, former.actor);
    await seenBy(scene, listing, former, [table, hidden]);
    await revoke(scene, closed, former.actor);
    readers.push({ who: 'a former reader of the other project', reader: former, witness });
    readers.push(...(await formerReadersOtherwise(scene, laboratory, former, witness)));
  }
  if (canMakeApps && scene.supports('user.create') && scene.supports('browser.authorize')) {
    // An app that may see the other project itself. It acts for a user who may see that project, and for one who may
    // not.
    const client = await aClient(scene);
    await grant(scene, closed, client);
    const [user, other] = [await aUser(scene), await aUser(scene)];
    for (const one of [user, other]) await grant(scene, project, one);
    await grant(scene, closed, other);
    const delegated = async (actor: User): Promise<Reader> => {
      const { authorization } = await aGrant(scene, client, actor);
      return { actor, authorization };
    };
    const [reader, knowing] = [await delegated(user), await delegated(other)];
    await seenBy(scene, listing, reader, [table]);
    await seenBy(scene, listing, knowing, [table, hidden]);
    readers.push({ who: 'an app for a user', reader, witness: knowing });
    // the permissions of its users do not count for an app that acts as itself
    const authorized = await aClient(scene);
    await grant(scene, project, authorized);
    await aGrant(scene, authorized, other);
    const itself = { actor: authorized, authorization: bearer(await anAccessToken(scene, authorized)) };
    await seenBy(scene, listing, itself, [table]);
    readers.push({ who: 'an app that a reader of the other project has authorized', reader: itself, witness });
  }
  // if the listing without a filter shows the hidden records, filters are not the cause
  const guarded: GuardedReader[] = [];
  for (const one of readers) {
    const view = await scene.settle(
      () => filteredView(scene, listing, one.reader.authorization, []),
      (seen) => rowsIn(seen, hidden.rows).size === 0,
    );
    if (rowsIn(view, hidden.rows).size === 0) guarded.push(one);
  }
  if (guarded.length === 0) throw new PremiseUnmet('without a filter every reader sees the records of another project');
  return { laboratory, hidden, readers: guarded };
}

/**
 * Returns readers for a user who was removed from the other project, with other credentials than the one that saw it.
 */
async function formerReadersOtherwise(
  scene: Scene,
  { listing, table }: AssayLaboratory,
  { actor: user }: Reader,
  witness: Reader,
): Promise<GuardedReader[]> {
  if (!('email' in user)) return [];
  const readers: GuardedReader[] = [];
  if (scene.supports('app.create') && scene.supports('browser.authorize')) {
    const { authorization } = await aGrant(scene, await aClient(scene), user);
    readers.push({
      who: 'an app for a former reader of the other project',
      reader: { actor: user, authorization },
      witness,
    });
  }
  if (scene.supports('identityProvider.trust')) {
    await signInWhereNeeded(scene, user);
    const authorize = async (part: Scene): Promise<string> => bearer(await anIdToken(part, plainIdToken, { user }));
    const authorization = await unlessRefused(authorize(scene));
    // ID tokens need not be valid for each version (FRE-216).
    const view = authorization === undefined ? undefined : await filteredView(scene, listing, authorization, []);
    if (authorization !== undefined && view?.end === 'whole' && rowsIn(view, table.rows).size === table.rows.length)
      readers.push({
        who: 'a former reader of the other project with an ID token',
        reader: { actor: user, authorization },
        authorize,
        witness,
      });
  }
  return readers;
}

/** Creates results in another project that link to an entry which the reader of the laboratory may see. */
async function rowsThatLinkTo(
  scene: Scene,
  { project, table }: AssayLaboratory,
  closed: Project,
): Promise<readonly Row[]> {
  const [entry] = await someRecords(scene, project, 'entry');
  const linked = assayRows(hiddenRows).map((values) =>
    values.map((value, column) => (assayColumns[column]?.type === 'Entity Link' ? entry?.id : value)),
  );
  // the specification does not say which records a link may point to
  return (await unlessRefused(addRows(scene, closed, table, linked)))?.rows ?? [];
}

const guardedCases = objectOf({
  // one field or two, because a tenant may look them up in different ways
  asked: fc.oneof(
    { weight: 3, arbitrary: assayAssertions().map((one) => [one]) },
    { weight: 1, arbitrary: jointAssertions(hiddenRows) },
  ),
  reader: fc.nat(7),
  pageSize: fc.constantFrom(undefined, 3, 4),
  /** Whether a reader who may see more asks for the same filter first. */
  second: fc.boolean(),
});

async function lookPastGuard(
  scene: Scene,
  { asked, pageSize, second }: { asked: readonly AssayAsked[]; pageSize: number | undefined; second: boolean },
  { laboratory }: GuardedLaboratory,
  chosen: GuardedReader,
): Promise<FilterLook> {
  const size = pageSize === undefined ? {} : { pageSize };
  // the result for one reader must not be shown to another
  if (second) await assayLook(scene, { ...laboratory, reader: chosen.witness }, asked, size);
  const { authorize, reader } = chosen;
  const authorization = authorize === undefined ? reader.authorization : await authorize(scene);
  return assayLook(scene, { ...laboratory, reader: { ...reader, authorization } }, asked, {
    who: chosen.who,
    ...size,
  });
}

function chosenFrom({ readers }: GuardedLaboratory, position: number): GuardedReader {
  const chosen = readers[position % readers.length];
  if (chosen === undefined) throw new PremiseUnmet('there is no reader for this case');
  return chosen;
}

/** Kinds of credentials with the same reach. */
const credentials = ['an API key', 'an app token', 'a delegated token', 'an ID token'] as const;

interface SharedLaboratory {
  readonly laboratory: AssayLaboratory;
  readonly readers: readonly SharedReader[];
}

interface SharedReader {
  readonly who: (typeof credentials)[number];
  /** Issues the credential for each case, because an ID token is valid only for a while. */
  readonly authorize: (scene: Scene) => Promise<string>;
}

async function sharedLaboratory(scene: Scene): Promise<SharedLaboratory> {
  const laboratory = await assayLaboratory(scene);
  const { listing, project, table } = laboratory;
  const app = await anAppReader(scene);
  // if keys may not filter, an app reads the laboratory
  const isKey = 'userId' in laboratory.reader.actor;
  const reader = isKey ? laboratory.reader : await aKeyReader(scene);
  if (!isKey) {
    await grant(scene, project, reader.actor);
    await seenBy(scene, listing, reader, [table]);
  }
  const readers: SharedReader[] = [
    { who: 'an API key', authorize: async () => reader.authorization },
    { who: 'an app token', authorize: async () => app.authorization },
  ];
  await grant(scene, project, app.actor);
  await seenBy(scene, listing, app, [table]);
  if (scene.supports('browser.authorize') && 'userId' in reader.actor) {
    const { authorization } = await aGrant(scene, await aClient(scene), reader.actor);
    await seenBy(scene, listing, { ...reader, authorization }, [table]);
    readers.push({ who: 'a delegated token', authorize: async () => authorization });
  }
  const user = reader.actor;
  if (scene.supports('identityProvider.trust') && 'email' in user) {
    const authorize = async (part: Scene) => bearer(await anIdToken(part, plainIdToken, { user }));
    // ID tokens need not be valid for each version (FRE-216), and other checks judge the records that they show.
    const authorization = await unlessRefused(authorize(scene));
    const view = authorization === undefined ? undefined : await filteredView(scene, listing, authorization, []);
    if (view?.end === 'whole' && rowsIn(view, table.rows).size === table.rows.length)
      readers.push({ who: 'an ID token', authorize });
  }
  return { laboratory, readers };
}

function describeAskedInPages(asked: readonly AssayAsked[], pageSize: number | undefined): string {
  return `${describeAsked(asked)}${pageSize === undefined ? '' : `, ${pageSize} to a page`}`;
}

/** Records that an actor sees under a filter ("What the service does"; "Filters", 3). */
export const reachChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/filters-respect-visibility',
    title: 'A filter shows no matching record of a project that the actor was not granted',
    proves: ['FLT-39'],
    needs: needsFilters,
    cases: guardedCases,
    describe: ({ asked, pageSize }) => describeAskedInPages(asked, pageSize),
    arrange: guardedLaboratory,
    async gather(scene, given, stage) {
      const chosen = chosenFrom(stage, given.reader);
      const { laboratory, hidden } = stage;
      // The same filter of the witness shows that there is something to hide. The witness asks first, so that a
      // remembered answer would be the witness's.
      const matches = given.pageSize === undefined && satisfying(hidden.rows, given.asked).length > 0;
      const witness = { ...laboratory, reader: chosen.witness };
      const seen = matches
        ? await assayLook(scene, witness, given.asked, { who: 'a reader who may see more' })
        : undefined;
      const look = await lookPastGuard(scene, { ...given, second: given.second && !matches }, stage, chosen);
      return { look, hidden: hidden.rows, ...(seen === undefined ? {} : { seen }) };
    },
    *judge({ look, hidden, seen }, { asked }) {
      if (!(yield* readable(look))) return;
      // other checks judge how many assertions a filter may have
      if (asked.length > 1 && !served(look)) {
        yield notApplicable('several assertions in one filter were refused');
        return;
      }
      if (!(yield* premise(served(look), `${look.subject} was refused`))) return;
      if (seen !== undefined && rowsIn(look.view, hidden).size === 0) {
        const there = satisfying(hidden, asked).some((place) => rowsIn(seen.view, hidden).has(place));
        if (!(yield* premise(there, `${seen.subject} does not find the hidden records either`))) return;
      }
      const shown = rowsIn(look.view, hidden);
      const wrong = places(hidden, () => true).filter((place) => shown.has(place));
      if (wrong.length === 0) return;
      const page = look.view.pages.find(({ items }) => items.some((item) => rowOf(item, hidden) !== undefined));
      const observed = `showed ${wrong.length} records of a project that was not granted`;
      yield finding('FLT-39', look.subject, observed, 'none of them', page?.exchange ?? firstPage(look));
    },
  }),

  check({
    id: 'filtering/a-filter-adds-nothing',
    title: 'A filter shows an actor only records that the actor also sees without it',
    proves: ['FLT-35'],
    needs: needsFilters,
    cases: guardedCases,
    describe: ({ asked, pageSize }) => describeAskedInPages(asked, pageSize),
    arrange: guardedLaboratory,
    async gather(scene, given, stage) {
      const { laboratory, hidden } = stage;
      const look = await lookPastGuard(scene, given, stage, chosenFrom(stage, given.reader));
      return { look, unfiltered: laboratory.unfiltered, hidden: hidden.rows };
    },
    *judge({ look, unfiltered, hidden }, { asked }) {
      if (!(yield* readable(look))) return;
      // other checks judge how many assertions a filter may have
      if (asked.length > 1 && !served(look)) {
        yield notApplicable('several assertions in one filter were refused');
        return;
      }
      if (!(yield* premise(served(look), `${look.subject} was refused`))) return;
      const known = new Set(
        unfiltered.pages.flatMap(({ items }) => items.flatMap(({ identifier }) => identifier ?? [])),
      );
      const isStrange = (item: (typeof look.view.pages)[number]['items'][number]): boolean =>
        rowOf(item, look.rows) === undefined &&
        (rowOf(item, hidden) !== undefined || (item.identifier !== undefined && !known.has(item.identifier)));
      const page = look.view.pages.find(({ items }) => items.some(isStrange));
      if (page === undefined) return;
      const count = look.view.pages.flatMap(({ items }) => items.filter(isStrange)).length;
      const observed = `showed ${count} records that the actor does not see without it`;
      yield finding('FLT-35', look.subject, observed, 'a part of what the actor sees', page.exchange);
    },
  }),

  check({
    id: 'filtering/every-credential-is-shown-the-same',
    title: 'A filter leaves the same records for every credential with the same reach',
    proves: ['FLT-41'],
    needs: [...needsFilters, 'user.create', 'apiKey.create', 'app.create'],
    cases: objectOf({
      asked: fc.oneof(assayAssertions(), boundedAssertions),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      pageSize: fc.constantFrom(undefined, undefined, 2, 5),
    }),
    maxCases: 40,
    describe: ({ asked, pageSize }) => describeAskedInPages([asked], pageSize),
    arrange: sharedLaboratory,
    async gather(scene, { asked, order, pageSize }, { laboratory, readers }) {
      const inPages = pageSize === undefined ? {} : { pageSize };
      const looks: FilterLook[] = [];
      for (const index of order) {
        const one = readers[index];
        if (one === undefined) continue;
        const reader = { ...laboratory.reader, authorization: await one.authorize(scene) };
        looks.push(await assayLook(scene, { ...laboratory, reader }, [asked], { who: one.who, ...inPages }));
      }
      return looks;
    },
    *judge(looks) {
      const led = looks.find(({ view }) => view.end === 'whole' && view.pages.length > 1);
      for (const look of looks) {
        const { view } = look;
        const last = view.pages.at(-1)?.exchange;
        // A page token leads other credentials to the next page, but not this one. A credential that ended or was
        // sent too often does not count.
        const isLeftBehind = view.end === 'refused' && view.pages.length > 1 && led !== undefined;
        if (isLeftBehind && ![401, 429].includes(last?.response?.status ?? 0) && last !== undefined) {
          const observed = `ended as page ${view.pages.length} ${answer(last)}`;
          yield finding('FLT-41', look.subject, observed, `all pages, as ${led.subject} has them`, last);
          return;
        }
      }
      for (const look of looks) {
        if (!(yield* readable(look))) return;
      }
      const [first] = looks;
      if (first === undefined || !(yield* premise(looks.some(served), 'the filter was refused to every credential')))
        return;
      for (const look of looks) {
        const [left, right] = [shownRows(first), shownRows(look)];
        const same = left.size === right.size && [...left].every((place) => right.has(place));
        if (same && served(first) === served(look)) continue;
        const observed = `left ${right.size} records, unlike ${first.subject}`;
        yield finding(
          'FLT-41',
          look.subject,
          observed,
          `the ${left.size} records that are left there`,
          firstPage(look),
        );
        return;
      }
    },
  }),
];
