import type { DispatcherOptions } from '../client/dispatcher.ts';
import type { LoadedTenant } from '../profile/load.ts';
import { openCommandControl } from './command.ts';
import type { ControlAdapter } from './control.ts';
import { openHttpControl } from './http.ts';
import type { Perform } from './manual.ts';
import { manualControl } from './manual.ts';

export interface OpenControl extends ControlAdapter {
  close?(): Promise<void>;
}

/**
 * The control that a tenant's profile names, described and ready; undefined where it has none.
 *
 * @param perform has a person carry operations out; where nobody is there, none can be
 * @throws TestBedTrouble where it can't be reached or describes itself otherwise than the protocol asks
 */
export async function openControl(
  { baseUrl, control: setting, limits: { timeoutSeconds } }: LoadedTenant,
  network: Pick<DispatcherOptions, 'ca' | 'proxy' | 'timeoutSeconds'>,
  perform: Perform = () => Promise.resolve({ cannot: 'be done' }),
): Promise<OpenControl | undefined> {
  switch (setting.type) {
    case 'http':
      return openHttpControl({
        ...network,
        url: setting.url,
        ...(setting.token === undefined ? {} : { token: setting.token }),
      });
    case 'none':
      return undefined;
    case 'command':
      return openCommandControl({ command: setting.command, folder: setting.folder, baseUrl, timeoutSeconds });
    case 'manual':
      return manualControl(baseUrl, perform);
  }
}
