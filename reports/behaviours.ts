import type { Behaviour as Seen } from '../core/behaviour.ts';
import type { CheckResult } from '../core/result.ts';
import { digestOf } from './digest.ts';
import type { Behaviour, Report, ReportedCheck } from './report.ts';

/** Length of an id: enough characters of a digest to distinguish the few hundred ways in which a tenant answers. */
const idLength = 12;

/**
 * Returns the ids of the ways in which the tenant answered in a check. Equal answers have equal ids in every report.
 */
export function behaviourIds({ behaviour = [] }: Pick<CheckResult, 'behaviour'>): string[] {
  return behaviour.map(idOf);
}

/** Returns every way in which the tenant answered in any check, each once. */
export function behaviourTable(results: readonly Pick<CheckResult, 'behaviour'>[]): Behaviour[] {
  const all = results.flatMap(({ behaviour = [] }) => behaviour.map((one) => ({ id: idOf(one), ...one })));
  return inOrder(all);
}

/** Returns the tables of several reports as one. */
export function joinedBehaviours(reports: readonly Report[]): Behaviour[] {
  return inOrder(reports.flatMap(({ behaviours = [] }) => behaviours));
}

/** Returns a function that finds the tenant's answers in a check in the table of the report. */
export function behaviourIn({ behaviours = [] }: Report): (check: ReportedCheck) => Behaviour[] {
  const byId = new Map(behaviours.map((behaviour) => [behaviour.id, behaviour]));
  return ({ behaviour = [] }) => behaviour.flatMap((id) => byId.get(id) ?? []);
}

function idOf({ request, answer, members, headers }: Seen): string {
  return digestOf({ request, answer, members, headers }).slice(0, idLength);
}

function inOrder(all: readonly Behaviour[]): Behaviour[] {
  const once = new Map(all.map((behaviour) => [behaviour.id, behaviour]));
  const key = ({ request, answer, id }: Behaviour): string => `${request}\n${answer}\n${id}`;
  return [...once.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
