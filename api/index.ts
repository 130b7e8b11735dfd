// The programmatic API of the package.
export type { AttendedOptions as RunOptions } from './run.ts';
export { run } from './run.ts';
export type { InspectOptions } from './inspect.ts';
export { inspect } from './inspect.ts';
export { writeReport } from './write.ts';
export { exitStatus } from './exit.ts';
export type { ExitRules } from './exit.ts';
export type { ExitStatus } from '../reports/exit-status.ts';
export { ConfigurationError } from '../core/trouble.ts';
export type { CheckResult } from '../core/result.ts';
export type * from '../reports/report.ts';
export type { TargetProfile } from '../schemas/types/profile.ts';
export type { WriterName } from '../reports/writers.ts';
