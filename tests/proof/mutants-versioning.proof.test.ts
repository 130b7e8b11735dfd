import { proveMutants } from './mutants-proof.ts';

proveMutants('versioning');
