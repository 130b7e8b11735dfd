import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { rawField } from './token-requests.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf, onlyIf } from '../operators/rules.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Returns a deviation that decodes only some escapes of a form, and leaves the others as they are. */
function decodingOnly(decodes: (escape: string) => boolean) {
  return (): Partial<Behaviour> => ({
    decodeFormText: (_call, text) =>
      text
        .replaceAll('+', ' ')
        .replaceAll(/%[0-9A-Fa-f]{2}/g, (escape) => (decodes(escape) ? decodeURIComponent(escape) : escape)),
  });
}

/** Returns the names of the fields in the order in which they were sent. */
const order = (call: Call): readonly string[] =>
  call.request.body
    .toString('utf8')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '');

/** Faults with the form encoding, and with the place of the credentials. */
export const encodingFaults: readonly Fault[] = [
  ...breaking('TOK-29', {
    'lower-case-escapes-are-not-decoded': [
      decodingOnly((escape) => escape === escape.toUpperCase() && escape < '%80'),
      'Only escapes with upper-case hexadecimal digits are decoded.',
    ],
    'only-reserved-characters-are-decoded': [
      decodingOnly((escape) => escape < '%80' && /[^A-Za-z0-9._-]/.test(decodeURIComponent(escape))),
      'Escapes of characters that need no escape are not decoded.',
    ],
    'grant-type-is-not-decoded': [
      () => ({
        grantTypeOf: (call) => /(?:^|&)grant_type=([^&]*)/.exec(call.request.body.toString('utf8'))?.[1],
      }),
      'The value of grant_type is compared as it was sent, with its escapes.',
    ],
    'grant-type-must-come-first': [
      (normal) => ({
        grantTypeOf: (call, fields) =>
          call.request.body.toString('utf8').startsWith('grant_type=') ? normal.grantTypeOf(call, fields) : undefined,
      }),
      'A form that does not begin with grant_type is refused.',
      ['TOK-16'],
    ],
    'secret-must-come-last': [
      (normal) => ({
        clientCredentialsOf: (call, fields) => {
          const names = [...fields.keys()];
          const turned = names.indexOf('client_secret') < names.indexOf('client_id');
          return turned ? { clientId: undefined, clientSecret: undefined } : normal.clientCredentialsOf(call, fields);
        },
      }),
      'A form in which client_id follows client_secret is refused.',
    ],
    'letters-of-redirect-uris-must-be-plain': [
      replaceIf(
        'readForm',
        (call) => /(^|&)redirect_uri=[^&]*%(3[0-9]|[46][1-9A-F]|[57][0-9A])/i.test(call.request.body.toString('utf8')),
        () => refusal('malformed-token-request', 'The redirect_uri is not well encoded.'),
      ),
      'An exchange is refused if its redirect_uri has an escape instead of a letter or a digit.',
    ],
    'escapes-in-codes-are-not-decoded': [
      (normal) => ({
        codeOf: (call, fields) => (normal.codeOf(call, fields) === undefined ? undefined : rawField(call, 'code')),
      }),
      'The code of an exchange is compared as it was sent, with its escapes.',
    ],
    'escapes-in-refresh-tokens-are-not-decoded': [
      (normal) => ({
        refreshTokenOf: (call, fields) =>
          normal.refreshTokenOf(call, fields) === undefined ? undefined : rawField(call, 'refresh_token'),
      }),
      'The refresh_token of a refresh is compared as it was sent, with its escapes.',
    ],
    'escapes-in-the-names-of-fields-are-not-decoded': [
      becomes('readForm', (form, call) => {
        if (isRefusal(form)) return form;
        const pairs = call.request.body.toString('utf8').split('&').filter(Boolean);
        return form.map(([name, value], index) => [pairs[index]?.split('=')[0] ?? name, value] as const);
      }),
      'The names of fields are compared as they were sent, with their escapes.',
    ],
    'the-code-must-stand-behind-the-secret': [
      replaceIf(
        'exchangeCode',
        (call) => order(call).indexOf('code') < order(call).indexOf('client_secret'),
        () => refusal('malformed-token-request', 'The fields are out of order.'),
      ),
      'An exchange in which code comes before client_secret is refused.',
    ],
  }),
  ...breaking('TOK-30', {
    'content-type-compared-whole': [
      () => ({ isFormEncoded: (call) => headerOf(call.request, 'content-type') === FORM }),
      'A form content type with any parameter is not recognised.',
    ],
    'charset-must-be-in-upper-case': [
      (normal) => ({
        isFormEncoded: (call) => {
          const charset = /charset=(.*)$/i.exec(headerOf(call.request, 'content-type') ?? '')?.[1];
          return normal.isFormEncoded(call) && (charset === undefined || charset === 'UTF-8');
        },
      }),
      'A charset that is not written UTF-8 is refused.',
    ],
    'exchanges-want-no-charset': [
      replaceIf(
        'exchangeCode',
        (call) => call.request.headers.get('content-type')?.[0]?.includes(';') === true,
        () => refusal('malformed-token-request', 'The content type is not known.'),
      ),
      'An exchange is refused if its content type has a parameter.',
    ],
    'refreshes-want-no-charset': [
      replaceIf(
        'decideTokenRequest',
        (call) =>
          (headerOf(call.request, 'content-type') ?? '').includes('charset') &&
          call.request.body.includes('grant_type=refresh_token'),
        () => refusal('malformed-token-request', 'The content type is not known.'),
      ),
      'A refresh whose content type has a charset is refused.',
    ],
    'a-charset-needs-a-space': [
      onlyIf('isFormEncoded', (call) => !/;charset/i.test(headerOf(call.request, 'content-type') ?? '')),
      'A charset parameter is accepted after a semicolon and a space, but refused without the space.',
    ],
    'a-charset-in-quotes-is-refused': [
      onlyIf('isFormEncoded', (call) => !(headerOf(call.request, 'content-type') ?? '').includes('"')),
      'A form whose charset parameter has a value in quotes is refused.',
    ],
  }),
  ...breaking(
    'TOK-31',
    {
      'basic-header-is-needed': [
        (normal) => ({
          clientCredentialsOf: (call) => {
            const [, value] = /^Basic +(.*)$/i.exec(headerOf(call.request, 'authorization') ?? '') ?? [];
            const read = value === undefined ? undefined : normal.readBasic(call, value);
            return { clientId: read?.username, clientSecret: read?.password };
          },
        }),
        "The client's credentials are read only from the Authorization header.",
        ['CCR-01', 'CCR-19'],
      ],
      'some-authorization-is-needed': [
        replaceIf(
          'decideTokenRequest',
          (call) => headerOf(call.request, 'authorization') === undefined,
          () => refusal('no-credential', 'The request carries no Authorization header.'),
        ),
        'A token request without any Authorization header is refused before it is read.',
        ['CCR-01', 'CCR-19'],
      ],
      'refreshes-want-a-header': [
        (normal) => ({
          refresh: (call, app, fields) =>
            call.request.headers.has('authorization')
              ? normal.refresh(call, app, fields)
              : refusal('wrong-client', 'The Authorization header is missing.'),
        }),
        'A refresh must carry an Authorization header, with any content.',
        [
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
      ],
    },
    ['TOK-01'],
  ),
];
