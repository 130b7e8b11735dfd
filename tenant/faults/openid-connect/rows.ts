import { breakingIn } from '../operators/rows.ts';

export const breaking = breakingIn('openid-connect');
