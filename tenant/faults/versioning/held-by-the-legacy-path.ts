import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Credential } from '../../state/delegated.ts';
import type { Fault } from '../fault.ts';

const LEGACY = '/api/v2/token';

/** A refresh token of the legacy path that is presented at the other one. */
const isCarriedOver = (call: Call, credential: Credential): boolean =>
  credential.kind === 'refreshToken' && credential.token.path === LEGACY && call.request.path !== LEGACY;

/** One rule of what stops a credential, with an exception. */
const sparing =
  (
    rule: 'suspensionStops' | 'archivalStops' | 'uninstallationStops',
    which: (call: Call, credential: Credential) => boolean,
  ): Fault['behaviour'] =>
  (normal): Partial<Behaviour> => ({
    [rule]: (call: Call, credential: Credential) => normal[rule](call, credential) && !which(call, credential),
  });

/** What a change of state leaves going that came from the legacy path. */
export const heldByTheLegacyPathFaults: readonly Fault[] = [
  {
    id: 'versioning/suspensions-spare-refreshes-of-the-legacy-path',
    breaks: ['VER-15'],
    summary: 'A suspension stops no delegated access token that a refresh at the legacy path brought.',
    behaviour: sparing(
      'suspensionStops',
      (_call, credential) =>
        credential.kind === 'accessToken' &&
        credential.token.path === LEGACY &&
        credential.token.refreshToken?.predecessor !== undefined,
    ),
  },
  {
    id: 'versioning/suspensions-spare-what-is-carried-over',
    breaks: ['VER-15'],
    also: ['LIF-03'],
    summary: 'A refresh token of the legacy path is exchanged at /oauth/token while its user is suspended.',
    behaviour: sparing('suspensionStops', isCarriedOver),
  },
  {
    id: 'versioning/uninstallations-spare-what-is-carried-over',
    breaks: ['VER-15'],
    also: ['LIF-32'],
    summary: 'A refresh token of the legacy path is exchanged at /oauth/token after its app was uninstalled.',
    behaviour: sparing('uninstallationStops', isCarriedOver),
  },
];
