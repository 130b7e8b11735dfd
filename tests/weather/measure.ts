import { parseArgs } from 'node:util';
import { findFault } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { explanationOf } from './compare.ts';
import { rowOf } from './row.ts';
import type { RunOutcome, WeatherRun } from './run.ts';
import { runInWeather } from './run.ts';
import { intensityText, kindsOf, readIntensity } from './weather.ts';

// Compares a run in weather with the same run without: `node tests/weather/measure.ts --profile token-issuance
// --weather 1% [--kind 503] [--seed 3] [--runs 5] [--cases 1] [--check ID...] [--fault ID] [--variant ID] [--times 1]
// [--json]`. `--seed` is the seed of the weather, `--cases` the seed of the cases. `--times` repeats the run with the
// following seeds of the weather.

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'token-issuance' },
    weather: { type: 'string', default: '1%' },
    kind: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
    cases: { type: 'string', default: '1' },
    check: { type: 'string', multiple: true },
    fault: { type: 'string' },
    variant: { type: 'string' },
    times: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const intensity = readIntensity(values.weather);
kindsOf(values);
const fault = values.fault === undefined ? undefined : findFault(values.fault);
const variant = variants.find(({ id }) => id === values.variant);
if (values.fault !== undefined && fault === undefined)
  throw new RangeError(`fault: found ${values.fault}, expected the id of a fault`);
if (values.variant !== undefined && variant === undefined)
  throw new RangeError(`variant: found ${values.variant}, expected the id of a variant`);
const plain: Omit<WeatherRun, 'weather'> = {
  profile: values.profile,
  ...(values.check === undefined ? {} : { among: new Set(values.check) }),
  runs: Number(values.runs),
  seed: Number(values.cases),
  ...(fault === undefined ? {} : { fault }),
  ...(variant === undefined ? {} : { variant }),
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const calm = await runInWeather({ ...plain, weather: { kind: 'all', intensity: 'calm', seed: 0 } });
if (!values.json) say(summary('without weather', calm));
for (const result of calm.results) {
  if (!values.json && !['passed', 'not-exercised'].includes(result.verdict))
    say(`  ${result.verdict} ${result.id}: ${explanationOf(result)}`);
}
for (let index = 0; index < Number(values.times); index++) {
  const seed = Number(values.seed) + index;
  const run: WeatherRun = { ...plain, weather: { kind: values.kind, intensity, seed } };
  const outcome = await runInWeather(run);
  const row = rowOf(run, calm, outcome);
  if (values.json) {
    say(JSON.stringify(row));
    continue;
  }
  say(summary(`\n${intensityText(intensity)} ${values.kind}, seed ${seed}`, outcome));
  say(`  ${row.same} of ${row.exercised} checks have the same verdict, ${row.falseReds.length} false reds`);
  for (const one of row.differences) say(`  ${one.calm} -> ${one.inWeather} ${one.check}: ${one.why}`);
  for (const one of row.falseReds) say(`  FALSE ${one}`);
  say(`  disturbed ${outcome.disturbed.length}:`);
  for (const [what, times] of Object.entries(row.disturbed)) say(`    ${String(times).padStart(4)} ${what}`);
}

function summary(what: string, { results, exit, exchanges, took }: RunOutcome): string {
  return `${what}: ${results.length} checks, exit ${exit}, ${exchanges} exchanges, ${(took / 1000).toFixed(1)} s`;
}
