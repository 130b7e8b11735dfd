import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { itsApp, before, happened, type Watching } from './memories.ts';
import { itselfIn, tokenIn, type Holds } from './presented.ts';
import { appIs } from './standing.ts';

/** Whether an access token is presented of which this holds. */
export const tokenIs =
  (isMeant: (token: AccessToken, call: Call) => boolean): Holds =>
  (call, presented) => {
    const token = tokenIn(presented);
    return token !== undefined && isMeant(token, call);
  };

/** Whether assay results are listed. */
export const atResults: Holds = ({ request }) => request.path.endsWith('/assay-results');

/** Whether the client secret of its app was ever rotated. */
export const hasNewSecret: Holds = appIs(({ formerSecrets }) => formerSecrets.length > 0);

/** Whether its app was ever archived. */
export const onceArchived: Watching = happened(itsApp, (note) =>
  before('setArchived', (_tenant, app, archived) => archived && note(app.id)),
);

/** Whether it is presented with something else than the first time. */
export const otherThanAtFirst = (what: (call: Call) => unknown): Watching => ({
  watch: () => {
    const first = new WeakMap<object, unknown>();
    return {
      holds: (call, presented) => {
        const [itself, now] = [itselfIn(presented), what(call)];
        if (itself === undefined || now === undefined) return false;
        if (!first.has(itself)) first.set(itself, now);
        return first.get(itself) !== now;
      },
    };
  },
});

/** Whether it is presented more often than so many times. */
export const presentedMoreThan = (times: number): Watching => ({
  watch: () => {
    const counts = new WeakMap<object, number>();
    return {
      holds: (_call, presented) => {
        const itself = itselfIn(presented) ?? presented;
        const count = (counts.get(itself) ?? 0) + 1;
        counts.set(itself, count);
        return count > times;
      },
    };
  },
});
