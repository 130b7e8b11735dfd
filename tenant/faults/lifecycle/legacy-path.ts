import type { Fault } from '../fault.ts';
import { any, atLegacyPath, isFromLegacyPath } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { archivingSpares, reinstallationRevives, suspensionSpares, uninstallationSpares } from './decisions.ts';

/** The same, where it has to do with the legacy path: a mistake breaks what is said of that. */
const unheard = ({ wrong }: Wrong): Wrong => ({ breaks: ['VER-15'], also: ['LIF-42'], wrong });

/** What comes to the legacy path, and what came from there. */
const throughLegacyPath = any(atLegacyPath, isFromLegacyPath);

/** Changes of state that the legacy token path, and what it has issued, does not hear of. */
export const legacyPathFaults: readonly Fault[] = faultsOf('lifecycle', {
  'suspended-users-are-refreshed-for-at-the-legacy-path': [
    unheard(suspensionSpares.refreshTokens),
    atLegacyPath,
    'The legacy path refreshes for suspended users.',
  ],
  'legacy-refresh-tokens-outlive-a-suspension': [
    unheard(suspensionSpares.refreshTokens),
    isFromLegacyPath,
    'Refresh tokens that the legacy path issued outlive the suspension of their user.',
    { also: ['LIF-03', 'LIF-04'] },
  ],
  'legacy-tokens-outlive-a-suspension': [
    unheard(suspensionSpares.accessTokens),
    isFromLegacyPath,
    'Delegated access tokens from the legacy path outlive the suspension of their user.',
    { also: ['LIF-02'] },
  ],
  'codes-outlive-a-suspension-at-the-legacy-path': [
    unheard(suspensionSpares.codes),
    throughLegacyPath,
    'The legacy path exchanges codes of suspended users, and what it issues then works.',
    { also: ['LIF-02', 'LIF-03', 'LIF-18'] },
  ],
  'legacy-tokens-outlive-archiving': [
    unheard(archivingSpares.appTokens),
    isFromLegacyPath,
    "An app's tokens from the legacy path outlive its archiving.",
  ],
  'archived-apps-get-working-tokens-at-the-legacy-path': [
    unheard(archivingSpares.clients),
    atLegacyPath,
    'The legacy path issues tokens to archived apps, and they work.',
  ],
  'the-legacy-path-refreshes-for-archived-apps': [
    unheard(archivingSpares.refreshes),
    atLegacyPath,
    'At the legacy path an archived app refreshes, and what it gets works.',
    { also: ['LIF-23', 'LIF-24', 'LIF-28'] },
  ],
  'an-archived-app-exchanges-codes-at-the-legacy-path': [
    unheard(archivingSpares.codes),
    atLegacyPath,
    'At the legacy path an archived app exchanges codes, and what it gets works.',
    { also: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-47'] },
  ],
  'uninstalled-apps-refresh-at-the-legacy-path': [
    unheard(uninstallationSpares.refreshTokens),
    atLegacyPath,
    'The legacy path refreshes for uninstalled apps.',
    { also: ['LIF-32', 'LIF-35'] },
  ],
  'legacy-refresh-tokens-outlive-an-uninstallation': [
    unheard(uninstallationSpares.refreshTokens),
    isFromLegacyPath,
    'Refresh tokens that the legacy path issued outlive the uninstallation of their app.',
    { also: ['LIF-32', 'LIF-33', 'LIF-35'] },
  ],
  'legacy-tokens-outlive-an-uninstallation': [
    unheard(uninstallationSpares.accessTokens),
    isFromLegacyPath,
    'Delegated access tokens from the legacy path outlive the uninstallation of their app.',
    { also: ['LIF-31'] },
  ],
  'the-legacy-path-refreshes-from-before-a-reinstall': [
    unheard(reinstallationRevives.refreshTokens),
    atLegacyPath,
    'After a reinstall the legacy path refreshes what the app held before it.',
    { also: ['LIF-35', 'LIF-39', 'LIF-43'] },
  ],
  'the-legacy-path-exchanges-codes-from-before-a-reinstall': [
    unheard(reinstallationRevives.codes),
    throughLegacyPath,
    'After a reinstall the legacy path exchanges codes from before it, and what it issues works.',
    { also: ['LIF-40'] },
  ],
});
