import { readAuthority } from '../../drivers/profile/authority.ts';
import { isLoopback, originOf, serviceAddress } from '../../drivers/profile/address.ts';
import { unfitSecret } from '../../drivers/profile/secret-keys.ts';
import type { Questions, Reading } from './questions.ts';

/** A profile as it will be written, and the secrets that it refers to, by the names of their variables. */
export interface Wanted {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

const filterForms = ['json', 'dotted', 'bracket', 'unknown'] as const;

/**
 * Asks for the settings that a target needs.
 *
 * @param folder of the profile; paths in the profile are relative to it
 */
export async function askForSettings(dialogue: Questions, folder: string): Promise<Wanted> {
  const secrets: Record<string, string> = {};
  const secret: AskSecret = async (question, variable, needed = false) => {
    const value = await dialogue.secret(needed ? question : `${question} [none]`, (answer) =>
      needed || !isNone(answer) ? unfitSecret(answer) : undefined,
    );
    if (value === undefined || isNone(value)) return undefined;
    secrets[variable] = value;
    return `\${${variable}}`;
  };
  const baseUrl = await dialogue.ask('Address of the tenant, e.g. https://acme.example', address);
  const name = await dialogue.ask('Name of this target', something, new URL(baseUrl).hostname);
  const caFile = await orNone(dialogue, 'File with the certificate of a private authority', (answer) =>
    authority(folder, answer),
  );
  const type = await dialogue.choose(
    "How the suite changes the tenant's state (the control)",
    ['http', 'command', 'manual', 'none'],
    'none',
  );
  const control = await controlOf(type, dialogue, secret);
  const fixtures = await fixturesOf(type === 'none', dialogue, secret);
  const form = await dialogue.choose('Encoding of filters in the query', filterForms, 'unknown');
  const publicUrl =
    type === 'none' || isLoopback(baseUrl)
      ? undefined
      : await orNone(dialogue, 'Address at which the tenant reaches this machine, for webhooks', reachable);
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

/** Asks for an optional value. An empty answer or the word "none" stands for no value. */
function orNone<T>(
  dialogue: Questions,
  question: string,
  read: (answer: string) => Reading<T> | Promise<Reading<T>>,
): Promise<T | undefined> {
  return dialogue.ask<T | undefined>(
    question,
    (answer) => (isNone(answer) ? { value: undefined } : read(answer)),
    'none',
  );
}

function isNone(answer: string): boolean {
  return answer === '' || /^none$/i.test(answer);
}

/** Asks for a secret and returns the reference to the variable that contains it. */
type AskSecret = (question: string, variable: string, needed?: boolean) => Promise<string | undefined>;

async function controlOf(
  type: 'http' | 'command' | 'manual' | 'none',
  dialogue: Questions,
  secret: AskSecret,
): Promise<object> {
  switch (type) {
    case 'http': {
      const url = await dialogue.ask('Address of the control service', controlAddress, 'http://127.0.0.1:9100/control');
      const token = await secret('Token of the control service', 'CONTROL_TOKEN');
      return { type, url, ...(token === undefined ? {} : { token }) };
    }
    case 'command':
      return { type, command: await dialogue.ask('Executable and its arguments', words, './ops/control.sh') };
    case 'manual':
    case 'none':
      return { type };
  }
}

/** Asks for existing apps and users. They replace those that a control would make. */
async function fixturesOf(wanted: boolean, dialogue: Questions, secret: AskSecret): Promise<object> {
  if (!wanted) return {};
  const appId = await orNone(dialogue, 'Id of an app that only the suite uses', something);
  const app = appId === undefined ? undefined : { appId, clientId: await dialogue.ask('Its client id', something) };
  const clientSecret = app === undefined ? undefined : await secret('Its client secret', 'CLIENT_SECRET', true);
  const users: object[] = [];
  for (let number = 1; ; number++) {
    const userId = await orNone(
      dialogue,
      `Id of ${number === 1 ? 'a' : 'another'} user for the suite alone`,
      something,
    );
    if (userId === undefined) break;
    const email = await dialogue.ask('Their e-mail address', something);
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
