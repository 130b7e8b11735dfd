import { startingARun } from './invocation.ts';
import { ConfigurationError } from '../core/trouble.ts';
import { groundText } from '../reports/ground.ts';
import type { SuiteCheck } from '../specs/check.ts';
import { checks } from '../specs/checks/index.ts';
import type { Requirement } from '../specs/requirements/index.ts';
import { freedoms, requirements, untestable } from '../specs/requirements/index.ts';
import { allFaults, faults, findFault } from '../tenant/faults/index.ts';
import { variants } from '../tenant/variants/index.ts';
import type { Console } from './console.ts';
import { checksOf } from './list.ts';
import { nearestId } from './nearest-id.ts';

/** Runs `labconform explain`: prints all that is known about one requirement, check, freedom, fault or variant. */
export function explain(id: string, console: Console): Promise<number> {
  const text = textOf(id) ?? textOf(id.toUpperCase());
  if (text === undefined) {
    const known = [...requirements, ...checks, ...freedoms, ...untestable, ...allFaults, ...variants].map(
      (one) => one.id,
    );
    const nearest = nearestId(id, known) ?? nearestId(id.toUpperCase(), known);
    const hint =
      nearest === undefined
        ? 'expected an id such as TOK-05 (see labconform list requirements)'
        : `did you mean ${nearest}?`;
    throw new ConfigurationError(`explain: found no ${JSON.stringify(id)} in the catalogue; ${hint}`);
  }
  console.out(`${text}\n`);
  return Promise.resolve(0);
}

function textOf(id: string): string | undefined {
  const requirement = requirements.find((one) => one.id === id);
  if (requirement !== undefined) return ofRequirement(requirement);
  const check = checks.find((one) => one.id === id);
  if (check !== undefined) return ofCheck(check);
  const freedom = freedoms.find((one) => one.id === id);
  if (freedom !== undefined) {
    const shown = variants.filter((variant) => variant.freedoms.includes(id));
    return page(`${freedom.id}  ${freedom.topic}`, [
      ['What is free', [freedom.range]],
      ['Variants that use it', shown.map((variant) => `${variant.id}: ${variant.summary}`)],
    ]);
  }
  const statement = untestable.find((one) => one.id === id);
  if (statement !== undefined)
    return page(`${statement.id}  ${statement.statement}`, [['Why it is not checked', [statement.reason]]]);
  const fault = findFault(id);
  if (fault !== undefined) {
    return page(`${fault.id}  ${fault.summary}`, [
      ['Breaks', fault.breaks.map(named)],
      ['Also breaks', (fault.also ?? []).map(named)],
      ['See it caught', [`${startingARun} --fault ${fault.id}`]],
    ]);
  }
  const variant = variants.find((one) => one.id === id);
  if (variant === undefined) return undefined;
  return page(`${variant.id}  ${variant.summary}`, [
    ['Uses', variant.freedoms.map((one) => `${one}: ${freedoms.find((freedom) => freedom.id === one)?.topic ?? ''}`)],
    ['May warn of', (variant.warnings ?? []).map(named)],
    ['See it pass', [`${startingARun} --variant ${variant.id}`]],
  ]);
}

/** Without a target, the command tests the embedded tenant. */
const atOwnTenant = '(at your own tenant with --target FILE)';

function ofRequirement(requirement: Requirement): string {
  const { id, profile, statement, basis, observable } = requirement;
  const basisText =
    basis === 'stated'
      ? 'stated: a tenant that breaks it fails'
      : 'derived: the specification does not state it, so a tenant that breaks it is warned';
  const provedBy = checksOf(id);
  return page(`${id}  ${statement}`, [
    ['Profile', [profile]],
    ['Basis', [basisText]],
    groundText(requirement),
    ['How it can be seen', [observable]],
    [
      'Checks',
      provedBy.length === 0
        ? ['none yet: planned']
        : provedBy.map((check) => `${check}: ${checks.find((one) => one.id === check)?.title ?? ''}`),
    ],
    [
      'Faults that break it, each found by one of its checks',
      faults.filter((fault) => fault.breaks.includes(id)).map((fault) => `${fault.id}: ${fault.summary}`),
    ],
    [
      'Run its checks',
      provedBy.length === 0
        ? []
        : [`${startingARun} ${provedBy.map((one) => `--check ${one}`).join(' ')}`, atOwnTenant],
    ],
  ]);
}

function ofCheck(check: SuiteCheck): string {
  const proves = check.proves as readonly string[];
  return page(`${check.id}  ${check.title}`, [
    ['Proves', proves.map(named)],
    ['Needs', check.needs.map(String)],
    ['Cases', [casesOf(check)]],
    [
      'Faults that break a requirement of this check, each found by a check of that requirement',
      faults
        .filter((fault) => fault.breaks.some((one) => proves.includes(one)))
        .map((fault) => `${fault.id}: ${fault.summary}`),
    ],
    ['Run it alone', [`${startingARun} --check ${check.id}`, atOwnTenant]],
  ]);
}

function casesOf({ cases, maxCases, casesAreWritten }: SuiteCheck): string {
  if (cases === undefined) return 'one';
  if (casesAreWritten === true) return maxCases === 1 ? 'one, written down' : `${maxCases}, all written down`;
  const most = maxCases === undefined ? 'as many as --runs says' : `at most ${maxCases}`;
  return `drawn, ${most}, and shrunk to the smallest that fails`;
}

/** Returns a requirement with its statement, and below it where that is stated. */
function named(id: string): string {
  const requirement = requirements.find((one) => one.id === id);
  const ground = requirement === undefined ? undefined : groundText(requirement);
  return [`${id}: ${requirement?.statement ?? ''}`, ...(ground?.split('\n').map((line) => `  ${line}`) ?? [])].join(
    '\n',
  );
}

/** A heading with lines below it, or a text that contains its heading. */
type Part = readonly [head: string, lines: readonly string[]] | string | undefined;

function page(title: string, parts: readonly Part[]): string {
  const body = parts.flatMap((part) => {
    if (part === undefined || typeof part === 'string') return part ?? [];
    const [head, lines] = part;
    return lines.length === 0 ? [] : `${head}\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}`;
  });
  return [title, ...body].join('\n\n');
}
