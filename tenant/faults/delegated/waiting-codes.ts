import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const delegationsTo = ({ tenant }: Call, appId: string): readonly Delegation[] =>
  tenant.state.delegations.filter((one) => one.appId === appId);

const someIsSuspended = (call: Call, appId: string): boolean =>
  delegationsTo(call, appId).some(({ userId }) => call.tenant.behaviour.userIsSuspended(call, userId));

/** Codes that are lost for what others do. */
export const waitingCodeFaults: readonly Fault[] = [
  {
    id: 'delegated/three-codes-of-an-app-wait',
    breaks: ['DEL-27'],
    also: ['DEL-54', 'DEL-60'],
    summary: 'Of the codes that users gave an app the last three can be exchanged.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) =>
        delegationsTo(call, code.delegation.appId).slice(-3).includes(code.delegation)
          ? normal.codeIsBarred(call, code)
          : refusal('expired-code', 'Others have come since.'),
    }),
  },
  {
    id: 'delegated/a-suspension-stops-the-codes-of-others',
    breaks: ['DEL-27'],
    also: ['LIF-08', 'LIF-20', 'LIF-38', 'LIF-41', 'LIF-42'],
    summary: 'While a user of an app is suspended, codes of its other users are refused.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) =>
        normal.codeIsBarred(call, code) ??
        (someIsSuspended(call, code.delegation.appId)
          ? refusal('ended-grant', 'A user of the app is suspended.')
          : undefined),
    }),
  },
  {
    id: 'delegated/a-suspension-stops-authorizations-of-others',
    breaks: ['DEL-01'],
    also: ['LIF-08', 'LIF-20', 'LIF-38', 'LIF-41', 'LIF-42'],
    summary: 'While a user of an app is suspended, nobody can authorize it.',
    behaviour: (normal) => ({
      authorizationIsBarred: (call, app) =>
        normal.authorizationIsBarred(call, app) ??
        (someIsSuspended(call, app.id) ? refusal('unauthorized-client', 'A user of the app is suspended.') : undefined),
    }),
  },
];
