import { enableCompileCache } from 'node:module';

// A thread does not inherit it from the command: without it each would strip and compile a thousand modules anew.
enableCompileCache();
