import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curl, shellWord } from '../../reports/curl.ts';
import type { RequestEntry } from '../../schemas/types/report.ts';

const url = 'https://acme.example/api/v2/entries';

function request(given: Partial<RequestEntry> = {}): RequestEntry {
  return { method: 'GET', url, headers: {}, ...given };
}

describe('a request as a command line', () => {
  it.each<[string, RequestEntry, string]>([
    ['a plain call', request(), `curl -i ${url}`],
    [
      'a bearer token',
      request({ headers: { Authorization: 'Bearer <access token 1>' } }),
      `curl -i -H "Authorization: Bearer $ACCESS_TOKEN_1" ${url}`,
    ],
    [
      'a near miss of a token',
      request({ headers: { Authorization: 'Bearer <access token 1, last character changed>' } }),
      `curl -i -H "Authorization: Bearer $ACCESS_TOKEN_1_LAST_CHARACTER_CHANGED" ${url}`,
    ],
    [
      'an API key as Basic credentials',
      request({ headers: { Authorization: 'Basic base64(<API key 1>:)' } }),
      `curl -i -u "$API_KEY_1:" ${url}`,
    ],
    [
      'a client and its secret',
      request({ headers: { Authorization: 'Basic base64(app_1:<client secret 2>)' } }),
      `curl -i -u "app_1:$CLIENT_SECRET_2" ${url}`,
    ],
    [
      'Basic credentials under another spelling of the scheme',
      request({ headers: { Authorization: 'basic base64(<API key 1>:)' } }),
      `curl -i -H "Authorization: basic $(printf %s "$API_KEY_1:" | base64 | tr -d '\\n')" ${url}`,
    ],
    [
      'a form',
      request({
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '40' },
        body: 'refresh_token=<refresh token 3>&grant_type=refresh_token',
      }),
      `curl -i -H 'Content-Type: application/x-www-form-urlencoded' --data-raw "refresh_token=$REFRESH_TOKEN_3&grant_type=refresh_token" ${url}`,
    ],
    [
      'a JSON body without a type',
      request({ method: 'POST', body: '{"apiKey":"<API key 1>"}' }),
      `curl -i -H Content-Type: --data-raw '{"apiKey":"'"$API_KEY_1"'"}' ${url}`,
    ],
    [
      'a quote in a body',
      request({ method: 'PUT', headers: { 'content-type': 'text/plain' }, body: "it's" }),
      String.raw`curl -i -X PUT -H 'content-type: text/plain' --data-raw 'it'\''s' ${url}`,
    ],
    [
      'brackets and dots in the address, and an empty header',
      request({ url: `${url}/../x?schemaFields[Name]=a`, headers: { 'X-Empty': '' } }),
      `curl -i -g --path-as-is -H 'X-Empty;' '${url}/../x?schemaFields[Name]=a'`,
    ],
    [
      'a label that runs into a name',
      request({ url: `${url}?nextToken=<page token 1>x` }),
      `curl -i "${url}?nextToken=\${PAGE_TOKEN_1}x"`,
    ],
    [
      'a form of its own on the wire',
      request({
        method: 'POST',
        headers: {
          HOST: 'acme.example',
          AUTHORIZATION: 'Basic base64(<API key 1>:)',
          'TRANSFER-ENCODING': 'chunked',
          'CONTENT-TYPE': 'text/plain',
          CONNECTION: 'close',
        },
        body: 'a=b',
        form: { chunks: 2, segments: 3 },
      }),
      `curl -i --http1.1 -H 'HOST: acme.example' -H "AUTHORIZATION: Basic $(printf %s "$API_KEY_1:" | base64 | tr -d '\\n')" -H 'TRANSFER-ENCODING: chunked' -H 'CONTENT-TYPE: text/plain' -H 'CONNECTION: close' --data-raw a=b ${url} # curl writes Host and Content-Length itself; the suite sent 2 chunks in 3 segments, curl sends one`,
    ],
    [
      'a call in another letter case',
      request({ headers: { HOST: 'acme.example', ACCEPT: 'application/json', CONNECTION: 'close' }, form: {} }),
      `curl -i --http1.1 -H 'HOST: acme.example' -H 'ACCEPT: application/json' -H 'CONNECTION: close' ${url} # curl writes Host and Content-Length itself`,
    ],
    ['a HEAD', request({ method: 'HEAD' }), `curl -i -I ${url}`],
    ['a DELETE', request({ method: 'DELETE' }), `curl -i -X DELETE ${url}`],
  ])('of %s', (_, sent, line) => {
    expect(curl(sent)).toBe(line);
  });
});

describe('a word of the shell', () => {
  it('reaches a program unchanged, with labels filled in', () => {
    const secret = `tok'en"$HOME\`\\!*`;
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replaceAll('\u0000', '')),
      fc.constantFrom('<access token 1>', "'", '"', '$HOME', '`id`', '\\', '!', '\n', ' ', '$(id)', '<b>'),
      fc.constant('base64(<access token 1>:x)'),
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 5 }).map((parts) => parts.join('')),
      { seed: 3, numRuns: 300 },
    );
    const filled = texts.map((text) =>
      text
        .replaceAll('base64(<access token 1>:x)', Buffer.from(`${secret}:x`).toString('base64'))
        .replaceAll('<access token 1>', secret),
    );
    const { stdout, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], {
      env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', ACCESS_TOKEN_1: secret },
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout.split('\0').slice(0, -1)).toEqual(filled);
  });
});
