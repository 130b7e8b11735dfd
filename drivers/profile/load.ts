import { dirname, resolve } from 'node:path';
import { ConfigurationError } from '../../core/trouble.ts';
import type { TargetProfile, TlsSetting } from '../../schemas/types/profile.ts';
import { validator } from '../../schemas/validate.ts';
import { isLoopback, originOf } from './address.ts';
import { readAuthority } from './authority.ts';
import { browserOf, checkBrowser, findExecutable } from './browser.ts';
import { checkCommand } from './command.ts';
import { Complaints, type KeyPath } from './complaints.ts';
import { fillIn, isProfile } from './fill-in.ts';
import { parseProfile } from './parse.ts';
import { readSmallFile } from './read-file.ts';
import type { Environment } from './references.ts';
import {
  apiOf,
  controlOf,
  frozen,
  limitsOf,
  listeningPlace,
  type LoadedProfile,
  type LoadedTenant,
} from './resolved.ts';
import { addSchemaComplaints } from './schema-problems.ts';
import { secretKeyAt, type ConfiguredSecret } from './secret-keys.ts';
import { checkSettings } from './settings.ts';
import { eachValue, valueAt, type Plain } from './walk.ts';

export type { LoadedProfile, LoadedTenant } from './resolved.ts';

/**
 * Reads a target profile (YAML or JSON), fills in its references to the environment, checks it and adds its defaults.
 *
 * @param file path of the profile; paths in it count from its folder
 * @param environment variables, including those of `.env`
 * @param envFile the file in which variables may be set, as messages for people name it
 * @throws ConfigurationError with one line for each problem: the key, what was found and what would be right. The
 *   message repeats no secret and no value of the environment.
 */
export async function loadProfile(file: string, environment: Environment, envFile?: string): Promise<LoadedProfile> {
  return profileOf(await readProfile(file), file, environment, envFile);
}

/**
 * Does the same as {@link loadProfile} with the data of such a file.
 *
 * @param file the name of the profile in messages; paths in it count from the folder of that name
 */
export async function profileOf(
  given: object,
  file: string,
  environment: Environment,
  envFile?: string,
): Promise<LoadedProfile> {
  const raw = given as { readonly [key: string]: Plain };
  const complaints = new Complaints(file);
  const value = fillIn(raw, environment, complaints, envFile);
  checkSettings(raw, value, complaints);
  addSchemaComplaints(validator('target-profile')(value), raw, complaints);
  checkBrowser(value, complaints);
  const executable = await findExecutable(file, value, environment, complaints);
  for (const place of [[], ['otherTenant']])
    await checkCommand(file, value, [...place, 'control'], environment, complaints);
  const caPem = await readCertificates(file, value, ['tls', 'caFile'], complaints);
  const otherCaPem = await readCertificates(file, value, ['otherTenant', 'tls', 'caFile'], complaints);
  complaints.throwIfAny();
  // the schema and the further checks have accepted the value
  const profile = value as unknown as TargetProfile;
  return frozen(
    resolveProfile(profile, { caPem, otherCaPem: otherCaPem ?? caPem, executable, folder: resolve(dirname(file)) }),
  );
}

async function readProfile(file: string): Promise<{ readonly [key: string]: Plain }> {
  const content = await readSmallFile(file);
  if ('missing' in content) {
    throw new ConfigurationError(`${file}: there is no such file, expected a target profile such as acme.yaml`);
  }
  if ('trouble' in content) {
    throw new ConfigurationError(`${file}: found ${content.trouble}, expected a target profile such as acme.yaml`);
  }
  const parsed = parseProfile(content.text);
  if ('trouble' in parsed) throw new ConfigurationError(`${file}: ${parsed.trouble}`);
  if (!isProfile(parsed.value)) throw new ConfigurationError(`${file}: ${foundInstead(parsed.value)}, ${expected}`);
  return parsed.value;
}

const expected = 'expected keys, at least name and baseUrl, e.g. "baseUrl: https://acme.example"';

function foundInstead(value: Plain): string {
  if (value === null) return 'found nothing in it';
  if (Array.isArray(value)) return 'found a list';
  return typeof value === 'object' ? 'found nothing in it' : 'found a single value';
}

/** Reads certificates if the profile names a file and there is no complaint about the name. */
async function readCertificates(
  file: string,
  value: Plain,
  path: KeyPath,
  complaints: Complaints,
): Promise<string | undefined> {
  const caFile = valueAt(value, path);
  if (typeof caFile !== 'string' || caFile === '' || complaints.hasWithin(path.slice(0, -1))) return undefined;
  const authority = await readAuthority(dirname(file), caFile);
  if ('pem' in authority) return authority.pem;
  complaints.add(path, authority.trouble);
  return undefined;
}

function secretsIn(value: Plain): readonly ConfiguredSecret[] {
  const found = new Map<string, ConfiguredSecret>();
  eachValue(value, (secret, path) => {
    const kind = secretKeyAt(path)?.kind;
    if (kind !== undefined && typeof secret === 'string' && !found.has(secret))
      found.set(secret, { kind, value: secret });
  });
  return [...found.values()];
}

interface FoundFiles {
  readonly caPem?: string | undefined;
  /** The certificates for the second tenant: its own, or those of the first. */
  readonly otherCaPem?: string | undefined;
  /** Path of the browser. */
  readonly executable?: string | undefined;
  /** Absolute path of the profile's folder; the working folder by default. */
  readonly folder?: string;
}

/** Adds the defaults to a target profile that was checked; also used for profiles that do not come from a file. */
export function resolveProfile(
  profile: TargetProfile,
  { caPem, otherCaPem, executable, folder = process.cwd() }: FoundFiles = {},
): LoadedProfile {
  const { name, browser, claims, receiver, identityProvider, limits, api, writeProbe, otherTenant, fixtures } = profile;
  return {
    name,
    ...tenant(profile, limits, caPem, folder),
    ...(claims === undefined ? {} : { claims }),
    ...(browser === undefined ? {} : { browser: browserOf(browser, executable) }),
    ...(receiver === undefined ? {} : { receiver: listeningPlace(receiver) }),
    ...(identityProvider === undefined ? {} : { identityProvider: listeningPlace(identityProvider) }),
    api: apiOf(api),
    ...(writeProbe === undefined ? {} : { writeProbe }),
    ...(otherTenant === undefined ? {} : { otherTenant: tenant(otherTenant, limits, otherCaPem, folder) }),
    fixtures: { ...(fixtures?.app === undefined ? {} : { app: fixtures.app }), users: fixtures?.users ?? [] },
    secrets: secretsIn(profile as unknown as Plain),
  };
}

type TenantSetting = Pick<TargetProfile, 'baseUrl' | 'control'> & { readonly tls?: TlsSetting };

function tenant(
  setting: TenantSetting,
  limits: TargetProfile['limits'],
  caPem: string | undefined,
  folder: string,
): LoadedTenant {
  const origin = originOf(setting.baseUrl);
  const baseUrl = 'address' in origin ? origin.address : setting.baseUrl;
  return {
    baseUrl,
    ...(caPem === undefined ? {} : { caPem }),
    control: controlOf(setting.control, folder),
    limits: limitsOf(limits, isLoopback(baseUrl)),
  };
}
