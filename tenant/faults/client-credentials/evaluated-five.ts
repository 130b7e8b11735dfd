import type { Fault } from '../fault.ts';

/** What happens to one app and ends the tokens of another. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'client-credentials/a-rotation-ends-the-tokens-of-other-apps',
    breaks: ['CCR-07'],
    also: ['CCR-05', 'TOK-24'],
    summary: 'When the secret of an app is rotated, the tokens end that other apps hold for themselves.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        normal.tokenHasEnded(call, token) ||
        (token.subject.kind === 'app' &&
          call.tenant.state.apps.values().some(({ id, formerSecrets }) => {
            const last = formerSecrets.at(-1);
            return id !== token.appId && last !== undefined && last.retiredAt.getTime() >= token.issuedAt.getTime();
          })),
    }),
  },
];
