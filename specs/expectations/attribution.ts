import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer, succeeded } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held, observation } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { creatorIn } from '../../drivers/world/write-probe.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';

/** An actor that the suite knows, and all values by which a record may name it as creator. */
export interface Identity {
  /** The actor in the words of a finding, for example `the app` or `another user`. */
  readonly who: string;
  readonly names: readonly string[];
}

/** Returns the identity of an actor: an app by its id or client id, a user by the id or e-mail address. */
export function identityOf(actor: App | User, who: string): Identity {
  return { who, names: 'userId' in actor ? [actor.userId, actor.email] : [actor.appId, actor.clientId] };
}

/**
 * Demands that a written record names the actor as its creator ("Authentication", the table of methods). The form of
 * `createdBy` is free: it is judged only if it names an actor that the suite knows, and is otherwise noted.
 *
 * @param written the answer to the call that created the record
 * @param pointer the place of the creator in the answer, see `writeProbe.createdBy` in the target profile
 * @param others the other actors that the record might name by mistake
 * @param earlier answers to earlier calls in which the actor created a record. If one of them names it, another value of
 *   the same form names an actor too, perhaps of another case
 */
export function* isAttributedTo(
  written: Exchange,
  pointer: string,
  actor: Identity,
  others: readonly Identity[],
  requirement: RequirementId,
  subject: string,
  earlier: readonly Exchange[] = [],
): Generator<Judgement<RequirementId, FreedomId>> {
  if (
    !(yield* premise(
      succeeded(written),
      `${written.request.method} by ${actor.who} to create a record ${answer(written)}`,
    ))
  )
    return;
  const creator = creatorIn(written, pointer);
  if (creator === undefined) {
    yield { kind: 'premise', text: `the answer to the write probe names no creator at ${pointer}` };
    return;
  }
  if (names(actor, creator)) {
    yield held(requirement);
    return;
  }
  const isAnother = isNamedIn(earlier, pointer, actor) && hasFormOfName(actor, creator);
  const other = others.find((one) => names(one, creator))?.who ?? (isAnother ? 'somebody else' : undefined);
  if (other !== undefined) {
    yield finding(requirement, subject, `named ${other} as its creator (${creator})`, actor.who, written);
    return;
  }
  const observed = `what ${actor.who} created names ${JSON.stringify(creator)} as its creator`;
  yield observation('FRE-52', observed, written);
  yield { kind: 'premise', text: `${observed}, which is no actor that the suite knows` };
}

/** Reports whether one of several written records names the actor as its creator. */
export function isNamedIn(written: readonly Exchange[], pointer: string, actor: Identity): boolean {
  return written.some((one) => names(actor, creatorIn(one, pointer) ?? ''));
}

/** Reports whether a creator is this actor. E-mail addresses may be written in another letter case. */
function names(identity: Identity, creator: string): boolean {
  return identity.names.some(
    (name) => name === creator || (name.includes('@') && name.toLowerCase() === creator.toLowerCase()),
  );
}

/**
 * Reports whether a value has the form of one of the actor's names, letter for letter and digit for digit. A tenant that
 * has named the actor so means an actor by this value, too.
 */
function hasFormOfName(identity: Identity, creator: string): boolean {
  return identity.names.some((name) => formOf(name) === formOf(creator));
}

const formOf = (text: string): string => text.replaceAll(/[a-z\d]/gi, '0');
