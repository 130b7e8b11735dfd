import { dirname, resolve } from 'node:path';
import type { BrowserSetting, BrowserStep } from '../../schemas/types/profile.ts';
import { chromiumNames, findChromium, isExecutable } from '../browser/executable.ts';
import { placeholders } from '../browser/script.ts';
import { originOf } from './address.ts';
import type { Complaints, KeyPath } from './complaints.ts';
import type { Environment } from './references.ts';
import type { LoadedBrowser, LoadedStep } from './resolved.ts';
import { isGroup, valueAt, type Plain } from './walk.ts';

const exampleOfSteps =
  'browser: { signIn: { when: "input[type=password]", steps: […] }, consent: { when: "button[value=allow]", grant: […], deny: […] } }';
const exampleOfStep = 'expected one of { fill: …, with: … }, { click: … } and { waitFor: … }';

/** Checks the browser settings beyond the schema: whether the needs of `control.browser` are there and can be used. */
export function checkBrowser(value: Plain, complaints: Complaints): void {
  const wanted = valueAt(value, ['control', 'browser']);
  if (valueAt(value, ['otherTenant', 'control', 'browser']) !== undefined) {
    complaints.add(['otherTenant', 'control', 'browser'], 'no user signs in there, expected no such setting');
  }
  const browser = valueAt(value, ['browser']);
  if (browser !== undefined && wanted !== 'chromium' && !complaints.hasWithin(['control'])) {
    complaints.add(['browser'], 'these steps have no effect, expected them together with control.browser: chromium');
  }
  if (wanted === 'person') checkPerson(value, complaints);
  if (wanted !== 'chromium') return;
  if (browser === undefined)
    complaints.add(['browser'], `not given, expected by control.browser, e.g. ${exampleOfSteps}`);
  if (!isGroup(browser)) return;
  for (const path of [
    ['browser', 'signIn', 'steps'],
    ['browser', 'consent', 'grant'],
    ['browser', 'consent', 'deny'],
  ]) {
    const steps = valueAt(value, path);
    if (Array.isArray(steps)) steps.forEach((step: Plain, index) => checkStep(step, [...path, index], complaints));
  }
  const inside = valueAt(value, ['browser', 'inside']);
  if (Array.isArray(inside)) inside.forEach((origin: Plain, index) => checkOrigin(origin, index, complaints));
  checkPasswords(value, complaints);
}

function checkStep(step: Plain, path: KeyPath, complaints: Complaints): void {
  if (!isGroup(step) || complaints.hasWithin(path)) return;
  const found = Object.keys(step);
  const actions = found.filter((key) => key !== 'with');
  const [only] = actions;
  if (actions.length !== 1 || (only === 'fill') !== found.includes('with')) {
    complaints.add(path, `found ${found.length === 0 ? 'nothing' : found.join(' and ')}, ${exampleOfStep}`);
    return;
  }
  const text = step['with'];
  for (const [whole, name = ''] of typeof text === 'string' ? text.matchAll(/\{\{([^}]*)\}\}/g) : []) {
    if ((placeholders as readonly string[]).includes(name)) continue;
    const known = placeholders.map((one) => `{{${one}}}`).join(', ');
    const shown = /^\w{1,20}$/.test(name) ? whole : 'a placeholder that is not known';
    complaints.add([...path, 'with'], `found ${shown}, expected one of ${known}`);
  }
}

function checkOrigin(origin: Plain, index: number, complaints: Complaints): void {
  if (typeof origin !== 'string') return;
  const address = originOf(origin);
  if ('expected' in address) {
    complaints.add(['browser', 'inside', index], `found another address, expected ${address.expected}`);
  }
}

/**
 * Checks that there are passwords if the steps fill passwords in: for users of the fixtures, or for users that the
 * control creates.
 */
function checkPasswords(value: Plain, complaints: Complaints): void {
  const steps = valueAt(value, ['browser', 'signIn', 'steps']);
  const asksForPassword = Array.isArray(steps) && JSON.stringify(steps).includes('{{password}}');
  const users = valueAt(value, ['fixtures', 'users']);
  const hasPassword =
    Array.isArray(users) && users.some((user: Plain) => isGroup(user) && user['password'] !== undefined);
  if (!asksForPassword || hasPassword || valueAt(value, ['browser', 'password']) !== undefined) return;
  complaints.add(
    ['browser', 'password'],
    'not given, expected the password of the users that the control creates, e.g. "${PASSWORD}", or one at each of fixtures.users',
  );
}

/** Checks the settings for a person who signs in for the fixtures and is redirected to this machine. */
function checkPerson(value: Plain, complaints: Complaints): void {
  const key: KeyPath = ['fixtures', 'app', 'redirectUri'];
  const redirectUri = valueAt(value, key);
  const example =
    'expected by control.browser person an address of this machine with a port that is registered on the app, e.g. http://localhost:7777/callback';
  if (redirectUri === undefined) complaints.add(key, `not given, ${example}`);
  else if (typeof redirectUri === 'string' && !/^http:\/\/localhost:[1-9]\d{0,4}(\/[^\s#]*)?$/.test(redirectUri)) {
    complaints.add(key, `found another address, ${example}`);
  }
  const users = valueAt(value, ['fixtures', 'users']);
  if (!Array.isArray(users) || users.length === 0) {
    complaints.add(
      ['fixtures', 'users'],
      'not given, expected by control.browser person the user who signs in, e.g. [{ userId: ent_1, email: a@acme.example }]',
    );
  }
}

/**
 * Finds the browser: the one that the profile names, or the one on the search path.
 *
 * @param file path of the profile; a relative path counts from its folder
 */
export async function findExecutable(
  file: string,
  value: Plain,
  environment: Environment,
  complaints: Complaints,
): Promise<string | undefined> {
  if (valueAt(value, ['control', 'browser']) !== 'chromium' || complaints.hasWithin(['browser'])) return undefined;
  checkDriver(complaints);
  const path: KeyPath = ['browser', 'executable'];
  const given = valueAt(value, path);
  const example = 'expected a Chromium, e.g. /usr/bin/chromium';
  if (typeof given === 'string') {
    const executable = resolve(dirname(file), given);
    if (await isExecutable(executable)) return executable;
    complaints.add(path, `found a path at which there is no file that can be run, ${example}`);
    return undefined;
  }
  const executable = await findChromium(environment['PATH'] ?? '');
  if (executable === undefined) {
    complaints.add(path, `not given, and there is no ${chromiumNames.join(', ')} on PATH, ${example}`);
  }
  return executable;
}

/**
 * Checks that the browser driver is installed. It is big and not installed with the package, because only targets with
 * a browser need it.
 */
function checkDriver(complaints: Complaints): void {
  try {
    import.meta.resolve('playwright-core');
  } catch {
    complaints.add(
      ['control', 'browser'],
      'found chromium, but playwright-core is not installed, expected it in addition to this package: npm install playwright-core',
    );
  }
}

/** Returns the browser's script with its defaults. */
export function browserOf(given: BrowserSetting, executable: string | undefined): LoadedBrowser {
  const { password, inside = [], signIn, consent } = given;
  const found = executable ?? given.executable;
  return {
    ...(found === undefined ? {} : { executable: found }),
    ...(password === undefined ? {} : { password }),
    inside: inside.map((origin) => new URL(origin).origin),
    signIn: { when: signIn.when, steps: signIn.steps.map(stepOf) },
    consent: { when: consent.when, grant: consent.grant.map(stepOf), deny: consent.deny.map(stepOf) },
  };
}

function stepOf({ fill, with: text, click, waitFor }: BrowserStep): LoadedStep {
  if (fill !== undefined) return { fill, with: text ?? '' };
  return click !== undefined ? { click } : { waitFor: waitFor ?? '' };
}
