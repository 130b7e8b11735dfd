import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const delegationsTo = ({ tenant }: Call, appId: string): readonly Delegation[] =>
  tenant.state.delegations.filter((one) => one.appId === appId);

const someIsSuspended = (call: Call, appId: string): boolean =>
  delegationsTo(call, appId).some(({ userId }) => call.tenant.behaviour.userIsSuspended(call, userId));

/** Faults in which codes and authorizations fail because of other users of the app. */
export const waitingCodeFaults: readonly Fault[] = [
  ...breaking('DEL-27', {
    'three-codes-of-an-app-wait': [
      (normal) => ({
        codeIsBarred: (call, code) =>
          delegationsTo(call, code.delegation.appId).slice(-3).includes(code.delegation)
            ? normal.codeIsBarred(call, code)
            : refusal('expired-code', 'Others have come since.'),
      }),
      'Only the latest three codes of an app can be exchanged.',
      ['DEL-54', 'DEL-60'],
    ],
    'a-suspension-stops-the-codes-of-others': [
      becomes(
        'codeIsBarred',
        (right, call, code) =>
          right ??
          (someIsSuspended(call, code.delegation.appId)
            ? refusal('ended-grant', 'A user of the app is suspended.')
            : undefined),
      ),
      'While a user of an app is suspended, codes of its other users are refused.',
      ['LIF-08', 'LIF-20', 'LIF-38', 'LIF-41', 'LIF-42'],
    ],
  }),
  ...breaking('DEL-01', {
    'a-suspension-stops-authorizations-of-others': [
      becomes(
        'authorizationIsBarred',
        (right, call, app) =>
          right ??
          (someIsSuspended(call, app.id)
            ? refusal('unauthorized-client', 'A user of the app is suspended.')
            : undefined),
      ),
      'While a user of an app is suspended, no user can authorize the app.',
      ['LIF-08', 'LIF-20', 'LIF-38', 'LIF-41', 'LIF-42'],
    ],
  }),
];
