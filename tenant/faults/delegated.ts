import type { Fault } from './fault.ts';
import { authorizationFaults } from './delegated/authorization.ts';
import { delegatedTokenFaults } from './delegated/tokens.ts';

export const delegatedFaults: readonly Fault[] = [...authorizationFaults, ...delegatedTokenFaults];
