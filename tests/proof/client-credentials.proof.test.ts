import { proveProfile } from './profile-proof.ts';

proveProfile('client-credentials');
