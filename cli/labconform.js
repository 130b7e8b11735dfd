#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8 --heap-growing-percent=40
// Plain JavaScript that every Node.js can read, so that an old version prints a sentence and not a stack trace.
import { existsSync } from 'node:fs';

// The repository has TypeScript next to this file. The package has compiled JavaScript, because Node.js reads no types
// in node_modules.
const isRepository = existsSync(new URL('./main.ts', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  // an installation without development dependencies does not bring its own Node.js
  const instead = existsSync(new URL('../node_modules/node/', import.meta.url))
    ? 'e.g. by npm run conformance, which brings its own'
    : 'e.g. Node.js 24 from nodejs.org, or by npx --package node@24 --package lab-platform-conformance labconform';
  process.stderr.write(`labconform: found Node.js ${process.versions.node}, expected 22.19 or newer, ${instead}\n`);
  process.exit(2);
}
// The compile cache keeps about a thousand modules from the start before, which halves the time to load them. The module
// that strips types takes as long as a hundred others, and is not loaded if all is cached.
(await import('node:module')).enableCompileCache();
const { leave } = await import(isRepository ? './leave.ts' : '../dist/cli/leave.js');
// The handlers are set before anything else is loaded, so that a user who interrupts the start gets a sentence. A
// command that has its own handlers decides by itself.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) > 1) return;
    process.stderr.write('labconform: interrupted before it was done\n');
    leave(130);
  });
}
await import('./memory.js');
const { main } = await import(isRepository ? './main.ts' : '../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// Remains of an interrupted run would keep the process alive: a busy worker, or a call without an answer.
if (process.exitCode === 130) {
  await new Promise((written) => process.stdout.write('', written));
  leave(130);
}
