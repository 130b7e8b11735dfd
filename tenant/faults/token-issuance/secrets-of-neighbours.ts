import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import { shareProject, consentedTo } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

/** Returns a deviation that also accepts the client secret of another app for which `areNeighbours` holds. */
const takenFrom = (areNeighbours: (call: Call, one: App, other: App) => boolean): Fault['behaviour'] =>
  alsoIf('clientSecretIsRight', (call, app, secret) =>
    call.tenant.state.apps.values().some((other) => other.clientSecret === secret && areNeighbours(call, app, other)),
  );

/** Faults that take the secrets of some apps for those of other apps. */
export const secretOfNeighbourFaults: readonly Fault[] = [
  ...breaking('TOK-21', {
    'the-secret-of-an-app-of-the-same-user-fits': [
      takenFrom((call, one, other) => {
        const users = consentedTo(call, other.id);
        return consentedTo(call, one.id).some((user) => users.includes(user));
      }),
      'The secret of another app is accepted if one user has consented to both apps.',
    ],
    'the-secret-of-an-app-of-the-same-project-fits': [
      takenFrom((call, one, other) => shareProject(call, one.id, other.id)),
      'The secret of another app is accepted if both apps have been added to one project.',
    ],
  }),
  ...breaking('TOK-01', {
    'clients-are-found-by-their-name': [
      (normal) => ({
        findClient: (call, clientId) => {
          const named = normal.findClient(call, clientId)?.name;
          return [...call.tenant.state.apps.values()].findLast(({ name }) => name === named);
        },
      }),
      'A client id is taken for that of the newest app with the same name as its app.',
      ['TOK-21', 'CCR-01', 'VER-05'],
    ],
  }),
];
