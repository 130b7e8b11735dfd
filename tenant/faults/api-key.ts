import type { Fault } from './fault.ts';

export const apiKeyFaults: readonly Fault[] = [
  {
    id: 'api-key/letter-case-ignored',
    breaks: ['KEY-07'],
    summary: 'Keys are compared without regard to letter case.',
    behaviour: () => ({
      findApiKey: (call, { username }) =>
        call.tenant.state.apiKeys.values().find(({ value }) => value.toLowerCase() === username.toLowerCase()),
    }),
  },
  {
    id: 'api-key/old-key-survives-rotation',
    breaks: ['KEY-15'],
    summary: 'A key goes on working after another has taken its place.',
    behaviour: () => ({ keyIsRetired: () => false }),
  },
];
