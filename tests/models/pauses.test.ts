import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories, longPauses, shortPauses } from '../../generators/history.ts';
import { ageOf } from '../../specs/models/age.ts';
import { credentialsIn } from '../../specs/models/past.ts';
import { play } from '../../specs/models/play.ts';
import { IdealTenant } from '../../specs/models/story.ts';
import { requirements } from '../../specs/requirements/index.ts';

const seed = 20261122;
const day = 86_400;
const judged = new Set(requirements.map(({ id }) => id));

const anyHistories = histories({
  users: 2,
  apps: 2,
  commands: { connect: 3, refresh: 3, askForToken: 3, rotateKey: 1, exchange: 1, authorize: 1, elapse: 6 },
  pauses: [...shortPauses, ...longPauses],
  keyAges: [0, 29 * day, 31 * day + 3600],
  maxLength: 16,
});

test('neither a longer pause nor what goes by for others takes a credential to the other side of its end', () => {
  fc.assert(
    fc.property(anyHistories, (history) => {
      const tenant = new IdealTenant(history, true);
      const acts = play(history, tenant.beginning(), { seconds: 400 * day, judged });
      const spans: { readonly from: number; readonly to: number }[] = [];
      let step = acts.next();
      while (step.done !== true) {
        const { value: act } = step;
        const done = tenant.do(act);
        const from = done.at.after;
        if (act.act === 'elapse') spans.push({ from, to: from + act.late });
        if (act.act === 'release') spans.push({ from, to: from + act.seconds });
        step = acts.next(done);
      }
      for (const credential of credentialsIn(step.value.past)) {
        for (const { from, to } of spans.filter((span) => credential.born.after < span.from)) {
          const age = (at: number) => ageOf(credential, { after: at, before: at });
          expect([from, age(to)]).toEqual([from, age(from)]);
        }
      }
    }),
    { seed, numRuns: 200 },
  );
});
