import { canWrite } from '../../drivers/session/need.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { demand, finding, held } from '../../core/judgement.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { accessTokenIn } from '../../drivers/world/actors.ts';
import type { AuthorizationRequest, Grant } from '../../drivers/world/delegated.ts';
import { authorize, exchangeCode, refresh, refreshTokenIn } from '../../drivers/world/delegated.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { aWritableProject, created, writeRecord } from '../../drivers/world/write-probe.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted } from './acceptance.ts';
import { handsOutTokens } from './spent-refresh-token.ts';

/** How soon a change of state must be visible: only archiving is said to be immediate ("States and transitions"). */
export type Soon = 'at once' | 'in time';

/** Calls each of the listings once. */
async function callEach(
  scene: Scene,
  authorization: string,
  paths: readonly string[],
  options: RequestOptions = {},
): Promise<Exchange[]> {
  const calls: Exchange[] = [];
  for (const path of paths) calls.push(await scene.call(path, { ...options, authorization }));
  return calls;
}

/**
 * Makes a call that must be served before the suite can judge that it is refused later, or that it is still served.
 *
 * @throws PremiseUnmet if it is not served
 */
export async function mustBeServed(
  scene: Scene,
  authorization: string,
  path: string,
  whose: string,
): Promise<Exchange> {
  const call = await scene.settle(() => scene.call(path, { authorization }), accepted);
  if (!accepted(call)) throw new PremiseUnmet(`GET ${path} with ${whose} ${answer(call)} before anything was changed`);
  return call;
}

/** Calls with a credential that a change of state stops, after the change has had its time to propagate. */
export function callsAfterRevocation(
  scene: Scene,
  authorization: string,
  paths: readonly string[],
  { soon = 'in time', ...options }: RequestOptions & { readonly soon?: Soon } = {},
): Promise<Exchange[]> {
  const look = (): Promise<Exchange[]> => callEach(scene, authorization, paths, options);
  return soon === 'at once' ? look() : scene.settle(look, (calls) => !calls.some(accepted));
}

/** Calls with a credential that must work, after the change has had its time to propagate. */
export function callsWhenServed(scene: Scene, authorization: string, paths: readonly string[]): Promise<Exchange[]> {
  return scene.settle(
    () => callEach(scene, authorization, paths),
    (calls) => calls.every(accepted),
  );
}

/**
 * Returns the same credential with its scheme in lower and in upper case: schemes are case-insensitive (RFC 9110,
 * section 11.1).
 */
export function respelt(authorization: string): readonly string[] {
  const at = authorization.indexOf(' ');
  const [scheme, rest] = [authorization.slice(0, at), authorization.slice(at)];
  return [scheme.toLowerCase() + rest, scheme.toUpperCase() + rest];
}

/** Demands that no call is served; the refusals may have any status and body ("Errors"). */
export function* isRevoked(
  calls: readonly Exchange[],
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const wrong = calls.filter(accepted);
  if (calls.length > 0 && wrong.length === 0) yield held(requirement);
  for (const call of wrong) {
    const wrongly = finding(
      requirement,
      `${callName(call)} ${subject}`,
      `${answer(call)} and a page`,
      'a refusal',
      call,
    );
    yield { ...wrongly, restsOn: [call.number] };
  }
}

/** Demands that every call is served. */
export function* isAccepted(
  calls: readonly Exchange[],
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const wrong = calls.filter((call) => !accepted(call));
  if (calls.length > 0 && wrong.length === 0) yield held(requirement);
  for (const call of wrong) yield finding(requirement, `${callName(call)} ${subject}`, answer(call), 'a page', call);
}

function callName({ request }: Exchange): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

/**
 * Sends a refresh that a change of state must stop, after the change has had its time to propagate. If the refresh
 * still succeeds, the token that it returned is presented next.
 */
export function refreshAfterRevocation(
  scene: Scene,
  { app, refreshToken }: Pick<Grant, 'app' | 'refreshToken'>,
  options: RequestOptions & { readonly path?: string } = {},
): Promise<Exchange> {
  let current = refreshToken;
  return scene.settle(
    async () => {
      const answered = await refresh(scene, app, current, options);
      current = refreshTokenIn(answered) ?? current;
      return answered;
    },
    (answered) => !handsOutTokens(answered) || refreshTokenIn(answered) === undefined,
  );
}

/** A call that created a record for an actor, to be repeated after a change. */
export interface Writing {
  /** Repeats the call with the same credential, or with another one. */
  readonly again: (as?: string) => Promise<Exchange>;
  /** Reports whether an answer shows that a record was created. */
  readonly wrote: (exchange: Exchange) => boolean;
}

/**
 * Creates a record; returns undefined if the write probe cannot create any, or creates none for this actor.
 *
 * @param others actors that are added to the same project, if there is one
 */
export async function aWriting(
  scene: Scene,
  authorization: string,
  actor: App | User,
  ...others: readonly (App | User)[]
): Promise<Writing | undefined> {
  if (!canWrite(scene.target)) return undefined;
  const project = await aWritableProject(scene, actor, ...others);
  const wrote = (exchange: Exchange): boolean => created(scene, exchange);
  const write =
    (note: string) =>
    (as = authorization): Promise<Exchange> =>
      writeRecord(scene, as, project?.projectId, { note });
  const first = write('before the change that stops it');
  const written = await scene.settle(() => first(), wrote);
  return wrote(written) ? { again: write('after the change that stops it'), wrote } : undefined;
}

/** A call that must not create a record, and whether it did. */
export interface Written {
  readonly exchange: Exchange;
  readonly created: boolean;
}

/** Demands that no record was created. */
export function* writesNothing(
  written: Written | undefined,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  if (written === undefined) return;
  const observed = `${answer(written.exchange)} and created a record`;
  yield demand(!written.created, requirement, subject, observed, 'a refusal', written.exchange);
}

/** Authorizes and exchanges, and tries again until tokens arrive: a change may not reach either endpoint at once. */
export function authorizeUntilTokens(
  scene: Scene,
  request: AuthorizationRequest & { readonly app: App },
): Promise<{ readonly exchanged?: Exchange }> {
  return scene.settle(
    async (): Promise<{ readonly exchanged?: Exchange }> => {
      const { code } = await authorize(scene, request);
      return code === undefined || code === '' ? {} : { exchanged: await exchangeCode(scene, request.app, code) };
    },
    ({ exchanged }) => exchanged !== undefined && accessTokenIn(exchanged) !== undefined,
  );
}
