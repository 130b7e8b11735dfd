import { readAuthority } from '../../drivers/profile/authority.ts';
import { isLoopback, originOf, serviceAddress } from '../../drivers/profile/address.ts';
import { unfitSecret } from '../../drivers/profile/secret-keys.ts';
import type { Questions, Reading } from './questions.ts';

/** A profile as it is written, and the secrets that it refers to by the variables that hold them. */
export interface Wanted {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

const filterForms = ['json', 'dotted', 'bracket', 'unknown'] as const;

/**
 * Asks for what a target needs.
 *
 * @param folder in which the profile will lie, and from which paths in it count
 */
export async function askForSettings(of: Questions, folder: string): Promise<Wanted> {
  const secrets: Record<string, string> = {};
  const secret: AskSecret = async (question, variable, needed = false) => {
    const value = await of.secret(needed ? question : `${question} [none]`, (answer) =>
      needed || !isNone(answer) ? unfitSecret(answer) : undefined,
    );
    if (value === undefined || isNone(value)) return undefined;
    secrets[variable] = value;
    return `\${${variable}}`;
  };
  const baseUrl = await of.ask('Address of the tenant, e.g. https://acme.example', address);
  const name = await of.ask('Name of this target', something, new URL(baseUrl).hostname);
  const caFile = await orNone(of, 'File with the certificate of a private authority', (answer) =>
    authority(folder, answer),
  );
  const type = await of.choose(
    "How the suite changes the tenant's state (the control)",
    ['http', 'command', 'manual', 'none'],
    'none',
  );
  const control = await controlOf(type, of, secret);
  const fixtures = await fixturesOf(type === 'none', of, secret);
  const form = await of.choose('Encoding of filters in the query', filterForms, 'unknown');
  const publicUrl =
    type === 'none' || isLoopback(baseUrl)
      ? undefined
      : await orNone(of, 'Address at which the tenant reaches this machine, for webhooks', reachable);
  const profile = {
    name,
    baseUrl,
    ...(caFile === undefined ? {} : { tls: { caFile } }),
    control,
    ...(publicUrl === undefined ? {} : { receiver: { publicUrl } }),
    ...(form === 'unknown' ? {} : { api: { schemaFieldsEncoding: form } }),
    ...(Object.keys(fixtures).length === 0 ? {} : { fixtures }),
  };
  return { profile, secrets };
}

/** Asks for what there need not be: no answer, or the word, stands for none. */
function orNone<T>(
  of: Questions,
  question: string,
  read: (answer: string) => Reading<T> | Promise<Reading<T>>,
): Promise<T | undefined> {
  return of.ask<T | undefined>(question, (answer) => (isNone(answer) ? { value: undefined } : read(answer)), 'none');
}

function isNone(answer: string): boolean {
  return answer === '' || /^none$/i.test(answer);
}

/** Asks for a secret; what it gives is the reference to the variable that holds it. */
type AskSecret = (question: string, variable: string, needed?: boolean) => Promise<string | undefined>;

async function controlOf(
  type: 'http' | 'command' | 'manual' | 'none',
  of: Questions,
  secret: AskSecret,
): Promise<object> {
  switch (type) {
    case 'http': {
      const url = await of.ask('Address of the control service', controlAddress, 'http://127.0.0.1:9100/control');
      const token = await secret('Token of the control service', 'CONTROL_TOKEN');
      return { type, url, ...(token === undefined ? {} : { token }) };
    }
    case 'command':
      return { type, command: await of.ask('Executable and its arguments', words, './ops/control.sh') };
    case 'manual':
    case 'none':
      return { type };
  }
}

/** Where no control makes apps and users, those that there are stand in for them. */
async function fixturesOf(wanted: boolean, of: Questions, secret: AskSecret): Promise<object> {
  if (!wanted) return {};
  const appId = await orNone(of, 'Id of an app that only the suite uses', something);
  const app = appId === undefined ? undefined : { appId, clientId: await of.ask('Its client id', something) };
  const clientSecret = app === undefined ? undefined : await secret('Its client secret', 'CLIENT_SECRET', true);
  const users: object[] = [];
  for (let number = 1; ; number++) {
    const userId = await orNone(of, `Id of ${number === 1 ? 'a' : 'another'} user for the suite alone`, something);
    if (userId === undefined) break;
    const email = await of.ask('Their e-mail address', something);
    const apiKey = await secret('Their personal API key', `USER_${number}_API_KEY`);
    users.push({ userId, email, ...(apiKey === undefined ? {} : { apiKey }) });
  }
  return {
    ...(app === undefined ? {} : { app: { ...app, ...(clientSecret === undefined ? {} : { clientSecret }) } }),
    ...(users.length === 0 ? {} : { users }),
  };
}

function address(answer: string): Reading<string> {
  const read = originOf(answer);
  return 'address' in read ? { value: read.address } : read;
}

function controlAddress(answer: string): Reading<string> {
  const read = serviceAddress(answer, ['http', 'https'], 'http://127.0.0.1:9100/control');
  return 'address' in read ? { value: read.address } : read;
}

function reachable(answer: string): Reading<string> {
  const read = serviceAddress(answer, ['https', 'http'], 'https://hooks.example/conformance');
  return 'address' in read ? { value: read.address } : read;
}

async function authority(folder: string, answer: string): Promise<Reading<string>> {
  const read = await readAuthority(folder, answer);
  return 'pem' in read ? { value: answer } : { expected: `another file: ${read.trouble}` };
}

function words(answer: string): Reading<readonly string[]> {
  const list = answer.split(/\s+/).filter((word) => word !== '');
  return list.length === 0 ? { expected: 'an executable such as ./ops/control.sh' } : { value: list };
}

function something(answer: string): Reading<string> {
  return answer === '' ? { expected: 'an answer' } : { value: answer };
}
