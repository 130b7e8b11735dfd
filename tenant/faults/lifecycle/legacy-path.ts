import { delegationOf } from '../../state/delegated.ts';
import type { Fault } from '../fault.ts';

const LEGACY_PATH = '/api/v2/token';

/** Changes of state that the legacy token path does not know of. */
export const legacyPathFaults: readonly Fault[] = [
  {
    id: 'lifecycle/suspended-users-are-refreshed-for-at-the-legacy-path',
    breaks: ['VER-15'],
    summary: 'The legacy path refreshes for suspended users.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(credential.kind === 'refreshToken' && call.request.path === LEGACY_PATH) &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/legacy-tokens-outlive-a-suspension',
    breaks: ['VER-15'],
    also: ['LIF-02'],
    summary: 'Delegated access tokens from the legacy path outlive the suspension of their user.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(credential.kind === 'accessToken' && credential.token.path === LEGACY_PATH) &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/legacy-tokens-outlive-archiving',
    breaks: ['VER-15'],
    summary: "An app's tokens from the legacy path outlive its archiving.",
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        !(
          credential.kind === 'accessToken' &&
          credential.token.path === LEGACY_PATH &&
          credential.token.subject.kind === 'app'
        ) && normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/archived-apps-get-working-tokens-at-the-legacy-path',
    breaks: ['VER-15'],
    summary: 'The legacy path issues tokens to archived apps, and they work.',
    behaviour: (normal) => {
      const late = new WeakSet<object>();
      return {
        clientIsBarred: (call, app) =>
          call.request.path === LEGACY_PATH ? undefined : normal.clientIsBarred(call, app),
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (app.archived) late.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) && !(credential.kind === 'accessToken' && late.has(credential.token)),
      };
    },
  },
  {
    id: 'lifecycle/uninstalled-apps-refresh-at-the-legacy-path',
    breaks: ['VER-15'],
    also: ['LIF-42', 'LIF-32', 'LIF-35'],
    summary: 'The legacy path refreshes for uninstalled apps.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !(credential.kind === 'refreshToken' && call.request.path === LEGACY_PATH) &&
        normal.uninstallationStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/legacy-tokens-outlive-an-uninstallation',
    breaks: ['VER-15'],
    also: ['LIF-31'],
    summary: 'Delegated access tokens from the legacy path outlive the uninstallation of their app.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !(
          credential.kind === 'accessToken' &&
          credential.token.path === LEGACY_PATH &&
          delegationOf(credential) !== undefined
        ) && normal.uninstallationStops(call, credential),
    }),
  },
];
