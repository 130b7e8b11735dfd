import { ConfigurationError } from '../../core/trouble.ts';
import { parseProfile } from '../../drivers/profile/parse.ts';
import { readSmallFile } from '../../drivers/profile/read-file.ts';
import type { Waiver } from '../../reports/waivers.ts';
import { waived } from '../../reports/waivers.ts';
import { nearestKey } from '../../schemas/nearest-key.ts';
import { satisfies, validator } from '../../schemas/validate.ts';
import { checks } from '../../specs/checks/index.ts';
import { formerCheck, isOnlyRenamed } from '../../specs/former-checks.ts';

const example = 'expected waivers such as "waivers: [{ check: …, reason: …, owner: …, lastDay: 2026-12-31 }]"';

/**
 * Reads a file of waivers, YAML or JSON.
 *
 * @throws {ConfigurationError} with a line for each mistake in the file
 */
export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const content = await readSmallFile(file);
  if ('missing' in content) throw new ConfigurationError(`--waivers: ${file}: there is no such file, ${example}`);
  if ('trouble' in content) throw new ConfigurationError(`--waivers: ${file}: found ${content.trouble}, ${example}`);
  const parsed = parseProfile(content.text);
  if ('trouble' in parsed) throw new ConfigurationError(`--waivers: ${file}: ${parsed.trouble}`);
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const found = value === null ? 'nothing in it' : Array.isArray(value) ? 'a list' : 'text';
    throw new ConfigurationError(`--waivers: ${file}: found ${found}, ${example}`);
  }
  if (!satisfies('waivers', value))
    throw complaint(
      file,
      validator('waivers')(value).map(({ sentence }) => sentence),
    );
  const problems = value.waivers.flatMap((given, at) =>
    ofPresentChecks(given)
      .flatMap((waiver) => [...problemsOf(waiver, value.waivers.slice(0, at).flatMap(ofPresentChecks))])
      .map((problem) => `/waivers/${at}${problem}`),
  );
  if (problems.length > 0) throw complaint(file, problems);
  return value.waivers.flatMap(ofPresentChecks);
}

/**
 * Replaces a waiver of a former check by waivers of the requirements that it proved, at the check that proves them now.
 * If only the id of the check has changed, the waiver covers the same as before.
 */
function ofPresentChecks(waiver: Waiver): readonly Waiver[] {
  const former = formerCheck(waiver.check);
  if (former === undefined) return [waiver];
  const present = { ...waiver, check: former.now };
  if (waiver.requirement !== undefined || isOnlyRenamed(former)) return [present];
  return former.proves.map((requirement) => ({ ...present, requirement }));
}

function complaint(file: string, problems: readonly string[]): ConfigurationError {
  const [first = example, ...others] = problems;
  return new ConfigurationError([`--waivers: ${file}: ${first}`, ...others.map((one) => `  ${one}`)].join('\n'));
}

function* problemsOf(waiver: Waiver, before: readonly Waiver[]): Generator<string> {
  const check = checks.find(({ id }) => id === waiver.check);
  if (check === undefined) {
    const ids = checks.map(({ id }) => id);
    const nearest = nearestKey(waiver.check, ids);
    const hint = nearest === undefined ? `expected one such as ${ids[0] ?? ''}` : `did you mean ${nearest}?`;
    yield `/check is ${JSON.stringify(waiver.check)}, which is no check; ${hint}`;
    return;
  }
  const proves: readonly string[] = check.proves;
  if (waiver.requirement !== undefined && !proves.includes(waiver.requirement)) {
    yield `/requirement is ${JSON.stringify(waiver.requirement)}, which ${check.id} does not prove, expected one of ${proves.join(', ')}`;
  }
  if (!isDay(waiver.lastDay)) {
    yield `/lastDay is ${JSON.stringify(waiver.lastDay)}, which is not a day of the calendar, expected one such as "2026-12-31"`;
  }
  if (before.some((other) => waived(other) === waived(waiver))) {
    yield ` waives ${waived(waiver)} a second time, expected one waiver for it`;
  }
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
