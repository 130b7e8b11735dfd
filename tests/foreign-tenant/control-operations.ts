import { createApiKey } from './api-key.ts';
import { instantOf, timestamp } from './clock.ts';
import { namedBy, readable, textOf, textsOf } from './control-input.ts';
import { type ControlInput, type ControlOperations, ControlRefusal } from './control-service.ts';
import { type Delegation, delegationOperations } from './delegation-operations.ts';
import { eventOperations } from './event-operations.ts';
import { objectionTo } from './redirect-uris.ts';
import { recordOperations } from './record-operations.ts';
import type { Project, Registry } from './registry.ts';
import type { Webhooks } from './webhooks.ts';

/** The characters of a secret, with every printable character that a client must encode in a form. */
const SECRET_ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=&%#;,!*()~.-_';

/** Returns the operations of the tenant control protocol that this tenant supports. */
export function controlOperations(registry: Registry, delegation: Delegation, webhooks: Webhooks): ControlOperations {
  return {
    ...clockOperations(registry),
    ...userOperations(registry),
    ...appOperations(registry, webhooks),
    ...projectOperations(registry),
    ...recordOperations(registry, webhooks),
    ...delegationOperations(registry, delegation),
    ...eventOperations(registry, webhooks),
  };
}

function clockOperations({ clock }: Registry): ControlOperations {
  return {
    'clock.now': () => ({ now: timestamp(clock.now()) }),
    'clock.advance': (input) => {
      const seconds = input['seconds'];
      if (typeof seconds !== 'number' || !(seconds > 0)) {
        throw new ControlRefusal(400, 'invalid_input', 'seconds has to be a number above 0.');
      }
      return { now: timestamp(clock.advance(seconds)) };
    },
  };
}

function userOperations(registry: Registry): ControlOperations {
  const { users, clock } = registry;
  const newKey = (input: ControlInput, createdAt: number): object => {
    const key = createApiKey(registry, namedBy(input, 'userId', users).id, createdAt);
    return { apiKey: key.value, createdAt: timestamp(key.createdAt) };
  };
  const suspend = (input: ControlInput, suspended: boolean): object => {
    const user = namedBy(input, 'userId', users);
    if (suspended && !user.suspended) user.suspensions += 1;
    user.suspended = suspended;
    return {};
  };
  return {
    'user.create': (input) => {
      const email = textOf(input, 'email');
      if ([...users.values()].some((user) => user.email === email)) {
        throw new ControlRefusal(409, 'taken', 'There is a user of that e-mail address.');
      }
      const id = registry.newId();
      const name = input['name'] === undefined ? email : textOf(input, 'name');
      const passphrase = registry.chance.text(SECRET_ALPHABET, 20);
      users.set(id, { id, email, name, passphrase, suspended: false, suspensions: 0 });
      return { userId: id, email };
    },
    'user.suspend': (input) => suspend(input, true),
    'user.unsuspend': (input) => suspend(input, false),
    'apiKey.create': (input) => {
      const dated = input['createdAt'] !== undefined;
      const createdAt = (): number => Number(instantOf(textOf(input, 'createdAt')) / 1_000_000n);
      return newKey(input, dated ? readable('createdAt', createdAt) : clock.now());
    },
    'apiKey.rotate': (input) => newKey(input, clock.now()),
  };
}

function appOperations(registry: Registry, webhooks: Webhooks): ControlOperations {
  const { apps, projects, chance } = registry;
  const newSecret = (): string => chance.text(SECRET_ALPHABET, 36);
  const set = (input: ControlInput, change: { archived: true } | { installed: false }): object => {
    Object.assign(namedBy(input, 'appId', apps), change);
    return {};
  };
  return {
    'app.create': (input) => {
      const redirectUris = [...textsOf(input, 'redirectUris')];
      const objection = redirectUris.map(objectionTo).find((reason) => reason !== undefined);
      if (objection !== undefined) throw new ControlRefusal(400, 'invalid_input', `A redirect URI: ${objection}`);
      const app = {
        id: registry.newId(),
        definitionId: registry.newId(),
        versionNumber: '2.0.0-rc.1',
        name: textOf(input, 'name'),
        clientId: `urn:lab:client:${chance.bytes(9).toString('hex')}`,
        clientSecret: newSecret(),
        redirectUris,
        archived: false,
        installed: input['installed'] !== false,
        uninstallations: 0,
      };
      apps.set(app.id, app);
      const { id, definitionId, versionNumber, clientId, clientSecret } = app;
      return { appId: id, appDefinitionId: definitionId, versionNumber, clientId, clientSecret };
    },
    'app.archive': (input) => set(input, { archived: true }),
    'app.unarchive': (input) => {
      const app = namedBy(input, 'appId', apps);
      app.archived = false;
      webhooks.released(app);
      return {};
    },
    'app.install': (input) => {
      const app = namedBy(input, 'appId', apps);
      if (app.installed) return {};
      app.installed = true;
      webhooks.publish({ type: 'v2.app.installed', appId: app.id });
      return {};
    },
    'app.uninstall': (input) => {
      // A reinstalled app must be added to its projects again, and its webhook must be set again.
      const app = namedBy(input, 'appId', apps);
      webhooks.set(app, undefined);
      for (const project of projects.values()) project.members.delete(app.id);
      if (app.installed) app.uninstallations += 1;
      return set(input, { installed: false });
    },
    'app.rotateSecret': (input) => {
      const app = namedBy(input, 'appId', apps);
      app.clientSecret = newSecret();
      return { clientSecret: app.clientSecret };
    },
  };
}

function projectOperations(registry: Registry): ControlOperations {
  const { projects, users, apps } = registry;
  const memberOf = (input: ControlInput): string => {
    if ((input['userId'] === undefined) === (input['appId'] === undefined)) {
      throw new ControlRefusal(400, 'invalid_input', 'One of userId and appId has to be given.');
    }
    return input['userId'] === undefined ? namedBy(input, 'appId', apps).id : namedBy(input, 'userId', users).id;
  };
  const change = (input: ControlInput, act: (project: Project, member: string) => void): object => {
    act(namedBy(input, 'projectId', projects), memberOf(input));
    return {};
  };
  return {
    'project.create': (input) => {
      const id = registry.newId();
      projects.set(id, { id, name: textOf(input, 'name'), members: new Set() });
      return { projectId: id };
    },
    'project.grant': (input) => change(input, (project, member) => void project.members.add(member)),
    'project.revoke': (input) => change(input, (project, member) => void project.members.delete(member)),
  };
}
