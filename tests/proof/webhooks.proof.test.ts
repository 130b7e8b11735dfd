import { proveProfile } from './profile-proof.ts';

proveProfile('webhooks');
