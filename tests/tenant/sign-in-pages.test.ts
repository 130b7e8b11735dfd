import { expect, test } from 'vitest';
import { formOf, moveOf } from '../../tenant/browser/page.ts';
import { delegatedClientOf } from './delegated-client.ts';
import { openTenant, type OpenedTenant } from './opened-tenant.ts';

const FORM = 'application/x-www-form-urlencoded';

async function pageOf(opened: OpenedTenant, path: string, cookie = '') {
  const reply = await opened.send(path, { headers: { cookie } });
  const fields = Object.fromEntries((formOf(reply.text)?.fields ?? []).map(({ name, value }) => [name, value]));
  return { reply, csrf: fields['csrf'] ?? '', cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}

const post = (opened: OpenedTenant, path: string, cookie: string, fields: Record<string, string>) =>
  opened.send(path, {
    method: 'POST',
    headers: { cookie, 'content-type': FORM },
    body: new URLSearchParams(fields).toString(),
  });

test('pages need no script, load nothing, are not cached, and set a cookie only for this host', async () => {
  await using opened = await openTenant();
  const client = delegatedClientOf(opened);
  const app = await client.app('<b>Editor</b> & "co"');
  const path = client.addressFor(app).slice(opened.tenant.baseUrl.length);
  const { reply } = await pageOf(opened, path);
  expect(reply.status).toBe(200);
  expect(reply.headers['set-cookie']).toMatch(/^__Host-session=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.text).not.toMatch(/<script|<link|<img|src=|href=/);
  expect(reply.text).not.toContain('<b>');
  for (const id of ['email', 'password']) {
    expect(reply.text).toContain(`<label for="${id}">`);
    expect(reply.text).toMatch(new RegExp(`<input id="${id}" name="${id}"`));
  }
});

test('signing in needs the password and the token of the page, and begins a new session', async () => {
  await using opened = await openTenant();
  const client = delegatedClientOf(opened);
  const app = await client.app('Protocol editor');
  await opened.operate('user.create', { email: 'ada@lab.example', password: 'correct horse' });
  const path = client.addressFor(app).slice(opened.tenant.baseUrl.length);
  const { csrf, cookie } = await pageOf(opened, path);
  const right = { step: 'sign-in', csrf, email: 'ada@lab.example', password: 'correct horse' };

  expect((await post(opened, path, cookie, { ...right, csrf: 'csrf_forged' })).status).toBe(403);
  expect((await post(opened, path, '__Host-session=ses_other', right)).status).toBe(403);
  expect((await post(opened, path, '', right)).status).toBe(403);
  const wrong = await post(opened, path, cookie, { ...right, password: 'correct horsf' });
  expect(wrong.status).toBe(403);
  expect(wrong.text).toContain('role="alert"');
  expect(wrong.text).not.toContain('correct horsf');
  expect((await post(opened, path, cookie, { ...right, email: 'eve@lab.example', password: '' })).status).toBe(403);

  const signedIn = await post(opened, path, cookie, right);
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, path]);
  const session = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  expect(session).not.toBe(cookie);

  const consent = await pageOf(opened, path, session);
  expect(formOf(consent.reply.text)?.buttons.map(({ value }) => value)).toEqual(['allow', 'deny', 'switch']);
  const allow = { step: 'consent', decision: 'allow' };
  expect((await post(opened, path, session, { ...allow, csrf })).status).toBe(403);
  expect((await pageOf(opened, path, session)).reply.status).toBe(200);
  const switched = await post(opened, path, session, { ...allow, decision: 'switch', csrf: consent.csrf });
  expect([switched.status, switched.headers['location']]).toEqual([303, path]);
  const after = await post(opened, path, session, { ...allow, csrf: consent.csrf });
  expect(after.headers['location']).toBeUndefined();
  expect(formOf(after.text)?.fields.some(({ type }) => type === 'password')).toBe(true);
});

test('a form is read with its entities, its hidden fields and its buttons', () => {
  const html =
    `<p>no</p><FORM method=post action='/next?a=1&amp;b=2'><input name="x" value="&quot;&#39;&#x3c;&lt;">` +
    `<input type=password name=pw><input type="submit" name="go" value="yes"><button name=no value="1">No</button></FORM>`;
  expect(formOf(html)).toEqual({
    action: '/next?a=1&b=2',
    fields: [
      { name: 'x', type: 'text', value: `"'<<` },
      { name: 'pw', type: 'password', value: '' },
    ],
    buttons: [
      { name: 'no', type: 'submit', value: '1' },
      { name: 'go', type: 'submit', value: 'yes' },
    ],
  });
  expect(formOf('<p>nothing to fill in</p>')).toBeUndefined();
});

test.each([
  [`<meta http-equiv="refresh" content="0; url=https://app.example/?a=1&amp;b=2">`, 'https://app.example/?a=1&b=2'],
  [`<script>window.location.replace("https://app.example/\\u0026x")</script>`, 'https://app.example/&x'],
  [`<script>location.href = "/next"</script>`, '/next'],
  [`<p>location = "here"</p>`, undefined],
])('%s moves the browser to %s', (html, address) => {
  expect(moveOf(html)).toBe(address);
});
