import { proveProfile } from './profile-proof.ts';

proveProfile('listing');
