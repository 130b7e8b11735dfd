import type { Exchange } from '../../core/exchange.ts';
import type { App } from '../../drivers/world/actors.ts';
import { accessTokenIn, settledTokenRequest } from '../../drivers/world/actors.ts';
import { form } from '../../drivers/world/authorization.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { sameShape } from '../../generators/same-shape.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check, heldWhere, premise } from '../check.ts';
import { yieldsNoToken } from '../expectations/refusal.ts';

/** A token request with a credential in a place where another kind belongs. Never beside all that would do by itself. */
export interface Attempt {
  /** In the words of a finding. */
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A credential, and the app whose own credentials obtain tokens beside it. */
export interface Misplaced {
  readonly app: App;
  readonly credential: string;
  /** The token paths at which it is presented. */
  readonly paths: readonly string[];
}

interface MisplacementRow<Stage extends Misplaced> extends CheckRow {
  /** One after another, where the next ends what was there before. */
  readonly stages: (scene: Scene) => AsyncIterable<Stage>;
  /** Made of the credential, or of a value of its form that nobody was given. */
  readonly attempts: (stage: Stage, credential: string) => readonly Attempt[];
}

/** A live credential that obtains no token in any of these places, while the app that is named there obtains its own. */
export function misplacement<Stage extends Misplaced>({
  stages,
  attempts,
  ...definition
}: MisplacementRow<Stage>): SuiteCheck {
  return check({
    ...definition,
    async gather(scene) {
      const requests: { subject: string; request: Exchange; byAnything: boolean }[] = [];
      const controls: Exchange[] = [];
      for await (const stage of stages(scene)) {
        const { app, credential, paths } = stage;
        const nobodys = attempts(stage, sameShape(credential, 1, credential.length));
        for (const path of paths) {
          const send = async ({ what, fields, headers = {} }: Attempt): Promise<Exchange> => {
            return scene.postForm(path, form(fields), { note: what, headers });
          };
          for (const [index, one] of attempts(stage, credential).entries()) {
            const request = await send(one);
            const alike = nobodys[index];
            // where a value of nobody obtains a token too, the credential is not what obtains it
            const byAnything =
              accessTokenIn(request) !== undefined &&
              alike !== undefined &&
              accessTokenIn(await send({ ...alike, what: `${one.what}, but nobody's` })) !== undefined;
            requests.push({ subject: `POST ${path} with ${one.what}`, request, byAnything });
          }
          controls.push(await settledTokenRequest(scene, app, path));
        }
      }
      return { requests, controls };
    },
    *judge({ requests, controls }) {
      const served = controls.every((one) => accessTokenIn(one) !== undefined);
      const tells = yield* premise(served, "an app's own credentials obtained no token either");
      for (const { subject, request, byAnything } of requests)
        if (!byAnything) yield* heldWhere(tells, yieldsNoToken(request, definition.proves[0], subject));
    },
  });
}
