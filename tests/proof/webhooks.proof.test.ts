import { proveProfile } from './profile-proof.ts';

proveProfile('webhooks', { waits: true });
