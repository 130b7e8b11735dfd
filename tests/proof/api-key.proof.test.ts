import { proveProfile } from './profile-proof.ts';

proveProfile('api-key');
