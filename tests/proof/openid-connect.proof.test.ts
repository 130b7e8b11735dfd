import { proveProfile } from './profile-proof.ts';

proveProfile('openid-connect');
