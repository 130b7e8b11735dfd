import type { Tenant } from '../tenant.ts';
import type { Project, User } from './model.ts';
import { addRecord } from './add-record.ts';

/** Adds an active user, with a generated password if none is given. */
export function addUser(tenant: Tenant, user: { email: string; name: string; password?: string }): User {
  const now = tenant.clock.now();
  const added: User = {
    id: tenant.behaviour.makeId(tenant, 'user'),
    password: tenant.behaviour.makePassword(tenant),
    ...user,
    createdAt: now,
    active: true,
    activeChangedAt: now,
  };
  tenant.state.users.set(added.id, added);
  return added;
}

/** Adds a project to which no actor has access. */
export function addProject(tenant: Tenant, name: string): Project {
  const id = tenant.behaviour.makeId(tenant, 'project');
  const project: Project = { id, name, createdAt: tenant.clock.now(), grants: [] };
  tenant.state.projects.set(id, project);
  return project;
}

/**
 * Adds the initial data of every tenant: an administrator, and a project of the administrator with records of each
 * kind. A caller that is shown too much therefore sees these records.
 */
export function addInitialData(tenant: Tenant): User {
  const { names, clock } = tenant;
  const name = names.person();
  const administrator = addUser(tenant, { name, email: names.email(name) });
  const project = addProject(tenant, names.project());
  const createdBy = { kind: 'user', id: administrator.id } as const;
  tenant.state.projects.grant(project, createdBy, clock.now());
  for (const kind of ['entry', 'plate', 'assayResult'] as const) {
    for (let day = 1; day <= 2; day++) {
      const modifiedAt = new Date(clock.now().getTime() - day * 86_400_000);
      const draft = { kind, projectId: project.id, modifiedAt, createdBy, schemaId: undefined, fields: {} };
      addRecord(tenant, { ...draft, name: names.entry() });
    }
  }
  return administrator;
}
