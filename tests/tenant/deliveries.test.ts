import { expect, test } from 'vitest';
import type { Pause, Post, PostRequest } from '../../tenant/index.ts';
import { rawServer } from '../drivers/loopback-server.ts';
import { certificate, openTenant, type OpenedTenant } from './opened-tenant.ts';
import { openReceiver } from './webhook-receiver.ts';

const KIND = 'v2.workflowTask.updated.fields';
const HOOK = 'https://hooks.example/';

async function subscribed(opened: OpenedTenant, url: string, caPem?: string) {
  const { appId } = await opened.app();
  const trust = caPem === undefined ? {} : { caPem };
  await opened.operate('app.setWebhook', { appId, url, eventTypes: [KIND], ...trust });
  return { appId, trigger: () => opened.operate('event.trigger', { eventType: KIND, appId }) };
}

test.each(['http', 'https'] as const)('a message arrives at a receiver over %s', async (scheme) => {
  await using receiver = await openReceiver(scheme);
  await using opened = await openTenant();
  const { trigger } = await subscribed(opened, `${receiver.origin}/hooks/lab?a=%2F&b`, certificate.caPem);
  const { resourceId } = await trigger();
  expect(await receiver.next()).toMatchObject({
    method: 'POST',
    target: '/hooks/lab?a=%2F&b',
    contentType: 'application/json',
    body: { tenantId: opened.tenant.tenantId, message: { resourceId } },
  });
});

test('a message that a receiver does not accept is sent again unchanged after a pause', async () => {
  await using receiver = await openReceiver('http', [500, 302]);
  const pauses: number[] = [];
  const pause: Pause = async (milliseconds) => {
    pauses.push(milliseconds);
  };
  await using opened = await openTenant({ pause });
  const { trigger } = await subscribed(opened, `${receiver.origin}/`);
  await trigger();
  const [first, second, third] = [await receiver.next(), await receiver.next(), await receiver.next()];
  expect([second, third]).toEqual([first, first]);
  expect(pauses).toEqual([500, 1000]);
});

/** Returns a receiver that cannot be reached, and pauses that end when the test calls `resume`. */
function unreachable() {
  const posts: PostRequest[] = [];
  const resumptions: (() => void)[] = [];
  let aborted = 0;
  const post: Post = async (request) => {
    posts.push(request);
    throw new Error('There is nobody there.');
  };
  const pause: Pause = (_milliseconds, signal) =>
    new Promise((resolve, reject) => {
      resumptions.push(resolve);
      signal.addEventListener('abort', () => {
        aborted++;
        reject(new Error('The pause was called off.'));
      });
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const resume = async () => {
    for (const each of resumptions.splice(0)) each();
    await settled();
  };
  return { posts, post, pause, settled, resume, aborted: () => aborted };
}

test('a message is given up after three tries', async () => {
  const lostReceiver = unreachable();
  await using opened = await openTenant({ post: lostReceiver.post, pause: lostReceiver.pause });
  const { trigger } = await subscribed(opened, HOOK);
  await trigger();
  await lostReceiver.settled();
  for (let times = 0; times < 5; times++) await lostReceiver.resume();
  expect(lostReceiver.posts).toHaveLength(3);
});

test('a message is not sent again after the address has changed', async () => {
  const lostReceiver = unreachable();
  await using opened = await openTenant({ post: lostReceiver.post, pause: lostReceiver.pause });
  const { appId, trigger } = await subscribed(opened, HOOK);
  await trigger();
  await lostReceiver.settled();
  await opened.operate('app.setWebhook', { appId, url: 'https://new.example/', eventTypes: [KIND] });
  await lostReceiver.resume();
  expect(lostReceiver.posts.map(({ url }) => url)).toEqual([HOOK]);
});

test('a tenant that closes cancels the deliveries under way', async () => {
  const lostReceiver = unreachable();
  const opened = await openTenant({ post: lostReceiver.post, pause: lostReceiver.pause });
  const { trigger } = await subscribed(opened, HOOK);
  await trigger();
  await lostReceiver.settled();
  await opened[Symbol.asyncDispose]();
  expect([lostReceiver.aborted(), lostReceiver.posts.length]).toEqual([1, 1]);
});

test('a tenant closes even if a receiver does not answer and many messages wait for a connection to it', async () => {
  const connected = Promise.withResolvers<void>();
  await using silent = await rawServer(() => connected.resolve());
  const opened = await openTenant();
  const { trigger } = await subscribed(opened, `https://127.0.0.1:${silent.port}/`);
  for (let times = 0; times < 40; times++) await trigger();
  await connected.promise;
  await expect(opened.tenant.close()).resolves.toBeUndefined();
}, 10_000);
