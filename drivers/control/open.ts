import type { DispatcherOptions } from '../client/dispatcher.ts';
import type { LoadedTenant } from '../profile/load.ts';
import { openCommandControl } from './command.ts';
import type { ControlAdapter } from './control.ts';
import { openHttpControl } from './http.ts';
import type { Perform } from './manual.ts';
import { manualControl } from './manual.ts';
import type { Tries, TriesOptions } from './tries.ts';
import { retryPolicy } from './tries.ts';
import { ControlWeather } from './weather.ts';

/** A control, and how it is called. */
export interface OpenControl {
  readonly adapter: ControlAdapter;
  /** The retry policy. A person has none: a person is not asked the same thing twice. */
  readonly tries?: Tries;
  readonly weather: ControlWeather;
  close?(): Promise<void>;
}

/**
 * Opens the control that a tenant's profile names and reads its description. Returns undefined if the profile names
 * none.
 *
 * @param time clock and pause between two tries
 * @param perform asks a person to carry out operations; without a person, none can be carried out
 * @throws TestBedTrouble if the control cannot be reached, or if its description does not follow the protocol
 */
export async function openControl(
  { baseUrl, control: setting, limits: { timeoutSeconds } }: LoadedTenant,
  network: Pick<DispatcherOptions, 'ca' | 'proxy' | 'timeoutSeconds'>,
  time: Pick<TriesOptions, 'now' | 'pause'>,
  perform: Perform = () => Promise.resolve({ cannot: 'be done' }),
): Promise<OpenControl | undefined> {
  const weather = new ControlWeather();
  const end = new AbortController();
  const tries = retryPolicy({ ...time, timeoutSeconds, weather, closed: end.signal });
  switch (setting.type) {
    case 'none':
      return undefined;
    case 'manual':
      return { adapter: manualControl(baseUrl, perform), weather };
    case 'http': {
      const { url, token } = setting;
      const options = { ...network, url, ...(token === undefined ? {} : { token }) };
      const adapter = await tries('describe', () => openHttpControl(options));
      const close = (): Promise<void> => {
        end.abort();
        return adapter.close();
      };
      return { adapter, tries, weather, close };
    }
    case 'command': {
      const { command, folder } = setting;
      const options = { command, folder, baseUrl, timeoutSeconds };
      const adapter = await tries('describe', () => openCommandControl(options));
      return { adapter, tries, weather, close: async () => end.abort() };
    }
  }
}
