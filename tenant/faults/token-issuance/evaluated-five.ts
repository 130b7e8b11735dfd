import type { Fault } from '../fault.ts';

/** Client secrets that are not compared throughout. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'token-issuance/a-stretch-of-the-secret-is-not-compared',
    breaks: ['TOK-18'],
    also: ['VER-13'],
    summary: 'Of a client secret the eight characters behind the first sixteen are not compared.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const without = (secret: string): string => `${secret.slice(0, 16)}${secret.slice(24)}`;
        const isAsLong = clientSecret.length === app.clientSecret.length;
        return (
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (isAsLong && without(clientSecret) === without(app.clientSecret))
        );
      },
    }),
  },
];
