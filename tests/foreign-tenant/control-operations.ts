import { createApiKey } from './api-key.ts';
import { instantOf, timestamp } from './clock.ts';
import { namedBy, objectsOf, readable, textOf, textsOf } from './control-input.ts';
import { type ControlInput, type ControlOperations, ControlRefusal } from './control-service.ts';
import { type Delegation, delegationOperations } from './delegation-operations.ts';
import { objectionTo } from './redirect-uris.ts';
import type { Project, RecordKind, Registry } from './registry.ts';

const KINDS: Readonly<Record<string, RecordKind>> = { entry: 'entry', plate: 'plate', assayResult: 'assayResult' };

/** Every printable character that a client has to encode on its way into a form. */
const SECRET_ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=&%#;,!*()~.-_';

/** The operations of the tenant control protocol that this tenant supports. */
export function controlOperations(registry: Registry, delegation: Delegation): ControlOperations {
  return {
    ...clockOperations(registry),
    ...userOperations(registry),
    ...appOperations(registry),
    ...projectOperations(registry),
    ...recordOperations(registry),
    ...delegationOperations(registry, delegation),
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

function appOperations(registry: Registry): ControlOperations {
  const { apps, projects, chance } = registry;
  const newSecret = (): string => chance.text(SECRET_ALPHABET, 36);
  const set = (input: ControlInput, change: { archived: boolean } | { installed: boolean }): object => {
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
    'app.unarchive': (input) => set(input, { archived: false }),
    'app.install': (input) => set(input, { installed: true }),
    'app.uninstall': (input) => {
      // An app that comes back has to be added to its projects anew.
      const app = namedBy(input, 'appId', apps);
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

function recordOperations(registry: Registry): ControlOperations {
  const { projects, schemas, records, clock } = registry;
  return {
    'schema.create': (input) => {
      if (input['kind'] !== 'assayResult') {
        throw new ControlRefusal(400, 'invalid_input', 'kind has to be assayResult.');
      }
      const id = registry.newId();
      schemas.set(id, { id, name: textOf(input, 'name'), fields: objectsOf(input, 'fields') });
      return { schemaId: id };
    },
    'record.create': (input) => {
      const kind = KINDS[textOf(input, 'kind')];
      if (kind === undefined) throw new ControlRefusal(400, 'invalid_input', 'kind is not one that the tenant knows.');
      const projectId = namedBy(input, 'projectId', projects).id;
      // All are read before any is kept: a refused call leaves nothing behind.
      const made = objectsOf(input, 'records').map((record) => {
        const modifiedAt = record['modifiedAt'] === undefined ? timestamp(clock.now()) : textOf(record, 'modifiedAt');
        return {
          id: registry.newId(),
          kind,
          projectId,
          name: textOf(record, 'name'),
          modifiedAt,
          modifiedInstant: readable('modifiedAt', () => instantOf(modifiedAt)),
          schemaId: record['schemaId'] === undefined ? null : namedBy(record, 'schemaId', schemas).id,
          fields: (record['fields'] ?? {}) as Readonly<Record<string, unknown>>,
        };
      });
      records.push(...made);
      return { ids: made.map((record) => record.id) };
    },
  };
}
