import { proveProfile } from './profile-proof.ts';

proveProfile('filtering');
