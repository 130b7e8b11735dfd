import type { Fault } from '../fault.ts';

/** Mistakes that show from the third message on. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'webhooks/two-canvases-an-app-are-told-of',
    breaks: ['WHK-20'],
    also: ['WHK-55', 'WHK-56', 'WHK-58'],
    summary: 'An app is told of the first two canvases that are initialized, and of none after them.',
    behaviour: (normal) => {
      const told = new Map<string, number>();
      return {
        sendEvent: (tenant, event, app) => {
          if (event.type === 'v2.canvas.initialized') {
            const count = 1 + (told.get(app.id) ?? 0);
            told.set(app.id, count);
            if (count > 2) return;
          }
          normal.sendEvent(tenant, event, app);
        },
      };
    },
  },
];
