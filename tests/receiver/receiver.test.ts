import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import type { Delivery } from '../../core/delivery.ts';
import { envelopeOf } from '../../core/delivery.ts';
import { serverCertificate } from '../../drivers/listening/certificate.ts';
import type { Inbox } from '../../drivers/receiver/inbox.ts';
import type { ListenOptions } from '../../drivers/listening/listen.ts';
import type { Receiver } from '../../drivers/receiver/receiver.ts';
import { openReceiver } from '../../drivers/receiver/receiver.ts';

interface Opened extends AsyncDisposable {
  readonly receiver: Receiver;
  readonly recorded: Delivery[];
  readonly inbox: (options?: { suffix?: string; appId?: string }) => Inbox;
  readonly post: (url: string, body: string | Buffer, method?: string) => Promise<number>;
}

/** A clock that stands still unless it is moved. */
const clock = { at: 0, now: (): number => clock.at };

async function open(options: Partial<ListenOptions> = {}): Promise<Opened> {
  const receiver = await openReceiver({ listen: '127.0.0.1:0', ...options }, clock);
  const agent = new Agent({ connect: receiver.caPem === undefined ? {} : { ca: receiver.caPem } });
  const recorded: Delivery[] = [];
  let number = 0;
  return {
    receiver,
    recorded,
    inbox: (more = {}) =>
      receiver.openInbox({
        ...more,
        number: () => ++number,
        at: () => number,
        record: (delivery) => void recorded.push(delivery),
      }),
    post: async (url, body, method = 'POST') => {
      const headers = { 'content-type': 'application/json' };
      const response = await request(url, { dispatcher: agent, method, body, headers });
      await response.body.dump();
      return response.statusCode;
    },
    [Symbol.asyncDispose]: async () => {
      await agent.destroy();
      await receiver.close();
    },
  };
}

function message(id: string, resourceId = 'res_1'): string {
  return JSON.stringify({ app: { id: 'app_1' }, message: { id, resourceId } });
}

test.each([false, true])('a delivery arrives at its own inbox as it was sent, over TLS: %s', async (secure) => {
  await using opened = await open(secure ? { certificate: await serverCertificate('127.0.0.1') } : {});
  const [one, other] = [opened.inbox({ suffix: '/hooks?a=%2F&b' }), opened.inbox()];
  expect(new URL(one.url).protocol).toBe(secure ? 'https:' : 'http:');
  expect(await opened.post(one.url, message('evt_1'))).toBe(200);
  const delivery = await one.next(() => true);
  expect(delivery.received).toMatchObject({ method: 'POST', target: one.url.replace(opened.receiver.address, '') });
  expect(delivery.received.headers['content-type']).toBe('application/json');
  expect(envelopeOf(delivery)).toEqual({ app: { id: 'app_1' }, message: { id: 'evt_1', resourceId: 'res_1' } });
  expect(opened.recorded).toEqual([delivery]);
  expect(other.all()).toEqual([]);
});

test('a repeated delivery is kept, recognised and not returned again', async () => {
  await using opened = await open();
  const inbox = opened.inbox();
  for (const body of [message('evt_1'), message('evt_1'), message('evt_1', 'res_2'), message('evt_2')]) {
    await opened.post(inbox.url, body);
  }
  expect(inbox.all().map(({ repeats }) => repeats)).toEqual([undefined, 1, undefined, undefined]);
  const taken = [await inbox.next(() => true), await inbox.next(() => true), await inbox.next(() => true)];
  expect(taken.map(({ number }) => number)).toEqual([1, 3, 4]);
});

test('the next deliveries get the planned answers, and later ones get 200', async () => {
  await using opened = await open();
  const inbox = opened.inbox();
  inbox.answerWith(500, 503);
  const statuses = [];
  for (let count = 0; count < 3; count++) statuses.push(await opened.post(inbox.url, message(`evt_${count}`)));
  expect(statuses).toEqual([500, 503, 200]);
  expect(inbox.all().map(({ answered }) => answered)).toEqual(statuses);
});

test('a sender can be left waiting, and is dropped at the end', async () => {
  const opened = await open();
  const inbox = opened.inbox();
  inbox.answerWith('hang');
  const hanging = opened.post(inbox.url, message('evt_1'));
  expect((await inbox.next(() => true)).answered).toBeUndefined();
  await opened.receiver.close();
  await expect(hanging).rejects.toThrow(/closed|hang up|ECONNRESET/);
});

test('a body that is not UTF-8 is kept octet by octet', async () => {
  await using opened = await open();
  const inbox = opened.inbox();
  const octets = Buffer.from([0x7b, 0xff, 0x7d]);
  await opened.post(inbox.url, octets);
  const delivery = await inbox.next(() => true);
  expect(delivery.received.base64).toBe(octets.toString('base64'));
  expect(envelopeOf(delivery)).toBeUndefined();
});

test('a delivery to no known address is recorded for the app that it names, answered with 404, and does not arrive', async () => {
  await using opened = await open();
  const inbox = opened.inbox({ appId: 'app_1' });
  inbox.answerWith(503);
  expect(await opened.post(`${opened.receiver.address}/elsewhere`, message('evt_1'))).toBe(404);
  expect(await opened.post(`${opened.receiver.address}/elsewhere`, '{}')).toBe(404);
  expect(inbox.all()).toEqual([]);
  expect(inbox.astray().map(({ received, answered }) => [received.target, answered])).toEqual([['/elsewhere', 404]]);
  expect(opened.recorded).toEqual(inbox.astray());
  // A later delivery does not count as its repetition, and the planned answer is still unused.
  expect(await opened.post(inbox.url, message('evt_1'))).toBe(503);
  expect((await inbox.next(() => true)).repeats).toBeUndefined();
});

test('after the end of its case an inbox answers deliveries with 200 and forgets them', async () => {
  await using opened = await open();
  const inbox = opened.inbox();
  inbox.close();
  expect(await opened.post(inbox.url, message('evt_1'))).toBe(200);
  expect(inbox.all()).toEqual([]);
});

test('behind a public address the path may be passed on or left out', async () => {
  await using opened = await open({ publicUrl: 'https://hooks.example/suite/' });
  const inbox = opened.inbox({ suffix: '/a' });
  expect(inbox.url).toMatch(/^https:\/\/hooks\.example\/suite\/[0-9a-f]{36}\/a$/);
  expect(inbox.caPem).toBeUndefined();
});

test('an address that cannot be listened on is named, with an example of a right one', async () => {
  await expect(openReceiver({ listen: 'nowhere' }, clock)).rejects.toThrow(
    /^receiver\.listen is nowhere, expected .*127\.0\.0\.1:0/,
  );
  await expect(openReceiver({ listen: '192.0.2.1:0' }, clock)).rejects.toThrow(
    /^receiver\.listen is 192\.0\.2\.1:0, where the suite cannot listen/,
  );
});
