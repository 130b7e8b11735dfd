import type { Exercised } from '../../core/exercised.ts';
import { callForms, tokenPathNames } from '../../generators/presentation.ts';
import { kindNames } from './event-wording.ts';
import { isChange, isOwn } from './changes.ts';
import { after, credentialOf, lastServedOrIssued, passes } from './event-log.ts';
import { revocationsOf } from './revocations.ts';
import type { Revocation } from './revocations.ts';
import type { Credential, CredentialKind, EventLog, Presented } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

const causeWords = {
  suspension: 'while its user is suspended',
  archival: 'while its app is archived',
  uninstallation: 'once its app was uninstalled',
  rotation: 'once it was rotated away',
  use: 'once it was used',
  age: 'once it has expired',
} as const satisfies Record<Revocation['cause'], string>;
const forSeveral = 'for several of these at once';

const circumstances = {
  nothing: 'when new',
  time: 'after some time',
  own: 'when a state of its own has ended',
  others: 'after a change of state of others',
  renewal: 'after others were issued, rotated or spent',
  beside: 'after something that changes no state',
} as const;

/** The causes that can stop each kind of credential. */
const stoppable: Readonly<Record<CredentialKind, readonly Revocation['cause'][]>> = {
  apiKey: ['suspension', 'rotation', 'age'],
  clientSecret: ['archival', 'rotation'],
  appToken: ['archival', 'age'],
  accessToken: ['suspension', 'archival', 'uninstallation', 'age'],
  refreshToken: ['suspension', 'archival', 'uninstallation', 'use', 'age'],
  code: ['suspension', 'archival', 'uninstallation'],
  idToken: ['suspension', 'age'],
};

/**
 * The credentials that must work again after a state of their own user or app. For the others, no statement says so
 * (FRE-114, FRE-120, FRE-121).
 */
const mustWorkAgain: ReadonlySet<CredentialKind> = new Set(['apiKey', 'clientSecret']);

/** A row of the matrix, with its possible forms. */
export interface MatrixRow {
  readonly credential: string;
  readonly expected: 'served' | 'refused';
  readonly circumstance: string;
  readonly forms: readonly string[];
}

/**
 * All rows that histories can reach, in the order of the page. A row that is missing in the records was never
 * exercised.
 */
export const matrixRows: readonly MatrixRow[] = (Object.keys(kindNames) as CredentialKind[]).flatMap((kind) => {
  const forms = isReusable({ kind }) ? callForms : tokenPathNames;
  const row = (expected: MatrixRow['expected'], circumstance: string): MatrixRow => ({
    credential: kindNames[kind],
    expected,
    circumstance,
    forms,
  });
  const served = Object.entries(circumstances).filter(([name]) => name !== 'own' || mustWorkAgain.has(kind));
  const causes = stoppable[kind];
  return [
    ...served.map(([, circumstance]) => row('served', circumstance)),
    ...causes.map((cause) => row('refused', causeWords[cause])),
    ...(causes.length > 1 ? [row('refused', forSeveral)] : []),
  ];
});

export const matrixForms: readonly string[] = [...callForms, ...tokenPathNames];

/** Returns the cells of the matrix that a presentation with the expected outcome exercised. */
export function exercisedBy(
  past: EventLog,
  presented: Presented,
  expected: 'served' | 'refused',
): readonly Exercised[] {
  const credential = credentialOf(past, presented.credential);
  const circumstance =
    expected === 'refused' ? stoppedBy(past, credential, presented) : circumstances[servedAfter(past, credential)];
  return (presented.forms ?? []).map((form) => ({
    credential: kindNames[credential.kind],
    expected,
    circumstance,
    form,
  }));
}

function stoppedBy(past: EventLog, credential: Credential, { at }: Presented): string {
  const [first, ...others] = revocationsOf(past, credential, at);
  return first === undefined || others.length > 0 ? forSeveral : causeWords[first.cause];
}

/** Returns the most important circumstance since a credential was last served. */
function servedAfter(past: EventLog, credential: Credential): keyof typeof circumstances {
  const since = after(past, lastServedOrIssued(past, credential));
  const kinds = new Set(since.map(({ kind }) => kind));
  const changes = since.filter(isChange).filter(({ kind }) => kind !== 'suspendedAtProvider');
  if (changes.some((one) => isOwn(one, credential))) return 'own';
  if (changes.length > 0) return 'others';
  if (since.some(passes)) return 'time';
  if (kinds.has('besideUser') || kinds.has('besideApp')) return 'beside';
  return kinds.has('issued') || kinds.has('replaced') || kinds.has('spent') ? 'renewal' : 'nothing';
}
