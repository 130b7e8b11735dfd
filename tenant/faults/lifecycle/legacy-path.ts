import type { Fault } from '../fault.ts';
import { any, atLegacyPath, isFromLegacyPath } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { archivingSpares, reinstallationRevives, suspensionSpares, uninstallationSpares } from './decisions.ts';

/** Returns the same decision for the legacy path, with the requirement on that path as the broken one. */
const onLegacyPath = ({ wrong }: Wrong): Wrong => ({ breaks: ['VER-15'], also: ['LIF-42'], wrong });

/** The condition that the credential is presented at the legacy path or was issued there. */
const throughLegacyPath = any(atLegacyPath, isFromLegacyPath);

/** Faults in which the legacy token path, or the tokens that it issued, ignore a change of state. */
export const legacyPathFaults: readonly Fault[] = faultsOf('lifecycle', {
  'suspended-users-are-refreshed-for-at-the-legacy-path': [
    onLegacyPath(suspensionSpares.refreshTokens),
    atLegacyPath,
    'The legacy path grants refreshes for suspended users.',
  ],
  'legacy-refresh-tokens-outlive-a-suspension': [
    onLegacyPath(suspensionSpares.refreshTokens),
    isFromLegacyPath,
    'A suspension does not stop refresh tokens that the legacy path issued.',
    { also: ['LIF-03', 'LIF-04'] },
  ],
  'legacy-tokens-outlive-a-suspension': [
    onLegacyPath(suspensionSpares.accessTokens),
    isFromLegacyPath,
    'A suspension does not stop delegated access tokens from the legacy path.',
    { also: ['LIF-02'] },
  ],
  'codes-outlive-a-suspension-at-the-legacy-path': [
    onLegacyPath(suspensionSpares.codes),
    throughLegacyPath,
    'The legacy path exchanges codes of suspended users, and the tokens that it issues then work.',
    { also: ['LIF-02', 'LIF-03', 'LIF-18'] },
  ],
  'legacy-tokens-outlive-archiving': [
    onLegacyPath(archivingSpares.appTokens),
    isFromLegacyPath,
    "Archiving does not stop an app's own tokens from the legacy path.",
  ],
  'archived-apps-get-working-tokens-at-the-legacy-path': [
    onLegacyPath(archivingSpares.clients),
    atLegacyPath,
    'The legacy path issues tokens to archived apps, and they work.',
  ],
  'the-legacy-path-refreshes-for-archived-apps': [
    onLegacyPath(archivingSpares.refreshes),
    atLegacyPath,
    'The legacy path grants refreshes to archived apps, and the tokens that it issues then work.',
    { also: ['LIF-23', 'LIF-24', 'LIF-28'] },
  ],
  'an-archived-app-exchanges-codes-at-the-legacy-path': [
    onLegacyPath(archivingSpares.codes),
    atLegacyPath,
    'The legacy path exchanges codes of archived apps, and the tokens that it issues then work.',
    { also: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-47'] },
  ],
  'uninstalled-apps-refresh-at-the-legacy-path': [
    onLegacyPath(uninstallationSpares.refreshTokens),
    atLegacyPath,
    'The legacy path grants refreshes to uninstalled apps.',
    { also: ['LIF-32', 'LIF-35'] },
  ],
  'legacy-refresh-tokens-outlive-an-uninstallation': [
    onLegacyPath(uninstallationSpares.refreshTokens),
    isFromLegacyPath,
    'An uninstallation does not end refresh tokens that the legacy path issued.',
    { also: ['LIF-32', 'LIF-33', 'LIF-35'] },
  ],
  'legacy-tokens-outlive-an-uninstallation': [
    onLegacyPath(uninstallationSpares.accessTokens),
    isFromLegacyPath,
    'An uninstallation does not end delegated access tokens from the legacy path.',
    { also: ['LIF-31'] },
  ],
  'the-legacy-path-refreshes-from-before-a-reinstall': [
    onLegacyPath(reinstallationRevives.refreshTokens),
    atLegacyPath,
    'After a reinstallation, the legacy path accepts refresh tokens from before it.',
    { also: ['LIF-35', 'LIF-39', 'LIF-43'] },
  ],
  'the-legacy-path-exchanges-codes-from-before-a-reinstall': [
    onLegacyPath(reinstallationRevives.codes),
    throughLegacyPath,
    'After a reinstallation, the legacy path exchanges codes from before it, and the issued tokens work.',
    { also: ['LIF-40'] },
  ],
});
