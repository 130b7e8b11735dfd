import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumBrowser } from '../../drivers/browser/chromium.ts';
import type { UsersBrowser } from '../../drivers/browser/with-browser.ts';
import { realTime } from '../../drivers/real-time.ts';
import { executable, whySkipped } from './reference-script.ts';

const callback = 'https://client.conformance.example/callback';

const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/script': (response) =>
    html(response, `<script>setTimeout(() => location.replace("${callback}?code=1#x"), 60)</script>`),
  '/refresh': (response) => html(response, `<meta http-equiv="refresh" content="0; url=${callback}?code=2">`),
  '/app-scheme': (response) => html(response, `<script>location.href = "protocoleditor://callback?code=3"</script>`),
  '/redirect-to-scheme': (response) => response.writeHead(302, { location: 'protocoleditor:back?code=4' }).end(),
  '/through': (response) => response.writeHead(307, { location: '/redirect-with-case' }).end(),
  '/redirect-with-case': (response) =>
    response.writeHead(302, { location: 'HTTPS://Client.Conformance.Example/callback?code=a%2fb' }).end(),
  '/nothing': (response) => response.writeHead(204).end(),
  '/broken': (response) => response.writeHead(500).end(),
  '/never': () => {},
  // A script fills in sign-in and consent on one page.
  '/single-page': (response) =>
    html(
      response,
      `<main></main><script>
        const main = document.querySelector('main');
        setTimeout(() => {
          main.innerHTML = '<input name="account"><button id="next">Next</button>';
          document.querySelector('#next').onclick = () => {
            const account = document.querySelector('input').value;
            setTimeout(() => {
              main.innerHTML = '<input type="password"><button id="go">Go</button>';
              document.querySelector('#go').onclick = () => {
                const password = document.querySelector('input').value;
                setTimeout(() => {
                  main.innerHTML = '<button id="share">Share</button><button id="keep">Keep</button>';
                  const back = (how) => { location.href = '${callback}?' + new URLSearchParams({ how, account, password }); };
                  document.querySelector('#share').onclick = () => back('share');
                  document.querySelector('#keep').onclick = () => back('keep');
                }, 50);
              };
            }, 50);
          };
        }, 50);
      </script>`,
    ),
  // The app is at the tenant's own origin.
  '/home': (response) => response.writeHead(302, { location: '/app/callback?code=5' }).end(),
  '/app/callback': (response) => html(response, 'the app'),
};

function html(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>x</title>${content}`);
}

describe.skipIf(executable === undefined)(`Chromium at strange pages (skipped because ${whySkipped})`, () => {
  let server: Server;
  let browser: UsersBrowser;
  let baseUrl: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const page = pages[new URL(request.url ?? '/', 'http://x').pathname];
      if (page === undefined) response.writeHead(404).end();
      else page(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = chromiumBrowser({
      baseUrl,
      script: {
        ...(executable === undefined ? {} : { executable }),
        inside: [],
        signIn: {
          when: 'input[name=account]',
          steps: [
            { fill: 'input[name=account]', with: '{{userId}}' },
            { click: '#next' },
            { waitFor: 'input[type=password]' },
            { fill: 'input[type=password]', with: '{{password}}' },
            { click: '#go' },
          ],
        },
        consent: { when: '#share', grant: [{ click: '#share' }], deny: [{ click: '#keep' }] },
      },
      users: [{ userId: 'ent_1', email: 'a@acme.example', password: '$& {{email}}' }],
      timeoutSeconds: 3,
      realTime,
    });
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  const open = (path: string, redirectUri = callback, consent: 'grant' | 'deny' = 'grant') =>
    browser.authorize({
      userId: 'ent_1',
      url: `${baseUrl}${path}?${new URLSearchParams({ redirect_uri: redirectUri }).toString()}`,
      consent,
    });

  test.for([
    ['/script', `${callback}?code=1#x`, 200],
    ['/refresh', `${callback}?code=2`, 200],
    ['/app-scheme', 'protocoleditor://callback?code=3', 200],
    ['/redirect-to-scheme', 'protocoleditor:back?code=4', 302],
    ['/through', 'HTTPS://Client.Conformance.Example/callback?code=a%2fb', 302],
    ['/nothing', null, 204],
    ['/broken', null, 500],
    ['/missing', null, 404],
  ] as const)('%s leads to %s, with status %d', async ([path, location, status]) => {
    expect(await open(path)).toEqual({ location, status, prompts: [], cookies: [] });
  });

  test('the browser gets through a page of several steps without a navigation', async () => {
    const { location, prompts } = await open('/single-page', callback, 'deny');
    expect(prompts).toEqual(['signIn', 'consent']);
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      how: 'keep',
      account: 'ent_1',
      password: '$& {{email}}',
    });
  });

  test('the redirect URI counts as outside even if it is at the origin of the tenant', async () => {
    expect((await open('/home', `${baseUrl}/app/callback`)).location).toBe(`${baseUrl}/app/callback?code=5`);
    expect(await open('/home', `${baseUrl}/other`)).toMatchObject({ location: null, status: 200 });
  });

  test('a page that never answers is a trouble of the test bed, and its message leaves out the query', async () => {
    await expect(open('/never')).rejects.toMatchObject({
      name: 'TestBedTrouble',
      message: `the browser could not open ${baseUrl}/never: no answer within 3 s`,
    });
  });
});
