import type { SuiteCheck } from '../../check.ts';
import { afterwardsChecks } from './afterwards.ts';
import { besideOthersChecks } from './beside-others.ts';
import { canvasChecks } from './canvas.ts';
import { changeChecks } from './changes.ts';
import { deliveryFormChecks } from './delivery-form.ts';
import { envelopeChecks } from './envelope.ts';
import { idChecks } from './ids.ts';
import { installationChecks } from './installation.ts';
import { kindChecks } from './kinds.ts';
import { longSeriesChecks } from './long-series.ts';
import { messageChecks } from './messages.ts';
import { severalAppsChecks } from './several-apps.ts';
import { silenceChecks } from './silence.ts';
import { timeChecks } from './times.ts';
import { laterChecks } from './later.ts';

/** The checks of the profile `webhooks`. */
export const webhooksChecks: readonly SuiteCheck[] = [
  ...deliveryFormChecks,
  ...envelopeChecks,
  ...kindChecks,
  ...canvasChecks,
  ...installationChecks,
  ...messageChecks,
  ...timeChecks,
  ...idChecks,
  ...silenceChecks,
  ...changeChecks,
  ...severalAppsChecks,
  ...besideOthersChecks,
  ...longSeriesChecks,
  ...laterChecks,
  ...afterwardsChecks,
];
