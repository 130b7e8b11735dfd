import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isChunked, placeOf, withBody, writtenName } from '../forms-on-the-wire.ts';
import { not } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** A decision: the tenant overlooks a credential. */
const overlooked: Wrong = { breaks: ['TRN-25'], wrong: refuseFirst('no-credential') };
/** Returns a decision: the tenant reads or answers a write in another way. */
const writes = (wrong: Wrong['wrong']): Wrong => ({ breaks: ['TRN-25'], wrong });

/** Returns a test that holds if a header is sent whose name is not written in the usual way. */
const isOddlyNamed =
  (name: string, usual: RegExp): Holds =>
  (call: Call) =>
    !usual.test(writtenName(call, name) ?? name);

/** Faults that read calls only in their usual form on the wire. */
export const formOnTheWireFaults: readonly Fault[] = faultsOf('transport', {
  'authorization-is-known-in-two-spellings': [
    overlooked,
    isOddlyNamed('authorization', /^[aA]uthorization$/),
    'A credential is read only if the header is spelt authorization or Authorization.',
  ],
  'a-credential-before-accept-is-not-seen': [
    overlooked,
    (call) => placeOf(call, 'authorization') >= 0 && placeOf(call, 'authorization') < placeOf(call, 'accept'),
    'An Authorization header that comes before the Accept header is overlooked.',
  ],
  'writes-in-chunks-lose-their-names': [
    writes((when) =>
      becomes('readNewEntry', (entry, call) => (when(call, {}) && !isRefusal(entry) ? { ...entry, name: '' } : entry)),
    ),
    isChunked,
    'A write in chunks creates a record without a name.',
  ],
  'writes-in-chunks-break-the-service': [
    writes((when) =>
      replaceIf(
        'readNewEntry',
        (call) => when(call, {}),
        () => refusal('internal-error', 'The tenant could not answer.'),
      ),
    ),
    isChunked,
    'A write in chunks is answered with 500.',
  ],
  'writes-are-read-to-their-second-segment': [
    writes((when) => (normal) => ({
      readNewEntry: (call) =>
        normal.readNewEntry(when(call, {}) ? withBody(call, Buffer.concat(call.request.pieces.slice(0, 2))) : call),
    })),
    not(isChunked),
    'Only the first two segments of a body with a length are read.',
  ],
  'writes-want-the-usual-spelling': [
    writes((when) =>
      replaceIf(
        'answerCreation',
        (call) => when(call, {}),
        () => ({ status: 415, headers: [], body: undefined }),
      ),
    ),
    isOddlyNamed('content-type', /^[cC]ontent-[tT]ype$/),
    'A write is answered with 415 unless its content type header is spelt content-type or Content-Type.',
  ],
});
