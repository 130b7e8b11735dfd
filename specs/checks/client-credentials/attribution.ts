import fc from 'fast-check';
import { succeeded } from '../../../core/exchange.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKeyOwner,
  anAccessToken,
  anApp,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { objectOf } from '../../../generators/object.ts';

/** Somebody who writes to the project that all writers share. */
interface Writer {
  readonly actor: App | User;
  readonly authorization: string;
  /** The token with which an app acts for a user. */
  readonly forUser?: string;
}

/** Whom records name that apps create ("Authentication", the table of methods). */
export const attributionChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/records-name-the-app-that-created-them',
    title: "A record created with an app's token names the app as its creator",
    proves: ['CCR-15'],
    needs: ['app', 'write-probe'],
    cases: objectOf({
      writers: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }).filter((writers) => writers.some((who) => who < 2)),
      atOnce: fc.boolean(),
    }),
    maxCases: 10,
    describe: ({ writers, atOnce }) =>
      `written ${atOnce ? 'at once' : 'in turn'} by ${writers.map((who) => ['an app', 'an app with a token from the legacy path', 'a user', 'the app for a user'][who]).join(', ')}`,
    async arrange(scene) {
      const owner =
        scene.supports('user.create') && scene.supports('apiKey.create') ? await aKeyOwner(scene) : undefined;
      const writers: Writer[] = [await aWritingApp(scene, tokenPath, owner)];
      if (scene.supports('app.create')) writers.push(await aWritingApp(scene, legacyTokenPath, owner));
      if (owner !== undefined) {
        writers.push({ actor: owner, authorization: basic(owner.apiKey) });
        const forUser = writers[0]?.forUser;
        if (forUser !== undefined) writers.push({ actor: owner, authorization: forUser });
      }
      const project = await aWritableProject(scene, ...writers.map(({ actor }) => actor));
      // until the permissions have come into effect
      for (const { authorization } of writers) {
        await scene.settle(() => writeRecord(scene, authorization, project?.projectId), succeeded);
      }
      return { writers, project };
    },
    async gather(scene, { writers: drawn, atOnce }, { writers, project }) {
      const parts = drawn.map((index) => async (part: Scene) => {
        const who = index % writers.length;
        return { who, written: await writeRecord(part, writers[who]?.authorization ?? '', project?.projectId) };
      });
      const answers = [];
      if (atOnce) answers.push(...(await scene.together(parts)));
      else for (const part of parts) answers.push(await part(scene));
      return { answers, actors: writers.map(({ actor }) => actor), pointer: creatorPointer(scene) };
    },
    *judge({ answers, actors, pointer }) {
      for (const { who, written } of answers) {
        const actor = actors[who];
        if (actor === undefined || 'userId' in actor) continue; // what users write is a question of theirs
        const others = actors
          .filter((other) => other !== actor)
          .map((other) => identityOf(other, 'userId' in other ? 'a user' : 'another app'));
        yield* isAttributedTo(
          written,
          pointer,
          identityOf(actor, 'the app'),
          others,
          'CCR-15',
          "a record created with an app's token",
        );
      }
    },
  }),
];

/** An app with a token of its own. That a user lets it act in their name puts no name on what it does as itself. */
async function aWritingApp(scene: Scene, path: string, user: User | undefined): Promise<Writer> {
  const authorizable = user !== undefined && scene.supports('app.create') && scene.supports('browser.authorize');
  const app = authorizable ? await aClient(scene) : await anApp(scene);
  const forUser = authorizable ? (await aGrant(scene, app, user)).authorization : undefined;
  // the first token of an app is not the last one
  if (path === tokenPath) await anAccessToken(scene, app);
  const current = path === tokenPath ? app : await afterAPast(scene, app);
  // whether the legacy path issues tokens at all is a question of its own
  const token = accessTokenIn(await requestToken(scene, current, path)) ?? (await anAccessToken(scene, current));
  return { actor: app, authorization: bearer(token), ...(forUser === undefined ? {} : { forUser }) };
}

/** That its secret was rotated, and that it was archived for a while, makes an app nobody else. */
async function afterAPast(scene: Scene, app: App): Promise<App> {
  if (scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await scene.operate('app.archive', { appId: app.appId });
    await scene.operate('app.unarchive', { appId: app.appId });
  }
  return scene.supports('app.rotateSecret') ? withNewSecret(scene, app) : app;
}
