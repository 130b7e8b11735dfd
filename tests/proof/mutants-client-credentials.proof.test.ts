import { proveMutants } from './mutants-proof.ts';

proveMutants('client-credentials');
