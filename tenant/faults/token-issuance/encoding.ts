import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { rawField } from './token-requests.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Decodes only some escapes of a form, before the rest is read as it stands. */
function decodingOnly(decodes: (escape: string) => boolean) {
  return (): Partial<Behaviour> => ({
    decodeFormText: (_call, text) =>
      text
        .replaceAll('+', ' ')
        .replaceAll(/%[0-9A-Fa-f]{2}/g, (escape) => (decodes(escape) ? decodeURIComponent(escape) : escape)),
  });
}

/** The order in which fields were sent. */
const order = (call: Call): readonly string[] =>
  call.request.body
    .toString('utf8')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '');

/** Form encoding, and where the credentials stand. */
export const encodingFaults: readonly Fault[] = [
  {
    id: 'token-issuance/lower-case-escapes-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'Only escapes in upper-case hexadecimal digits are decoded.',
    behaviour: decodingOnly((escape) => escape === escape.toUpperCase() && escape < '%80'),
  },
  {
    id: 'token-issuance/only-reserved-characters-are-decoded',
    breaks: ['TOK-29'],
    summary: 'Escapes of characters that need none are not decoded.',
    behaviour: decodingOnly((escape) => escape < '%80' && /[^A-Za-z0-9._-]/.test(decodeURIComponent(escape))),
  },
  {
    id: 'token-issuance/grant-type-is-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The value of grant_type is compared as it was sent, escapes and all.',
    behaviour: () => ({
      grantTypeOf: (call) => /(?:^|&)grant_type=([^&]*)/.exec(call.request.body.toString('utf8'))?.[1],
    }),
  },
  {
    id: 'token-issuance/grant-type-must-come-first',
    breaks: ['TOK-29'],
    also: ['TOK-16'],
    summary: 'A form that does not begin with grant_type is refused.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) =>
        call.request.body.toString('utf8').startsWith('grant_type=') ? normal.grantTypeOf(call, fields) : undefined,
    }),
  },
  {
    id: 'token-issuance/secret-must-come-last',
    breaks: ['TOK-29'],
    summary: 'A form in which client_id follows client_secret is refused.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const names = [...fields.keys()];
        const turned = names.indexOf('client_secret') < names.indexOf('client_id');
        return turned ? { clientId: undefined, clientSecret: undefined } : normal.clientCredentialsOf(call, fields);
      },
    }),
  },
  {
    id: 'token-issuance/content-type-compared-whole',
    breaks: ['TOK-30'],
    summary: 'A form content type with any parameter is not recognised.',
    behaviour: () => ({ isFormEncoded: (call) => headerOf(call.request, 'content-type') === FORM }),
  },
  {
    id: 'token-issuance/charset-must-be-in-upper-case',
    breaks: ['TOK-30'],
    summary: 'A charset that is not written UTF-8 is refused.',
    behaviour: (normal) => ({
      isFormEncoded: (call) => {
        const charset = /charset=(.*)$/i.exec(headerOf(call.request, 'content-type') ?? '')?.[1];
        return normal.isFormEncoded(call) && (charset === undefined || charset === 'UTF-8');
      },
    }),
  },
  {
    id: 'token-issuance/basic-header-is-needed',
    breaks: ['TOK-31'],
    also: ['TOK-01', 'CCR-01', 'CCR-19'],
    summary: "The client's credentials are read from the Authorization header alone.",
    behaviour: (normal) => ({
      clientCredentialsOf: (call) => {
        const [, value] = /^Basic +(.*)$/i.exec(headerOf(call.request, 'authorization') ?? '') ?? [];
        const read = value === undefined ? undefined : normal.readBasic(call, value);
        return { clientId: read?.username, clientSecret: read?.password };
      },
    }),
  },
  {
    id: 'token-issuance/some-authorization-is-needed',
    breaks: ['TOK-31'],
    also: ['TOK-01', 'CCR-01', 'CCR-19'],
    summary: 'A token request without any Authorization header is refused before it is read.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        headerOf(call.request, 'authorization') === undefined
          ? refusal('no-credential', 'The request carries no Authorization header.')
          : normal.decideTokenRequest(call),
    }),
  },
  {
    id: 'token-issuance/letters-of-redirect-uris-must-be-plain',
    breaks: ['TOK-29'],
    summary: 'An exchange is refused whose redirect_uri has an escape in the place of a letter or a digit.',
    behaviour: (normal) => ({
      readForm: (call) =>
        /(^|&)redirect_uri=[^&]*%(3[0-9]|[46][1-9A-F]|[57][0-9A])/i.test(call.request.body.toString('utf8'))
          ? refusal('malformed-token-request', 'The redirect_uri is not well encoded.')
          : normal.readForm(call),
    }),
  },
  {
    id: 'token-issuance/escapes-in-codes-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The code of an exchange is compared as it was sent, escapes and all.',
    behaviour: (normal) => ({
      codeOf: (call, fields) => (normal.codeOf(call, fields) === undefined ? undefined : rawField(call, 'code')),
    }),
  },
  {
    id: 'token-issuance/escapes-in-refresh-tokens-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The refresh_token of a refresh is compared as it was sent, escapes and all.',
    behaviour: (normal) => ({
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) === undefined ? undefined : rawField(call, 'refresh_token'),
    }),
  },
  {
    id: 'token-issuance/escapes-in-the-names-of-fields-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The names of fields are compared as they were sent, escapes and all.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const form = normal.readForm(call);
        if (isRefusal(form)) return form;
        const pairs = call.request.body.toString('utf8').split('&').filter(Boolean);
        return form.map(([name, value], index) => [pairs[index]?.split('=')[0] ?? name, value] as const);
      },
    }),
  },
  {
    id: 'token-issuance/the-code-must-stand-behind-the-secret',
    breaks: ['TOK-29'],
    summary: 'An exchange in which code stands before client_secret is refused.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        order(call).indexOf('code') < order(call).indexOf('client_secret')
          ? refusal('malformed-token-request', 'The fields are out of order.')
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/exchanges-want-no-charset',
    breaks: ['TOK-30'],
    summary: 'An exchange is refused whose content type has a parameter.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        call.request.headers.get('content-type')?.[0]?.includes(';') === true
          ? refusal('malformed-token-request', 'The content type is not known.')
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/refreshes-want-no-charset',
    breaks: ['TOK-30'],
    summary: 'A refresh whose content type has a charset is refused.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        (headerOf(call.request, 'content-type') ?? '').includes('charset') &&
        call.request.body.includes('grant_type=refresh_token')
          ? refusal('malformed-token-request', 'The content type is not known.')
          : normal.decideTokenRequest(call),
    }),
  },
  {
    id: 'token-issuance/a-charset-needs-a-space',
    breaks: ['TOK-30'],
    summary: 'A charset parameter is understood behind a semicolon and a space, and refused without the space.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        normal.isFormEncoded(call) && !/;charset/i.test(headerOf(call.request, 'content-type') ?? ''),
    }),
  },
  {
    id: 'token-issuance/a-charset-in-quotes-is-refused',
    breaks: ['TOK-30'],
    summary: 'A charset parameter whose value stands in quotes is not read.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        !(headerOf(call.request, 'content-type') ?? '').includes('"') && normal.isFormEncoded(call),
    }),
  },
  {
    id: 'token-issuance/refreshes-want-a-header',
    breaks: ['TOK-31'],
    also: [
      'TOK-01',
      'DEL-37',
      'DEL-39',
      'DEL-40',
      'DEL-41',
      'DEL-48',
      'DEL-46',
      'DEL-47',
      'LIF-08',
      'LIF-20',
      'LIF-14',
      'LIF-29',
      'LIF-38',
      'LIF-26',
      'EXP-16',
      'EXP-11',
      'VER-07',
      'VER-10',
    ],
    summary: 'A refresh must carry an Authorization header, whatever stands in it.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) =>
        call.request.headers.has('authorization')
          ? normal.refresh(call, app, fields)
          : refusal('wrong-client', 'The Authorization header is missing.'),
    }),
  },
];
