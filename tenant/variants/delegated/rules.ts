import { isRefusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Variants with additional rules about names, addresses and codes that the specification does not exclude. */
export const ruleVariants: readonly Variant[] = [
  {
    id: 'delegated/names-are-taken-once',
    freedoms: ['FRE-69', 'FRE-103'],
    summary: 'No two users have the same name, and no two apps either.',
    behaviour: () => ({
      userProblem: (tenant, { name }) =>
        tenant.state.users.values().some((user) => user.name === name) ? 'There is somebody of this name.' : undefined,
      appProblem: (tenant, { name }) =>
        tenant.state.apps.values().some((app) => app.name === name) ? 'There is an app of this name.' : undefined,
    }),
  },
  {
    id: 'delegated/redirect-uris-of-a-hundred-characters',
    freedoms: ['FRE-66', 'FRE-221'],
    summary: 'A redirect URI has at most a hundred characters.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        redirectUri.length > 100 ? 'The redirect URI is too long.' : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/redirects-are-encoded-to-the-last-letter',
    freedoms: ['FRE-53', 'FRE-56'],
    summary: 'Everything in the query of a redirect is percent-encoded with lower-case letters, and a space is a plus.',
    behaviour: () => ({
      encodeRedirectText: (_call, text) =>
        /^[a-z]+$/.test(text)
          ? text
          : [...Buffer.from(text, 'utf8')]
              .map((octet) => (octet === 0x20 ? '+' : `%${octet.toString(16).padStart(2, '0')}`))
              .join(''),
    }),
  },
  {
    id: 'delegated/a-refresh-by-the-wrong-app-ends-everything',
    freedoms: ['FRE-83', 'FRE-86'],
    warnings: ['DEL-49', 'DEL-51'],
    summary:
      'A refresh token that is presented by another app, or with a wrong secret, counts as stolen: its authorization ends.',
    behaviour: (normal) => ({
      refreshWasRefused: (call, token, refused) => {
        if (refused.refused === 'foreign-refresh-token') call.tenant.behaviour.endDelegation(call, token.delegation);
      },
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const value = isRefusal(app) ? normal.refreshTokenOf(call, fields) : undefined;
        const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
        if (token !== undefined) call.tenant.behaviour.endDelegation(call, token.delegation);
        return app;
      },
    }),
  },
];
