import type { Behaviour as Seen } from '../core/behaviour.ts';
import type { CheckResult } from '../core/result.ts';
import { digestOf } from './digest.ts';
import type { Behaviour, Report, ReportedCheck } from './report.ts';

/** Characters of a digest that tell the few hundred ways apart in which a tenant answers. */
const idLength = 12;

/** Ids of the ways in which the tenant answered in a check: equal answers have equal ids in every report. */
export function behaviourIds({ behaviour = [] }: Pick<CheckResult, 'behaviour'>): string[] {
  return behaviour.map(idOf);
}

/** Every way in which the tenant answered in any check, once. */
export function behaviourTable(results: readonly Pick<CheckResult, 'behaviour'>[]): Behaviour[] {
  const all = results.flatMap(({ behaviour = [] }) => behaviour.map((one) => ({ id: idOf(one), ...one })));
  return inOrder(all);
}

/** The tables of several reports as one. */
export function joinedBehaviours(reports: readonly Report[]): Behaviour[] {
  return inOrder(reports.flatMap(({ behaviours = [] }) => behaviours));
}

/** How the tenant answered in a check, from the table of its report. */
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
