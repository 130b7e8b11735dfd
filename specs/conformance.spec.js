// Plain JavaScript, like compile-cache.js: Vitest imports this file by another address each time, so its types would be
// stripped anew in each run.
import { defineTests } from './define-tests.ts';

await defineTests();
