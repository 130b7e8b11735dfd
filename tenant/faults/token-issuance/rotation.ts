import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Rotation of the client secret. */
export const rotationFaults: readonly Fault[] = [
  {
    id: 'token-issuance/rotation-is-only-shown',
    breaks: ['TOK-22'],
    also: ['TOK-23', 'LIF-11', 'LIF-28'],
    summary: 'A rotation shows a new client secret and keeps the former one.',
    behaviour: (normal) => ({ rotateClientSecret: (tenant) => normal.makeClientSecret(tenant) }),
  },
  {
    id: 'token-issuance/second-rotation-fails',
    breaks: ['TOK-22'],
    also: ['TOK-23', 'LIF-11'],
    summary: 'From the second rotation of an app on, the secret that is shown is not the one that is kept.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        const again = app.formerSecrets.length > 0;
        const kept = normal.rotateClientSecret(tenant, app);
        return again ? normal.makeClientSecret(tenant) : kept;
      },
    }),
  },
  {
    id: 'token-issuance/former-secret-goes-on',
    breaks: ['TOK-23'],
    also: ['LIF-11'],
    summary: 'The secret before the last rotation still obtains tokens.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        normal.clientSecretIsRight(call, app, sent) || sameSecret(app.formerSecrets.at(-1)?.value ?? '\0', sent),
    }),
  },
  {
    id: 'token-issuance/former-secret-goes-on-for-a-minute',
    breaks: ['TOK-23'],
    also: ['LIF-11'],
    summary: 'A secret that was rotated away obtains tokens for another minute.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        normal.clientSecretIsRight(call, app, sent) ||
        app.formerSecrets.some(
          ({ value, retiredAt }) => sameSecret(value, sent) && call.now.getTime() - retiredAt.getTime() < 60_000,
        ),
    }),
  },
  {
    id: 'token-issuance/former-secret-goes-on-until-the-new-one-is-used',
    breaks: ['TOK-23'],
    also: ['LIF-11'],
    summary: 'A secret that was rotated away obtains tokens until the new one has been used.',
    behaviour: (normal) => {
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
  },
  {
    id: 'token-issuance/second-rotation-revives-the-first-secret',
    breaks: ['TOK-23'],
    summary: 'From the second rotation on, the very first secret of an app obtains tokens again.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, sent) =>
        normal.clientSecretIsRight(call, app, sent) ||
        (app.formerSecrets.length > 1 && sameSecret(app.formerSecrets[0]?.value ?? '\0', sent)),
    }),
  },
  {
    id: 'token-issuance/rotation-ends-the-app-before',
    breaks: ['TOK-24'],
    summary: 'The rotation of one app makes the secret of the app that was made before it worthless.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        const apps = [...tenant.state.apps.values()];
        const before = apps[apps.indexOf(app) - 1];
        if (before !== undefined) before.clientSecret = normal.makeClientSecret(tenant);
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },
  {
    id: 'token-issuance/all-apps-rotate-together',
    breaks: ['TOK-24'],
    also: ['LIF-11'],
    summary: 'A rotation gives a new secret to every app of the tenant.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        for (const each of tenant.state.apps.values()) each.clientSecret = normal.makeClientSecret(tenant);
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },
];
