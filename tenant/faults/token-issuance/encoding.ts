import type { Behaviour } from '../../behaviour/behaviour.ts';
import { headerOf } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

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
];
