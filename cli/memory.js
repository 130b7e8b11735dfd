import { setFlagsFromString } from 'node:v8';

// A run makes much garbage that is soon dead; young generations grown to their usual 16 MB in each isolate would take a
// hundred megabytes more and no time less, and old ones left to double before they are looked through another hundred.
setFlagsFromString('--max-semi-space-size=4');
setFlagsFromString('--heap-growing-percent=50');
