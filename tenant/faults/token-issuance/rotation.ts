import { refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isOpenTo } from '../operators/visibility.ts';
import { breaking } from './rows.ts';
import { alsoIf, replaceIf } from '../operators/rules.ts';

const wasAddedTo = (project: Project, app: App): boolean => isOpenTo(project, { kind: 'app', id: app.id });

/** Faults in the rotation of the client secret. */
export const rotationFaults: readonly Fault[] = [
  ...breaking('TOK-22', {
    'rotation-is-only-shown': [
      (normal) => ({ rotateClientSecret: (tenant) => normal.makeClientSecret(tenant) }),
      'A rotation shows a new client secret, but the tenant keeps the former one.',
      ['TOK-23', 'LIF-11', 'LIF-28'],
    ],
    'second-rotation-fails': [
      (normal) => ({
        rotateClientSecret: (tenant, app) => {
          const again = app.formerSecrets.length > 0;
          const kept = normal.rotateClientSecret(tenant, app);
          return again ? normal.makeClientSecret(tenant) : kept;
        },
      }),
      'From the second rotation of an app on, the secret that is shown is not the one that the tenant stores.',
      ['TOK-23', 'LIF-11'],
    ],
    'rotations-of-archived-apps-are-lost': [
      (normal) => ({
        rotateClientSecret: (tenant, app) =>
          app.archived ? normal.makeClientSecret(tenant) : normal.rotateClientSecret(tenant, app),
      }),
      'A rotation while the app is archived shows a new client secret, but the tenant keeps the former one.',
      ['TOK-23', 'LIF-20', 'LIF-38', 'LIF-28'],
    ],
    'rotated-apps-exchange-no-codes': [
      replaceIf(
        'exchangeCode',
        (_call, app) => app.formerSecrets.length > 0,
        () => refusal('unknown-code', 'The code is not known.'),
      ),
      'The secret that a rotation made obtains app tokens, but no tokens for a code.',
      ['LIF-20', 'LIF-38', 'DEL-01', 'CCR-21', 'DEL-27'],
    ],
    'a-rotated-secret-lasts-for-an-hour': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) => {
          const rotatedAt = app.formerSecrets.at(-1)?.retiredAt.getTime() ?? Infinity;
          return call.now.getTime() - rotatedAt <= 3_600_000 && normal.clientSecretIsRight(call, app, clientSecret);
        },
      }),
      'A secret from a rotation is forgotten after an hour.',
      ['CCR-06'],
    ],
  }),
  ...breaking('TOK-23', {
    'former-secret-goes-on': [
      alsoIf('clientSecretIsRight', (_call, app, sent) => sameSecret(app.formerSecrets.at(-1)?.value ?? '\0', sent)),
      'The secret before the last rotation still obtains tokens.',
      ['LIF-11'],
    ],
    'former-secret-goes-on-for-a-minute': [
      alsoIf('clientSecretIsRight', (call, app, sent) =>
        app.formerSecrets.some(
          ({ value, retiredAt }) => sameSecret(value, sent) && call.now.getTime() - retiredAt.getTime() < 60_000,
        ),
      ),
      'The secret from before a rotation obtains tokens for another minute.',
      ['LIF-11'],
    ],
    'former-secret-goes-on-until-the-new-one-is-used': [
      (normal) => {
        const used = new WeakMap<App, string>();
        return {
          clientSecretIsRight: (call, app, sent) => {
            if (normal.clientSecretIsRight(call, app, sent)) {
              used.set(app, sent);
              return true;
            }
            return used.get(app) === sent && app.formerSecrets.some(({ value }) => sameSecret(value, sent));
          },
        };
      },
      'The secret from before a rotation obtains tokens until the new one has been used.',
      ['LIF-11'],
    ],
    'second-rotation-revives-the-first-secret': [
      alsoIf(
        'clientSecretIsRight',
        (_call, app, sent) => app.formerSecrets.length > 1 && sameSecret(app.formerSecrets[0]?.value ?? '\0', sent),
      ),
      'From the second rotation on, the very first secret of an app obtains tokens again.',
    ],
    'rotations-of-uninstalled-apps-are-lost': [
      (normal) => {
        const kept = new Map<string, string>();
        return {
          rotateClientSecret: (tenant, app) => {
            if (!app.installed) kept.set(app.id, kept.get(app.id) ?? app.clientSecret);
            return normal.rotateClientSecret(tenant, app);
          },
          setInstalled: (tenant, app, installed) => {
            app.clientSecret = (installed ? kept.get(app.id) : undefined) ?? app.clientSecret;
            normal.setInstalled(tenant, app, installed);
          },
        };
      },
      'A rotation of the secret while the app is not installed is lost when the app is installed again.',
      ['TOK-22'],
    ],
    'a-reinstallation-brings-the-first-secret-back': [
      (normal) => ({
        clientSecretIsRight: (call, app, clientSecret) => {
          const [first] = app.formerSecrets;
          const isBack = app.installation > 1 && first !== undefined && sameSecret(first.value, clientSecret);
          return isBack || normal.clientSecretIsRight(call, app, clientSecret);
        },
      }),
      'When an app is installed again, its first secret is accepted too.',
    ],
    'that-a-secret-was-rotated-is-remembered-for-a-day': [
      alsoIf('clientSecretIsRight', (call, app, clientSecret) =>
        app.formerSecrets.some(
          ({ value, retiredAt }) =>
            sameSecret(value, clientSecret) && call.now.getTime() - retiredAt.getTime() > 86_400_000,
        ),
      ),
      'A day after a rotation, the former secret is accepted again.',
    ],
  }),
  ...breaking('TOK-24', {
    'rotation-ends-the-app-before': [
      (normal) => ({
        rotateClientSecret: (tenant, app) => {
          const apps = [...tenant.state.apps.values()];
          const before = apps[apps.indexOf(app) - 1];
          if (before !== undefined) before.clientSecret = normal.makeClientSecret(tenant);
          return normal.rotateClientSecret(tenant, app);
        },
      }),
      'The rotation of the secret of one app ends the secret of the app that was made before it.',
    ],
    'all-apps-rotate-together': [
      (normal) => ({
        rotateClientSecret: (tenant, app) => {
          for (const each of tenant.state.apps.values()) each.clientSecret = normal.makeClientSecret(tenant);
          return normal.rotateClientSecret(tenant, app);
        },
      }),
      'A rotation gives a new secret to every app of the tenant.',
      ['LIF-11'],
    ],
    'one-rotated-secret-at-a-time': [
      (normal) => {
        let latest: App | undefined;
        return {
          rotateClientSecret: (tenant, app) => {
            const former = latest?.formerSecrets.at(-1);
            if (latest !== undefined && latest !== app && former !== undefined) latest.clientSecret = former.value;
            latest = app;
            return normal.rotateClientSecret(tenant, app);
          },
        };
      },
      'When a second app rotates its secret, the app that rotated before gets back its former secret.',
      ['LIF-20', 'LIF-28', 'CCR-01', 'CCR-06', 'LIF-38', 'LIF-27', 'LIF-42', 'EXP-09', 'TOK-22', 'TOK-18'],
    ],
    'a-rotation-ends-the-secrets-of-apps-of-the-same-name': [
      (normal) => ({
        rotateClientSecret: (tenant, app) => {
          for (const other of tenant.state.apps.values()) {
            if (other !== app && other.name === app.name) normal.rotateClientSecret(tenant, other);
          }
          return normal.rotateClientSecret(tenant, app);
        },
      }),
      'Rotating the secret of an app ends the secrets of the apps of the same name.',
      ['CCR-01', 'CCR-06', 'LIF-38'],
    ],
    'a-rotation-ends-the-secrets-of-the-same-project': [
      (normal) => ({
        rotateClientSecret: (tenant, app) => {
          const shared = tenant.state.projects
            .values()
            .filter((project) => wasAddedTo(project, app))
            .toArray();
          for (const other of tenant.state.apps.values()) {
            if (other !== app && shared.some((project) => wasAddedTo(project, other)))
              normal.rotateClientSecret(tenant, other);
          }
          return normal.rotateClientSecret(tenant, app);
        },
      }),
      'Rotating the secret of an app ends the secrets of the apps that share a project with it.',
      ['CCR-01', 'CCR-06', 'LIF-38'],
    ],
  }),
  ...breaking(['TOK-22', 'TOK-23'], {
    'unarchival-brings-the-first-secret-back': [
      (normal) => ({
        setArchived: (tenant, app, archived) => {
          if (!archived && app.archived) app.clientSecret = app.formerSecrets[0]?.value ?? app.clientSecret;
          normal.setArchived(tenant, app, archived);
        },
      }),
      'Unarchiving an app restores its first secret, regardless of later rotations.',
      ['LIF-33', 'LIF-34', 'LIF-35', 'TOK-01', 'CCR-01'],
    ],
  }),
];
