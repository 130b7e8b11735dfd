import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import type { Refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** A refusal that holds the entries that came last, some of which whoever is refused could see before. */
const telling =
  (reason: Refusal['refused']): Fault['behaviour'] =>
  (normal) => ({
    refusalBody: (call: Call, refusal: Refusal) => {
      const body = normal.refusalBody(call, refusal);
      if (refusal.refused !== reason || call.found.route?.part !== 'api') return body;
      const latest = call.tenant.state.records.byKind.entry.slice(-10);
      return { ...(body as object), latest: latest.map((entry) => normal.shapeItemV2(call, entry)) };
    },
  });

/** A 401 that tells those who were stopped of what they may no longer see. */
export const refusalsThatTellFaults: readonly Fault[] = [
  {
    id: 'transport/a-401-to-the-suspended-tells-the-latest-entries',
    breaks: ['TRN-12'],
    summary: 'The 401 to a suspended user holds the ten latest entries.',
    behaviour: telling('suspended-user'),
  },
  {
    id: 'transport/a-401-to-the-archived-tells-the-latest-entries',
    breaks: ['TRN-12'],
    summary: 'The 401 to an archived app holds the ten latest entries.',
    behaviour: telling('archived-app'),
  },

  {
    id: 'transport/a-401-to-a-sorted-call-has-a-page-token',
    breaks: ['TRN-12'],
    summary: 'A 401 to a call with sort has the page token of a first page.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        return answer.status === 401 && call.request.query.has('sort')
          ? withMembers(answer, (members) => ({ ...members, nextToken: 'WzE3NjQwMDAwMDAwMDAsImVudF8xIl0' }))
          : answer;
      },
    }),
  },
  {
    id: 'transport/a-401-to-a-filtered-call-lists-identifiers',
    breaks: ['TRN-12'],
    summary: 'A 401 to a call with schemaFields lists the identifiers of the records that there are.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        const searched = [...call.tenant.state.records.keys()];
        return answer.status === 401 && call.request.target.includes('schemaFields')
          ? withMembers(answer, (members) => ({ ...members, searched }))
          : answer;
      },
    }),
  },
];
