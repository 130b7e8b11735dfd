import { refusal } from '../http/refusal.ts';
import type { Variant } from './variant.ts';

export const clientCredentialsVariants: readonly Variant[] = [
  {
    id: 'client-credentials/listing-forbidden-without-projects',
    freedoms: ['FRE-05', 'FRE-46'],
    summary: 'An actor without any project is answered with 403 by the listings.',
    behaviour: () => ({
      listingIsForbidden: (call, actor) => {
        const { behaviour, state } = call.tenant;
        return state.projects.values().some((project) => behaviour.hasAccess(call, actor, project))
          ? undefined
          : refusal('forbidden', 'You have no access to any project.');
      },
    }),
  },
  {
    id: 'client-credentials/uninstalled-apps-are-refused',
    freedoms: ['FRE-47', 'FRE-48'],
    summary: 'An app that is not installed gets no tokens, and those that it has do not work.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        app.installed ? normal.clientIsBarred(call, app) : refusal('archived-client', 'The app is not installed.'),
      actorIsBarred: (call, actor) =>
        actor.kind === 'app' && call.tenant.state.apps.get(actor.id)?.installed === false
          ? refusal('archived-app', 'The app is not installed.')
          : normal.actorIsBarred(call, actor),
    }),
  },
];
