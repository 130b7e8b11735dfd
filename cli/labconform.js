#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Plain JavaScript that every Node.js can read, so that an old one gets a sentence and not a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `labconform: found Node.js ${process.versions.node}, expected 22.19 or newer, e.g. by npm run conformance, which brings its own\n`,
  );
  process.exit(2);
}
// A run makes much garbage that is soon dead; young generations grown to their usual 16 MB, in two isolates, would take
// a hundred megabytes more and no time less.
setFlagsFromString('--max-semi-space-size=4');
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
