import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Another refusal of an expired credential, in some calls. */
const expiredOtherwise =
  (method: 'authenticateBearer' | 'authenticateBasic', where: (call: Call) => boolean, instead: Refusal) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    [method]: (call: Call, value: string) => {
      const actor = normal[method](call, value);
      return isRefusal(actor) && actor.refused === 'expired-credential' && where(call) ? instead : actor;
    },
  });

const sorts = ({ request }: Call): boolean => request.query.has('sort');
const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** Mistakes about the status of what has expired, where more is asked than a plain page. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'expiry/expired-tokens-are-bad-requests-to-sort',
    breaks: ['EXP-03'],
    summary: 'An expired access token in a sorted listing is answered with 400.',
    behaviour: expiredOtherwise('authenticateBearer', sorts, refusal('invalid-query', 'The access token has expired.')),
  },
  {
    id: 'expiry/expired-tokens-are-forbidden-to-filter',
    breaks: ['EXP-03'],
    summary: 'An expired access token in a listing with a filter is answered with 403.',
    behaviour: expiredOtherwise('authenticateBearer', filters, refusal('forbidden', 'The access token has expired.')),
  },
  {
    id: 'expiry/expired-keys-are-forbidden-to-sort',
    breaks: ['EXP-23'],
    summary: 'An expired key in a sorted listing is answered with 403.',
    behaviour: expiredOtherwise('authenticateBasic', sorts, refusal('forbidden', 'The API key has expired.')),
  },
];
