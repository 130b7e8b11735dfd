import type { Exchange } from '../../core/exchange.ts';
import { json, succeeded } from '../../core/exchange.ts';
import { Unsupported } from '../../core/trouble.ts';
import { canWrite } from '../session/need.ts';
import { namesProject, projectPlaceholder } from '../session/provision.ts';
import type { App, Project, User } from './actors.ts';
import { aProject, grant } from './actors.ts';
import { valueAt } from './page.ts';
import type { CallOptions, RequestOptions } from './request.ts';
import type { Scene } from './scene.ts';

const namePlaceholder = '{{name}}';

/**
 * Makes a project that the actors may write to; undefined if the write probe names no project, so that none is needed.
 */
export async function aWritableProject(scene: Scene, ...actors: readonly (App | User)[]): Promise<Project | undefined> {
  const probe = writeProbeOf(scene);
  if (!namesProject(probe)) return undefined;
  const project = await aProject(scene);
  for (const actor of actors) await grant(scene, project, actor);
  return project;
}

/**
 * Creates a record with the call that `writeProbe` of the profile describes. `{{projectId}}` in the path or the body is
 * replaced with the project, and `{{name}}` in the body with a name that no other record has.
 */
export function writeRecord(
  scene: Scene,
  authorization: string | undefined,
  projectId = '',
  { beside, ...options }: RequestOptions & Pick<CallOptions, 'query'> & WritingOptions = {},
): Promise<Exchange> {
  const { headers, path, ...rest } = writingIn(scene, projectId, beside);
  return scene.call(path, {
    ...options,
    ...rest,
    headers: { ...headers, ...options.headers },
    ...(authorization === undefined ? {} : { authorization }),
  });
}

/** As {@link writeRecord}, at an address at which perhaps no server answers. */
export function writeRecordAt(
  scene: Scene,
  base: string,
  authorization: string,
  projectId: string | undefined,
  { headers: further, ...options }: RequestOptions = {},
): Promise<Exchange> {
  const { headers, path, ...rest } = writingIn(scene, projectId);
  return scene.send({
    ...rest,
    ...options,
    url: `${base}${path}`,
    headers: { accept: 'application/json', authorization, ...headers, ...further },
    mayBeUnreachable: true,
  });
}

/** Reports whether the write probe can create records, in this project or without one. */
export function writesTo(scene: Scene, project: Project | undefined): boolean {
  return canWrite(scene.target) && (project !== undefined || !namesProject(writeProbeOf(scene)));
}

/**
 * Reports whether an answer shows that a record was created: a refusal may have the status of a success (FRE-17,
 * FRE-18).
 */
export function created(scene: Scene, exchange: Exchange): boolean {
  return succeeded(exchange) && creatorIn(exchange, creatorPointer(scene)) !== undefined;
}

interface WritingOptions {
  /** Members that are added to those of the body. */
  readonly beside?: Readonly<Record<string, string>> | undefined;
}

function writingIn(scene: Scene, projectId = '', beside: WritingOptions['beside'] = {}) {
  const { method, path, body } = writeProbeOf(scene);
  // a second record is harmless, but it needs a name of its own
  const anew = () =>
    body === undefined ? {} : { body: JSON.stringify(withMembers(filledIn(body, filling(scene, projectId)), beside)) };
  return {
    method,
    path: path.replaceAll(projectPlaceholder, encodeURIComponent(projectId)),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...anew(),
    anew,
  };
}

/**
 * Returns the value at a JSON pointer (RFC 6901) in the answer, as the name of the record's creator. Returns undefined
 * if there is no value that could name an actor: then the creator is unknown.
 */
export function creatorIn(written: Exchange, pointer: string): string | undefined {
  const value = valueAt(json(written), pointer);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the JSON pointer of the profile's `writeProbe` to the member that names the creator. */
export function creatorPointer(scene: Scene): string {
  return writeProbeOf(scene).createdBy;
}

function writeProbeOf(scene: Scene): NonNullable<Scene['target']['settings']['writeProbe']> {
  const probe = scene.target.settings.writeProbe;
  if (probe === undefined) throw new Unsupported('the profile has no writeProbe');
  return probe;
}

function withMembers(body: unknown, beside: Readonly<Record<string, string>>): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...beside } : body;
}

type Fill = (text: string) => string;

function filling(scene: Scene, projectId: string): Fill {
  let name: string | undefined;
  const ofRecord = (): string => (name ??= scene.target.name('entry'));
  return (text) => text.replaceAll(projectPlaceholder, () => projectId).replaceAll(namePlaceholder, ofRecord);
}

function filledIn(value: unknown, fill: Fill): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [fill(name), filledIn(inner, fill)]));
}
