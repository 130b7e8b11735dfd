// Plain JavaScript: it is read before what the stripping of types was cached as can be, and so needs none.
import { enableCompileCache } from 'node:module';

// A thread does not inherit it from the command: without it each would strip and compile a thousand modules anew.
enableCompileCache();
