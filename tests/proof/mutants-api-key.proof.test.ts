import { proveMutants } from './mutants-proof.ts';

proveMutants('api-key');
