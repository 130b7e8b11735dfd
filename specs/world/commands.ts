import type { Need } from '../../drivers/session/need.ts';
import type { Command } from '../../generators/history.ts';

// The steps of a script, done to the first user and the first app unless said otherwise.

export function suspend(user = 0): Command {
  return { do: 'suspend', user };
}

export function unsuspend(user = 0): Command {
  return { do: 'unsuspend', user };
}

export function archive(app = 0): Command {
  return { do: 'archive', app };
}

export function unarchive(app = 0): Command {
  return { do: 'unarchive', app };
}

export function uninstall(app = 0): Command {
  return { do: 'uninstall', app };
}

export function install(app = 0): Command {
  return { do: 'install', app };
}

/** The user authorizes the app, which exchanges the code. */
export function connect(user = 0, app = 0): Command {
  return { do: 'connect', user, app };
}

/** The user authorizes the app, which keeps the code. */
export function authorize(user = 0, app = 0): Command {
  return { do: 'authorize', user, app };
}

/** The code that the app kept is exchanged. */
export const exchange: Command = { do: 'exchange' };

/** Some user is asked for consent and denies it, where that shows something. */
export function deny(user = 0, app = 0): Command {
  return { do: 'deny', user, app };
}

/** The newest refresh token is exchanged, or one of those before it. */
export function refresh(which = 0): Command {
  return { do: 'refresh', which };
}

/** A refresh token that has ended for good is presented. */
export function presentEnded(which = 0): Command {
  return { do: 'presentEnded', which };
}

/** The app asks for a token of its own. */
export function askForToken(app = 0): Command {
  return { do: 'askForToken', app };
}

export function rotateSecret(app = 0): Command {
  return { do: 'rotateSecret', app };
}

/** @param seconds how long */
export function wait(seconds: number): Command {
  return { do: 'elapse', seconds };
}

/** What a control must offer for a step. Events beside the states are left out where it does not offer them. */
export function needsOf(command: Command): readonly Need[] {
  return needs[command.do];
}

const needs: Readonly<Record<Command['do'], readonly Need[]>> = {
  suspend: ['user.suspend'],
  unsuspend: ['user.unsuspend'],
  suspendAtProvider: [],
  rotateKey: ['apiKey.rotate'],
  archive: ['app.archive'],
  unarchive: ['app.unarchive'],
  uninstall: ['app.uninstall'],
  install: ['app.install'],
  rotateSecret: ['app.rotateSecret'],
  askForToken: [],
  connect: ['browser.authorize'],
  authorize: ['browser.authorize'],
  deny: ['browser.authorize'],
  exchange: [],
  refresh: [],
  presentStopped: [],
  presentEnded: [],
  elapse: ['passing-time'],
  besideUser: [],
  besideApp: [],
};
