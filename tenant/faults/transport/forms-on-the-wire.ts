import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isChunked, placeOf, withBody, writtenName } from '../forms-on-the-wire.ts';

const unseen = refusal('no-credential', 'The call has no credential.');

/** Calls that are read in their usual form alone. */
export const formOnTheWireFaults: readonly Fault[] = [
  {
    id: 'transport/authorization-is-known-in-two-spellings',
    breaks: ['TRN-25'],
    summary: 'A credential is read from a field that is named authorization or Authorization, and in no other letters.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        /^[aA]uthorization$/.test(writtenName(call, 'authorization') ?? 'authorization')
          ? normal.authenticate(call)
          : unseen,
    }),
  },
  {
    id: 'transport/a-credential-before-accept-is-not-seen',
    breaks: ['TRN-25'],
    summary: 'A credential that stands before what is accepted is overlooked.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const place = placeOf(call, 'authorization');
        return place >= 0 && place < placeOf(call, 'accept') ? unseen : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/writes-in-chunks-lose-their-names',
    breaks: ['TRN-25'],
    summary: 'A write in chunks creates a record without a name.',
    behaviour: (normal) => ({
      readNewEntry: (call) => {
        const entry = normal.readNewEntry(call);
        return isChunked(call) && !isRefusal(entry) ? { ...entry, name: '' } : entry;
      },
    }),
  },
  {
    id: 'transport/writes-in-chunks-break-the-service',
    breaks: ['TRN-25'],
    summary: 'A write in chunks is answered with 500.',
    behaviour: (normal) => ({
      readNewEntry: (call) =>
        isChunked(call) ? refusal('internal-error', 'The tenant could not answer.') : normal.readNewEntry(call),
    }),
  },
  {
    id: 'transport/writes-are-read-to-their-second-segment',
    breaks: ['TRN-25'],
    summary: 'Of a body with a length, what comes in the first two segments is read.',
    behaviour: (normal) => ({
      readNewEntry: (call) =>
        normal.readNewEntry(isChunked(call) ? call : withBody(call, Buffer.concat(call.request.pieces.slice(0, 2)))),
    }),
  },
  {
    id: 'transport/writes-want-the-usual-spelling',
    breaks: ['TRN-25'],
    summary: 'A write whose content type is not named in lower case or capitals is answered with 415.',
    behaviour: (normal) => ({
      answerCreation: (call, actor) =>
        /^[cC]ontent-[tT]ype$/.test(writtenName(call, 'content-type') ?? 'content-type')
          ? normal.answerCreation(call, actor)
          : { status: 415, headers: [], body: undefined },
    }),
  },
];
