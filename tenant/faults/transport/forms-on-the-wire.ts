import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isChunked, placeOf, withBody, writtenName } from '../forms-on-the-wire.ts';
import { not } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { becomes, insteadWhere } from '../operators/rules.ts';

/** A credential is overlooked. */
const overlooked: Wrong = { breaks: ['TRN-25'], wrong: refuseFirst('no-credential') };
/** What is written is read, or answered, in another way. */
const writes = (wrong: Wrong['wrong']): Wrong => ({ breaks: ['TRN-25'], wrong });

/** Whether a field is sent whose name is not written like this. */
const isOddlyNamed =
  (name: string, usual: RegExp): Holds =>
  (call: Call) =>
    !usual.test(writtenName(call, name) ?? name);

/** Calls that are read in their usual form alone. */
export const formOnTheWireFaults: readonly Fault[] = faultsOf('transport', {
  'authorization-is-known-in-two-spellings': [
    overlooked,
    isOddlyNamed('authorization', /^[aA]uthorization$/),
    'A credential is read from a field that is named authorization or Authorization, and in no other letters.',
  ],
  'a-credential-before-accept-is-not-seen': [
    overlooked,
    (call) => placeOf(call, 'authorization') >= 0 && placeOf(call, 'authorization') < placeOf(call, 'accept'),
    'A credential that stands before what is accepted is overlooked.',
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
      insteadWhere(
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
    'Of a body with a length, what comes in the first two segments is read.',
  ],
  'writes-want-the-usual-spelling': [
    writes((when) =>
      insteadWhere(
        'answerCreation',
        (call) => when(call, {}),
        () => ({ status: 415, headers: [], body: undefined }),
      ),
    ),
    isOddlyNamed('content-type', /^[cC]ontent-[tT]ype$/),
    'A write whose content type is not named in lower case or capitals is answered with 415.',
  ],
});
