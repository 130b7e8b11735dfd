import type { App } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { Variant } from '../variant.ts';

const HOUR = 3_600_000;

/** Variants of an app's credentials and tokens after its secret was rotated or the app was archived or uninstalled. */
export const lifecycleVariants: readonly Variant[] = [
  {
    id: 'client-credentials/uninstalled-apps-are-refused',
    freedoms: ['FRE-47', 'FRE-48'],
    summary: 'An app that is not installed gets no tokens, and its existing tokens do not work.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        app.installed ? normal.clientIsBarred(call, app) : refusal('archived-client', 'The app is not installed.'),
      actorIsBarred: (call, actor) =>
        actor.kind === 'app' && call.tenant.state.apps.get(actor.id)?.installed === false
          ? refusal('archived-app', 'The app is not installed.')
          : normal.actorIsBarred(call, actor),
    }),
  },
  {
    id: 'client-credentials/reinstallation-starts-anew',
    freedoms: ['FRE-49', 'FRE-50'],
    summary: 'An app that is installed again has a new secret and has lost its projects.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        const again = installed && !app.installed;
        normal.setInstalled(tenant, app, installed);
        if (!again) return;
        tenant.behaviour.rotateClientSecret(tenant, app);
        for (const project of tenant.state.projects.values()) {
          tenant.behaviour.revokeAccess(tenant, project, { kind: 'app', id: app.id });
        }
      },
    }),
  },
  {
    id: 'client-credentials/reinstallation-gives-another-client-id',
    freedoms: ['FRE-49'],
    summary: 'An app that is installed again has another client id, which only its publisher is told.',
    behaviour: (normal) => {
      const reinstalled = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          const wasInstalled = app.installed;
          normal.setInstalled(tenant, app, installed);
          if (wasInstalled && !installed) reinstalled.add(app);
        },
        // the suite never learns the new client id, so nobody presents it
        findClient: (call, clientId) => {
          const app = normal.findClient(call, clientId);
          return app?.installed === true && reinstalled.has(app) ? undefined : app;
        },
      };
    },
  },
  {
    id: 'client-credentials/rotation-ends-tokens',
    freedoms: ['FRE-42'],
    summary: 'When the client secret is rotated, the tokens that were obtained with the old one end.',
    behaviour: (normal) => {
      const secrets = new WeakMap<object, string>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          secrets.set(token, app.clientSecret);
          return token;
        },
        tokenHasEnded: (call, token) =>
          normal.tokenHasEnded(call, token) ||
          call.tenant.state.apps.get(token.appId)?.clientSecret !== secrets.get(token),
      };
    },
  },
  {
    id: 'client-credentials/secrets-overlap',
    freedoms: ['FRE-44'],
    warnings: ['TOK-23', 'LIF-11'],
    summary: 'The old client secret is accepted for an hour after rotation.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) ||
        app.formerSecrets.some(
          ({ value, retiredAt }) => call.now.getTime() - retiredAt.getTime() < HOUR && sameSecret(value, secret),
        ),
    }),
  },
  {
    id: 'client-credentials/archived-apps-are-forbidden',
    freedoms: ['FRE-18', 'FRE-122'],
    summary: 'Calls of archived apps are answered with 403, while the token path still issues tokens to them.',
    behaviour: (normal) => ({
      clientIsBarred: () => undefined,
      refusalStatus: (call, reason) => (reason.refused === 'archived-app' ? 403 : normal.refusalStatus(call, reason)),
    }),
  },
  {
    id: 'client-credentials/archiving-ends-tokens',
    freedoms: ['FRE-18', 'FRE-120'],
    summary:
      'Tokens from before an app was archived stay invalid after it is unarchived; while it is archived, its calls are answered with 404.',
    behaviour: (normal) => {
      const archivings = new Map<string, number>();
      const born = new WeakMap<object, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) archivings.set(app.id, (archivings.get(app.id) ?? 0) + 1);
          normal.setArchived(tenant, app, archived);
        },
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          born.set(token, archivings.get(app.id) ?? 0);
          return token;
        },
        tokenHasEnded: (call, token) =>
          normal.tokenHasEnded(call, token) ||
          (!normal.appIsArchived(call, token.appId) && (born.get(token) ?? 0) < (archivings.get(token.appId) ?? 0)),
        refusalStatus: (call, reason) => (reason.refused === 'archived-app' ? 404 : normal.refusalStatus(call, reason)),
      };
    },
  },
  {
    id: 'client-credentials/three-live-tokens-an-app',
    freedoms: ['FRE-51'],
    warnings: ['CCR-07', 'TOK-34', 'DEL-46', 'DEL-47', 'DEL-48', 'DEL-63', 'CCR-20'],
    summary: 'An app has at most three tokens: each further one ends the oldest.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const token = normal.issueAccessToken(call, subject, app);
        const own = [...call.tenant.state.accessTokens.values()].filter((other) => sameActor(other.subject, subject));
        for (const oldest of own.slice(0, -3)) call.tenant.state.accessTokens.delete(oldest.value);
        return token;
      },
    }),
  },
];
