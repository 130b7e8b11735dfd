import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import { areTogether, consentedTo } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoWhere } from '../operators/rules.ts';

/** A client secret is right where it is that of an app that has something in common with the one named. */
const takenFrom = (areNeighbours: (call: Call, one: App, other: App) => boolean): Fault['behaviour'] =>
  alsoWhere('clientSecretIsRight', (call, app, secret) =>
    call.tenant.state.apps.values().some((other) => other.clientSecret === secret && areNeighbours(call, app, other)),
  );

/** Apps whose secrets are taken for one another's. */
export const secretOfNeighbourFaults: readonly Fault[] = [
  ...breaking('TOK-21', {
    'the-secret-of-an-app-of-the-same-user-fits': [
      takenFrom((call, one, other) => {
        const users = consentedTo(call, other.id);
        return consentedTo(call, one.id).some((user) => users.includes(user));
      }),
      'The secret of another app is right where one user has authorized both.',
    ],
    'the-secret-of-an-app-of-the-same-project-fits': [
      takenFrom((call, one, other) => areTogether(call, one.id, other.id)),
      'The secret of another app is right where both have been added to one project.',
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
      'By the client id the name of the app is found, and by the name the newest app that has it.',
      ['TOK-21', 'CCR-01', 'VER-05'],
    ],
  }),
];
