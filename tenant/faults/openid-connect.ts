import type { Fault } from './fault.ts';

export const openidConnectFaults: readonly Fault[] = [
  {
    id: 'openid-connect/signature-not-verified',
    breaks: ['OIC-05'],
    also: ['OIC-06', 'OIC-09', 'OIC-10', 'OIC-19'],
    summary: 'An ID token is believed whoever signed it.',
    behaviour: () => ({ signatureIsRight: () => Promise.resolve(true) }),
  },
];
