import type { Call } from '../../call.ts';
import type { Credential } from '../../state/delegated.ts';
import type { App } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, isFromLegacyPath, isRefreshToken } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';

const LEGACY = '/api/v2/token';

const appOf = (call: Call, appId: string): App | undefined => call.tenant.state.apps.get(appId);

/** Whether it is an access token from the legacy path that is younger than this. */
function isLegacyTokenSince(credential: Credential, since: Date | undefined): boolean {
  return (
    credential.kind === 'accessToken' && credential.token.path === LEGACY && credential.token.issuedAt >= (since ?? 0)
  );
}

/** Changes of state that what the legacy path has to do with does not hear of. */
export const legacyTokenFaults: readonly Fault[] = [
  {
    id: 'lifecycle/the-legacy-path-refreshes-for-archived-apps',
    breaks: ['VER-15'],
    also: ['LIF-24', 'LIF-23', 'LIF-28'],
    summary: 'At the legacy path an archived app refreshes, and what it gets works.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        call.request.path === LEGACY && formOf(call).get('grant_type') === 'refresh_token'
          ? undefined
          : normal.clientIsBarred(call, app),
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        !(credential.kind === 'refreshToken' && call.request.path === LEGACY) &&
        !(
          credential.kind === 'accessToken' &&
          credential.token.delegation !== undefined &&
          isLegacyTokenSince(credential, appOf(call, credential.token.appId)?.archivedChangedAt)
        ),
    }),
  },
  {
    id: 'lifecycle/legacy-refresh-tokens-outlive-an-uninstallation',
    breaks: ['VER-15'],
    also: ['LIF-33', 'LIF-35', 'LIF-32'],
    summary: 'Refresh tokens that the legacy path issued outlive the uninstallation of their app.',
    behaviour: exempt('uninstallationStops', all(isRefreshToken, isFromLegacyPath))(always),
  },
  {
    id: 'lifecycle/legacy-refresh-tokens-outlive-a-suspension',
    breaks: ['VER-15'],
    also: ['LIF-03', 'LIF-04'],
    summary: 'Refresh tokens that the legacy path issued outlive the suspension of their user.',
    behaviour: exempt('suspensionStops', all(isRefreshToken, isFromLegacyPath))(always),
  },
  {
    id: 'lifecycle/the-legacy-path-refreshes-from-before-a-reinstall',
    breaks: ['VER-15'],
    also: ['LIF-39', 'LIF-43', 'LIF-35'],
    summary: 'After a reinstall the legacy path refreshes what the app held before it.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(
          credential.kind === 'refreshToken' &&
          call.request.path === LEGACY &&
          appOf(call, credential.token.delegation.appId)?.installed === true
        ),
    }),
  },
  {
    id: 'lifecycle/the-legacy-path-exchanges-codes-from-before-a-reinstall',
    breaks: ['VER-15'],
    also: ['LIF-40'],
    summary: 'After a reinstall the legacy path exchanges codes from before it, and what it issues works.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        if (!normal.uninstallationStops(call, credential)) return false;
        if (credential.kind === 'code' && call.request.path === LEGACY) {
          return appOf(call, credential.code.delegation.appId)?.installed !== true;
        }
        const app = credential.kind === 'accessToken' ? appOf(call, credential.token.appId) : undefined;
        return app?.installed !== true || !isLegacyTokenSince(credential, app.installedChangedAt);
      },
    }),
  },
];
