import { Journal } from '../../core/journal.ts';
import { PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import type { Session } from '../session/session.ts';
import { aUser } from '../world/actors.ts';
import { aClient, aGrant } from '../world/delegated.ts';
import type { Scene } from '../world/scene.ts';
import { examineAddresses, examineOtherAddresses } from './addresses.ts';
import { examineChanges } from './changes.ts';
import { examineClocks } from './clocks.ts';
import { examineFixtures } from './credentials.ts';
import type { Examined } from './examined.ts';
import { examineAssayResults } from './listings.ts';
import { examineServing } from './serving.ts';
import { note, ok, wrong } from './examined.ts';

const examination = { id: 'examination', needs: [] } as const;

/**
 * Examines everything that a run at an open target depends on: the operations of its control, the clocks, each
 * credential, the propagation delay, and whether users get through the sign-in pages.
 */
export async function examine(session: Session): Promise<readonly Examined[]> {
  const hosted = await session.host(examination);
  try {
    const journal = new Journal();
    const { scene, close } = await hosted.host.open(journal);
    try {
      const examined = [
        examineOperations(session),
        ...(await within('clock', 'check that the control answers clock.now', examineClocks(scene))),
        ...(await within('fixtures', 'check that the tenant answers', examineFixtures(scene))),
        ...(await examineActors(scene)),
        ...(await within('assayResultsPath', 'check that the tenant answers', examineAssayResults(scene))),
        ...examineOtherAddresses(scene),
        ...(await examineOther(scene)),
      ];
      // if something is wrong, the served places only follow from it
      if (examined.every(({ state }) => state !== 'wrong')) examined.push(...(await examineServing(session)));
      return examined.map((one) => ({
        ...one,
        found: journal.redact(one.found),
        ...(one.mend === undefined ? {} : { mend: journal.redact(one.mend) }),
      }));
    } finally {
      await close();
    }
  } finally {
    await hosted.close();
  }
}

function examineOperations({ operations, facts }: Session): Examined {
  const missing = CONTROL_OPERATIONS.filter((name) => !operations.includes(name));
  if (facts.control === 'none')
    return note('control', 'there is none: a run exercises only as much as the fixtures allow');
  if (missing.length === 0) return ok('control', 'offers every operation');
  return note(
    'control',
    `does not offer ${missing.join(', ')}: labconform plan lists the checks that are not exercised`,
  );
}

const mendCreation = 'check that it creates apps and users as the tenant control protocol requires';

/**
 * Examines the tenant with apps and users that are made for this purpose. Stops if none can be made, if the control
 * belongs to another tenant, or if no token is issued, because further results would only follow from that.
 */
async function examineActors(scene: Scene): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  for (const next of [examineAddresses, examineChanges, examineSignIn]) {
    examined.push(...(await within('control', mendCreation, next(scene))));
    if (examined.some(({ part, state }) => state === 'wrong' && (part === 'control' || part === 'tenant'))) break;
  }
  return examined;
}

/**
 * Has a new user sign in and consent to a new app, if the control can make both. The kind of browser does not matter.
 */
async function examineSignIn(scene: Scene): Promise<readonly Examined[]> {
  if (!scene.makesGrants) return [];
  const mend =
    'check that the sign-in pages can be completed, by browser.authorize of the control or by the steps of browser';
  const made = async (): Promise<readonly Examined[]> => {
    const client = await aClient(scene);
    const user = await aUser(scene);
    const signedIn = aGrant(scene, client, user).then(() => [
      ok('browser', 'a user signs in and consents, and the app gets their tokens'),
    ]);
    return within('browser', mend, signedIn);
  };
  return within('control', mendCreation, made());
}

async function examineOther({ target }: Scene): Promise<readonly Examined[]> {
  if (target.other === undefined) return [];
  const { other, client, realTime } = target;
  const recorder = { journal: new Journal(), began: realTime.now() };
  const request = { method: 'GET', url: `${other.baseUrl}/`, headers: {}, note: 'does the other tenant answer?' };
  return within(
    'otherTenant',
    'check that otherTenant.baseUrl is correct, and that its certificate authority is in tls.caFile',
    client
      .send(request, recorder)
      .then(({ response }) => [
        response === undefined
          ? wrong('otherTenant', `${other.baseUrl} does not answer`, 'check that otherTenant.baseUrl is correct')
          : ok('otherTenant', `${other.baseUrl} answers`),
      ]),
  );
}

/** Returns the results of one examination. If an error prevents the examination, that error is its result. */
export async function within(
  part: string,
  mend: string,
  examined: Promise<readonly Examined[]>,
): Promise<readonly Examined[]> {
  try {
    return await examined;
  } catch (error) {
    if (error instanceof Unsupported) return [note(part, error.message)];
    if (!(error instanceof PremiseUnmet) && !(error instanceof TestBedTrouble)) throw error;
    return [wrong(part, error.message, mend)];
  }
}
