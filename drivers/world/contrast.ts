import { disturbanceOf } from '../../core/disturbance.ts';
import { succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Contrast } from '../../core/steps.ts';
import type { App } from './actors.ts';
import { accessTokenIn, aKey, aUser, lackOfTokens, legacyTokenPath, requestToken, tokenPath } from './actors.ts';
import { basic, bearer } from './authorization.ts';
import { versionedListings } from './listing.ts';
import type { Scene } from './scene.ts';

/**
 * Sends good requests right after a disturbed answer. If they are served, the answer may be the tenant's own. If none
 * is served, the answer is an effect of the weather. The requests use an app that no check uses, or a key if no app can
 * have a token.
 */
export class Contrasts {
  #app: Promise<App | undefined> | undefined;
  #key: Promise<string | undefined> | undefined;

  /**
   * @param scene a scene that sends each request once and does not record it as a step
   * @param path the path of the disturbed request
   */
  async after(scene: Scene, path: string): Promise<Contrast> {
    // during a silence no request is served, and the disturbed request was one more of these
    if (scene.target.silence() !== undefined) return 'nowhere';
    try {
      if (path === tokenPath || path === legacyTokenPath) {
        if (await this.#issues(scene, path)) return 'here';
        return (await this.#lists(scene, versionedListings[1].path)) ? 'elsewhere' : 'nowhere';
      }
      if (await this.#lists(scene, path)) return 'here';
      const others = versionedListings.map((listing) => listing.path).filter((other) => other !== path);
      for (const other of others.slice(0, 2)) if (await this.#lists(scene, other)) return 'elsewhere';
      return 'nowhere';
    } catch {
      return 'nowhere';
    }
  }

  async #issues(scene: Scene, path: string): Promise<boolean> {
    const app = await this.#appOf(scene);
    return (
      app !== undefined && accessTokenIn(await requestToken(scene, app, path, { note: forContrast })) !== undefined
    );
  }

  /**
   * Reports whether a listing answers a good request. An actor without any grant may be refused everywhere (FRE-05), so
   * any answer to the right credential counts.
   */
  async #lists(scene: Scene, path: string): Promise<boolean> {
    const authorization = await this.#authorization(scene);
    if (authorization === undefined) return false;
    const answer = await scene.call(path, { authorization, note: forContrast });
    return disturbanceOf(answer) === undefined && (succeeded(answer) || answer.response?.status !== 401);
  }

  async #authorization(scene: Scene): Promise<string | undefined> {
    const paths = [tokenPath, legacyTokenPath].filter((path) => lackOfTokens(scene, path) === undefined);
    const app = paths.length === 0 ? undefined : await this.#appOf(scene);
    if (app === undefined) {
      const key = await this.#keyOf(scene);
      return key === undefined ? undefined : basic(scene.journal.secrets.learn('API key', key));
    }
    for (const path of paths) {
      const token = accessTokenIn(await requestToken(scene, app, path, { note: forContrast }));
      if (token !== undefined) return bearer(token);
    }
    return undefined;
  }

  /** Returns the key, which is made once. If that fails, the next disturbance tries again. */
  async #keyOf(scene: Scene): Promise<string | undefined> {
    try {
      return await (this.#key ??= this.#makeKey(scene));
    } catch (error) {
      this.#key = undefined;
      throw error;
    }
  }

  async #makeKey(scene: Scene): Promise<string | undefined> {
    const { control, settings } = scene.target;
    if (!control.supports('user.create') || !control.supports('apiKey.create'))
      return settings.fixtures.users.find(({ apiKey }) => apiKey !== undefined)?.apiKey;
    const beside = scene.beside(new Journal());
    return aKey(beside, await aUser(beside));
  }

  /** Returns the app, which is made once. If that fails, the next disturbance tries again. */
  async #appOf(scene: Scene): Promise<App | undefined> {
    const made = (this.#app ??= this.#make(scene));
    try {
      const app = await made;
      if (app !== undefined) scene.journal.secrets.learn('client secret', app.clientSecret);
      return app;
    } catch (error) {
      this.#app = undefined;
      throw error;
    }
  }

  async #make(scene: Scene): Promise<App | undefined> {
    const { target } = scene;
    const fixture = target.settings.fixtures.app;
    if (!target.control.supports('app.create')) return fixture && { ...fixture, own: false };
    // the app belongs to no case, so no journal records it
    const made = await scene.beside(new Journal()).operate('app.create', { name: target.name('contrast') });
    return { appId: made.appId, clientId: made.clientId, clientSecret: made.clientSecret, own: true };
  }
}

const forContrast = 'a good request, for contrast with the disturbed one';
