import { proveProfile } from './profile-proof.ts';

proveProfile('token-issuance');
