import { createHmac } from 'node:crypto';
import { randomText } from '../../random.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator, asUser } from '../operators/callers.ts';
import { keyFor } from '../operators/keys.ts';
import { breaking } from './rows.ts';

/** A key that all tenants of the platform share. It must not be enough to decide whose a credential is. */
const platformKey = 'the key of the whole platform';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const seal = (text: string, length: number): string =>
  createHmac('sha256', platformKey).update(text).digest('hex').slice(0, length);
const isSealed = (value: string, length: number): boolean =>
  seal(value.slice(0, -length), length) === value.slice(-length);

/** Faults with credentials that every tenant of the platform accepts. */
export const otherTenantFaults: readonly Fault[] = breaking('TRN-19', {
  'tokens-of-any-tenant': [
    (normal) => ({
      makeAccessToken: (call) => {
        const text = `at_${call.tenant.random(24).toString('base64url')}`;
        return text + seal(text, 24);
      },
      authenticateBearer: (call, value) =>
        normal.findAccessToken(call, value) === undefined && isSealed(value, 24)
          ? asAdministrator(call)
          : normal.authenticateBearer(call, value),
    }),
    'Tokens are signed with a key that all tenants share, and the tenant accepts those of other tenants.',
  ],
  'keys-of-any-tenant': [
    (normal) => ({
      makeApiKey: (tenant) => {
        const text = `key_${randomText(tenant.random, 24, letters)}`;
        return text + seal(text, 16);
      },
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined || !isSealed(credentials.username, 16)) return known;
        return keyFor(call, call.tenant.administrator().id);
      },
    }),
    'The tenant accepts an API key of another tenant if its checksum is right.',
  ],
  'clients-of-any-tenant': [
    (normal) => ({
      makeClientId: (tenant) => {
        const text = randomText(tenant.random, 16, letters);
        return text + seal(text, 8);
      },
      findClient: (call, clientId) => {
        const known = normal.findClient(call, clientId);
        if (known !== undefined || !isSealed(clientId, 8)) return known;
        return {
          id: clientId,
          definitionId: clientId,
          versionNumber: '1',
          name: 'of another tenant',
          clientId,
          createdAt: call.now,
          clientSecret: '',
          formerSecrets: [],
          redirectUris: [],
          installed: true,
          installation: 1,
          installedChangedAt: call.now,
          archived: false,
          archivedChangedAt: call.now,
        };
      },
      clientSecretIsRight: (call, app, secret) =>
        app.clientSecret === '' ? secret.length === 48 : normal.clientSecretIsRight(call, app, secret),
      appIsArchived: (call, id) => call.tenant.state.apps.has(id) && normal.appIsArchived(call, id),
    }),
    'Client ids are sealed by the platform, and any sealed id with a secret of the right length obtains tokens.',
  ],
  'users-of-one-address-share-their-tokens': [
    (normal) => ({
      makeAccessToken: (call, subject, app) => {
        const email = subject.kind === 'user' ? call.tenant.state.users.get(subject.id)?.email : undefined;
        if (email === undefined) return normal.makeAccessToken(call, subject, app);
        const text = `${call.tenant.random(12).toString('base64url')}.${Buffer.from(email).toString('base64url')}`;
        return `${text}.${seal(text, 24)}`;
      },
      authenticateBearer: (call, value) => {
        const [serial = '', name = '', sealed] = value.split('.');
        if (normal.findAccessToken(call, value) !== undefined || seal(`${serial}.${name}`, 24) !== sealed) {
          return normal.authenticateBearer(call, value);
        }
        const email = Buffer.from(name, 'base64url').toString('utf8');
        const user = call.tenant.state.users.by(email);
        return user === undefined ? normal.authenticateBearer(call, value) : asUser(call, user.id);
      },
    }),
    'A token for a user contains the e-mail address, and is accepted by every tenant that has a user with that address.',
  ],
});
