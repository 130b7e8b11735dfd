import type { Exchange } from '../../core/exchange.ts';
import type { App } from '../../drivers/world/actors.ts';
import { accessTokenIn, settledTokenRequest } from '../../drivers/world/actors.ts';
import { form } from '../../drivers/world/authorization.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { sameShape } from '../../generators/same-shape.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check, heldIf, premise } from '../check.ts';
import { yieldsNoToken } from '../expectations/refusal.ts';

/**
 * A token request with a credential in a place where another kind belongs. The request never contains everything that
 * would obtain a token by itself.
 */
export interface Attempt {
  /** The attempt in the words of a finding. */
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A credential, and the app whose own credentials must obtain a token as a contrast. */
export interface Misplaced {
  readonly app: App;
  readonly credential: string;
  /** The token paths at which it is presented. */
  readonly paths: readonly string[];
}

interface MisplacementRow<Stage extends Misplaced> extends CheckRow {
  /** The stages, one after another, because the next one may end the credentials of the previous one. */
  readonly stages: (scene: Scene) => AsyncIterable<Stage>;
  /** The attempts with the credential, or with a value of the same form that was never issued. */
  readonly attempts: (stage: Stage, credential: string) => readonly Attempt[];
}

/**
 * Returns a check that a live credential obtains no token in any of these places. As a contrast, the named app obtains
 * a token with its own credentials.
 */
export function misplacementCheck<Stage extends Misplaced>({
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
        const unissued = attempts(stage, sameShape(credential, 1, credential.length));
        for (const path of paths) {
          const send = ({ what, fields, headers = {} }: Attempt) =>
            scene.postForm(path, form(fields), { note: what, headers });
          for (const [index, one] of attempts(stage, credential).entries()) {
            const request = await send(one);
            const unissuedAttempt = unissued[index];
            // if a value that was never issued obtains a token too, the credential is not the reason
            const byAnything =
              accessTokenIn(request) !== undefined &&
              unissuedAttempt !== undefined &&
              accessTokenIn(await send({ ...unissuedAttempt, what: `${one.what}, but never issued` })) !== undefined;
            requests.push({ subject: `POST ${path} with ${one.what}`, request, byAnything });
          }
          controls.push(await settledTokenRequest(scene, app, path));
        }
      }
      return { requests, controls };
    },
    *judge({ requests, controls }) {
      const served = controls.every((one) => accessTokenIn(one) !== undefined);
      const isConclusive = yield* premise(served, "an app's own credentials obtained no token either");
      for (const { subject, request, byAnything } of requests)
        if (!byAnything) yield* heldIf(isConclusive, yieldsNoToken(request, definition.proves[0], subject));
    },
  });
}
