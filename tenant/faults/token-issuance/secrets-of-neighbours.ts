import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import { areTogether, consentedTo } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';

/** A client secret is right where it is that of an app that has something in common with the one named. */
const takenFrom =
  (areNeighbours: (call: Call, one: App, other: App) => boolean): Fault['behaviour'] =>
  (normal) => ({
    clientSecretIsRight: (call, app, secret) =>
      normal.clientSecretIsRight(call, app, secret) ||
      call.tenant.state.apps.values().some((other) => other.clientSecret === secret && areNeighbours(call, app, other)),
  });

/** Apps whose secrets are taken for one another's. */
export const secretOfNeighbourFaults: readonly Fault[] = [
  {
    id: 'token-issuance/the-secret-of-an-app-of-the-same-user-fits',
    breaks: ['TOK-21'],
    summary: 'The secret of another app is right where one user has authorized both.',
    behaviour: takenFrom((call, one, other) => {
      const users = consentedTo(call, other.id);
      return consentedTo(call, one.id).some((user) => users.includes(user));
    }),
  },
  {
    id: 'token-issuance/the-secret-of-an-app-of-the-same-project-fits',
    breaks: ['TOK-21'],
    summary: 'The secret of another app is right where both have been added to one project.',
    behaviour: takenFrom((call, one, other) => areTogether(call, one.id, other.id)),
  },
  {
    id: 'token-issuance/clients-are-found-by-their-name',
    breaks: ['TOK-01'],
    also: ['TOK-21', 'CCR-01', 'VER-05'],
    summary: 'By the client id the name of the app is found, and by the name the newest app that has it.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => {
        const named = normal.findClient(call, clientId)?.name;
        return [...call.tenant.state.apps.values()].findLast(({ name }) => name === named);
      },
    }),
  },
];
