import { ConfigurationError } from '../../core/trouble.ts';
import type { DispatcherOptions } from '../client/dispatcher.ts';
import type { LoadedTenant } from '../profile/load.ts';
import { openCommandControl } from './command.ts';
import type { ControlAdapter } from './control.ts';
import { openHttpControl } from './http.ts';

export interface OpenControl extends ControlAdapter {
  close?(): Promise<void>;
}

/**
 * The control that a tenant's profile names, described and ready; undefined where it has none.
 *
 * @throws TestBedTrouble where it can't be reached or describes itself otherwise than the protocol asks
 */
export async function openControl(
  { baseUrl, control: setting, limits: { timeoutSeconds } }: LoadedTenant,
  network: Pick<DispatcherOptions, 'ca' | 'proxy' | 'timeoutSeconds'>,
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
      throw new ConfigurationError(
        `control.type: found ${setting.type}, which is not supported yet, expected http, command or none, e.g. { type: http, url: http://127.0.0.1:9100/control }`,
      );
  }
}
