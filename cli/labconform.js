#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=4 --heap-growing-percent=40
// Plain JavaScript that every Node.js can read, so that an old one gets a sentence and not a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `labconform: found Node.js ${process.versions.node}, expected 22.19 or newer, e.g. by npm run conformance, which brings its own\n`,
  );
  process.exit(2);
}
// Before anything is loaded: whoever interrupts the start gets a sentence. A command that listens for itself decides.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) > 1) return;
    process.stderr.write('labconform: interrupted before it was done\n');
    process.exit(130);
  });
}
await import('./memory.js');
// A thousand modules are read from what the start before made of them, in half the time.
(await import('node:module')).enableCompileCache();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
// What an interrupted run has left behind would keep the process: a worker at work, a call without an answer.
if (process.exitCode === 130) {
  await new Promise((written) => process.stdout.write('', written));
  process.exit();
}
