import { dirname, resolve } from 'node:path';
import { findOnPath, isExecutable } from '../browser/executable.ts';
import type { Complaints, KeyPath } from './complaints.ts';
import type { Environment } from './references.ts';
import { valueAt, type Plain } from './walk.ts';

/**
 * Checks that the executable of a control can be run. A path counts from the profile's folder; a name is looked up on
 * the search path.
 *
 * @param path of the control in the profile
 */
export async function checkCommand(
  file: string,
  value: Plain,
  path: KeyPath,
  environment: Environment,
  complaints: Complaints,
): Promise<void> {
  const [executable] = [valueAt(value, [...path, 'command'])].flat();
  if (typeof executable !== 'string' || complaints.hasWithin(path)) return;
  const isPath = executable.includes('/');
  const there = isPath
    ? await isExecutable(resolve(dirname(file), executable))
    : (await findOnPath(executable, environment['PATH'] ?? '')) !== undefined;
  if (there) return;
  const found = isPath ? 'a path at which there is no file that can be run' : 'a name that is not on PATH';
  complaints.add([...path, 'command'], `found ${found}, expected an executable, e.g. ["./ops/control.sh"]`);
}
