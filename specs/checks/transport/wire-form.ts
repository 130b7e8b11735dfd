import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, json, succeeded } from '../../../core/exchange.ts';
import { parseJson } from '../../../core/json-text.ts';
import { finding } from '../../../core/judgement.ts';
import { formInWords, usualForm } from '../../../core/wire-form.ts';
import { anAccessToken, anApp } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aWritableProject, creatorIn, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import { headForms, wireForms } from '../../../generators/wire-form.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { hasItsEffect } from '../../expectations/wire-form.ts';
import { objectOf } from '../../../generators/object.ts';

/** Forms of a call on the wire (RFC 9110; RFC 9112). */
export const wireFormChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-call-in-any-form-is-the-same-call',
    title: 'The fields of a call may come in any order and letter case',
    proves: ['TRN-25'],
    needs: ['actor'],
    cases: objectOf({ form: headForms, listing: fc.nat(4) }),
    maxCases: 20,
    arrange: (scene) => listingActor(scene),
    describe: ({ form, listing }) => `${formInWords(form)}, at ${listingNamed(listing)}`,
    async gather(scene, { form, listing }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const called = (how: typeof form) => scene.settle(() => scene.call(path, { authorization, form: how }), accepted);
      const probe = await called(form);
      return { path, probe, control: accepted(probe) ? probe : await called(usualForm) };
    },
    *judge({ path, probe, control }, { form }) {
      yield* hasItsEffect(probe, control, accepted, 'TRN-25', `GET ${path}, ${formInWords(form)},`, 'a page');
    },
  }),

  check({
    id: 'transport/a-write-in-any-form-creates-the-same-record',
    title: 'A call that creates a record does so in any form on the wire, and keeps all that was sent',
    proves: ['TRN-25'],
    needs: ['app.create', 'access', 'write-probe'],
    cases: wireForms,
    maxCases: 20,
    describe: formInWords,
    async arrange(scene) {
      const app = await anApp(scene);
      const authorization = bearer(await anAccessToken(scene, app));
      return { authorization, project: await aWritableProject(scene, app), pointer: creatorPointer(scene) };
    },
    async gather(scene, form, { authorization, project, pointer }) {
      const wrote = (call: Exchange): boolean => succeeded(call) && creatorIn(call, pointer) !== undefined;
      const write = (how: typeof form) => writeRecord(scene, authorization, project?.projectId, { form: how });
      const before = await scene.settle(() => write(usualForm), wrote);
      // one server may know the project later than another
      const probe = await scene.nowOrSettled(() => write(form), wrote);
      // a name that was used before may be changed
      const isWhole = !wrote(probe) || lostIn(probe, before).length === 0;
      return { before, probe, after: isWhole ? before : await write(usualForm), pointer };
    },
    *judge({ before, probe, after, pointer }, form) {
      const wrote = (call: Exchange): boolean => succeeded(call) && creatorIn(call, pointer) !== undefined;
      const subject = `the write probe, ${formInWords(form)},`;
      const lost = lostIn(probe, before).filter((member) => lostIn(probe, after).includes(member));
      if (!wrote(before) || !wrote(probe) || lost.length === 0) {
        yield* hasItsEffect(probe, before, wrote, 'TRN-25', subject, 'the record that was created');
        return;
      }
      const observed = `${answer(probe)} without the ${lost.join(', ')} that was sent`;
      yield finding('TRN-25', subject, observed, 'the record as it was sent', probe);
    },
  }),
];

/**
 * Returns the names of the body's members that the answer shows of the record of the control, and not of that of the
 * probe.
 */
function lostIn(probe: Exchange, control: Exchange): string[] {
  const kept = keptMembers(probe);
  return keptMembers(control).filter((member) => !kept.includes(member));
}

/** Returns the names of the members of a body whose texts are in the answer too. */
function keptMembers(written: Exchange): string[] {
  const sent: unknown = written.request.body === undefined ? undefined : parseJson(written.request.body);
  const answered = new Set(leaves(json(written)));
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && answered.has(value) ? [name] : [],
  );
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}
