import { setFlagsFromString } from 'node:v8';

// A run makes much garbage that is soon dead; young generations grown to their usual size in each isolate would take a
// hundred megabytes more and no time less, and old ones left to double before they are looked through another hundred.
// The command is started with the same flags (package.json, and the first line of labconform.js): the first isolate
// heeds them at its start only. This is for the threads of whoever starts it otherwise. One arena for what is allocated
// outside of V8, in place of one a thread, saves another twenty; it can only be had from the environment of the start.
setFlagsFromString('--max-semi-space-size=4');
setFlagsFromString('--heap-growing-percent=40');
