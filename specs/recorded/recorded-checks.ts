import type { RequirementId } from '../requirements/index.ts';

/** A group of judgements that recorded traffic allows; in the report it takes the place of a check. */
export interface RecordedCheck {
  readonly id: `recorded/${string}`;
  readonly title: string;
  /** The judged requirements, each with the recorded traffic that it needs. */
  readonly judges: Readonly<Partial<Record<RequirementId, string>>>;
}

const granted = 'a granted token request at /oauth/token, with its form';
const ofCode = 'a granted authorization_code request, with its form';
const ofRefresh = 'a granted refresh_token request, with its form';
const ofApp = 'a granted client_credentials request, with its form';
const userGrant = 'a granted authorization_code or refresh_token request, with its form';
const spentAgain = 'a refresh token that is presented again after it was spent';
const wrongForm = 'a token request without a field, recorded octet by octet with its Content-Length';
const redirect = 'an authorization that was answered with a redirect and a code at once';
const page = 'a page of a listing that was asked for with Accept: application/json';
const unauthorized = 'a listing call that was answered with 401';
const delivery = 'a webhook delivery';
const standard = 'a delivery of one of the four standard kinds';
const output = 'a delivery of v2.workflowOutput.updated.fields';
const task = 'a delivery of v2.workflowTask.updated.fields';
const mapping = 'a delivery of v2.workflowTaskGroup.mappingCompleted';
const entry = 'a delivery of v2.entry.created, with its members and no others';
const canvas = 'a delivery of v2.canvas.initialized, with its members and no others';

export const recordedChecks: readonly RecordedCheck[] = [
  {
    id: 'recorded/token-answers-have-their-members',
    title: 'The recorded answers to granted token requests have the members of the access token response',
    judges: {
      'TOK-02': granted,
      'TOK-03': granted,
      'TOK-04': granted,
      'TOK-05': granted,
      'TOK-06': ofCode,
      'TOK-07': ofRefresh,
      'TOK-08': userGrant,
      'TOK-09': userGrant,
      'TOK-10': ofApp,
      'TOK-36': userGrant,
      'CCR-02': ofApp,
      'CCR-03': ofApp,
      'CCR-22': ofApp,
    },
  },
  {
    id: 'recorded/token-answers-have-their-form',
    title: 'The recorded answers to granted token requests have status 200 and are JSON that no cache may store',
    judges: {
      'TOK-26': granted,
      'TOK-27': `${granted} and Accept: application/json`,
      'TOK-28': `${granted} and the headers of its answer`,
    },
  },
  {
    id: 'recorded/legacy-token-answers-are-alike',
    title: 'The recorded answers of the legacy token path have the members and values of the access token response',
    judges: { 'VER-08': 'a granted token request at /api/v2/token, with its form' },
  },
  {
    id: 'recorded/refused-token-requests-yield-nothing',
    title: 'Recorded token requests that lack a field yield no token, and no refusal carries one',
    judges: {
      'TOK-13': wrongForm,
      'TOK-14': wrongForm,
      'TOK-15': wrongForm,
      'TOK-16': wrongForm,
      'TOK-17': 'a token request with another grant_type than the three',
      'TOK-25': 'a token request that was refused',
    },
  },
  {
    id: 'recorded/tokens-are-different',
    title: 'No recorded token was handed out twice',
    judges: { 'TOK-32': 'two granted token requests', 'TOK-33': 'two granted requests with refresh tokens' },
  },
  {
    id: 'recorded/refresh-tokens-work-once',
    title: 'No spent refresh token obtained tokens again',
    judges: {
      'DEL-38': ofRefresh,
      'DEL-42': spentAgain,
      'DEL-43': spentAgain,
      'DEL-44': 'a spent refresh token that is presented at least twice more',
      'DEL-52': 'two refreshes with one refresh token that overlap in time',
      'VER-12': 'two refreshes with one refresh token at both token paths that overlap in time',
      'VER-11': 'a refresh token that is spent at one token path and presented at the other',
    },
  },
  {
    id: 'recorded/redirects-return-the-state',
    title: 'Recorded redirects with a code return the state that was sent, and no state if none was sent',
    judges: { 'DEL-02': redirect, 'DEL-04': `${redirect}, without a state` },
  },
  {
    id: 'recorded/pages-have-their-members',
    title: 'The recorded pages are JSON with the members of a page, and no longer than requested',
    judges: {
      'LST-06': 'a page of assay results that was asked for with Accept: application/json',
      'LST-09': page,
      'LST-16': `${page} and a pageSize, and that has one list`,
      'TRN-18': page,
    },
  },
  {
    id: 'recorded/unauthorized-calls-are-refused',
    title: 'Recorded calls without a credential were answered with a 401 that reveals no record',
    judges: {
      'TRN-06': 'a listing call without Authorization and Cookie, in a capture that has them elsewhere',
      'TRN-12': unauthorized,
      'TRN-17': unauthorized,
    },
  },
  {
    id: 'recorded/deliveries-are-envelopes',
    title: 'Every recorded delivery is one JSON object with the members of the envelope',
    judges: {
      'WHK-01': `${delivery} that was recorded with its method`,
      'WHK-02': delivery,
      'WHK-03': `${delivery} that was recorded with its headers`,
      'WHK-04': delivery,
      'WHK-06': delivery,
      'WHK-07': delivery,
      'WHK-09': delivery,
      'WHK-11': delivery,
      'WHK-12': delivery,
      'WHK-13': 'two webhook deliveries of one tenant',
      'WHK-14': delivery,
      'WHK-15': delivery,
      'WHK-62': delivery,
      'VER-17': `${delivery} with a type`,
      'VER-18': delivery,
    },
  },
  {
    id: 'recorded/messages-have-their-members',
    title: 'Every recorded message of a documented kind has the members of its kind, and an id of its own',
    judges: {
      'WHK-30': standard,
      'WHK-32': 'a delivery of a recognisable kind',
      'WHK-33': standard,
      'WHK-34': 'two deliveries of events',
      'WHK-35': standard,
      'WHK-37': standard,
      'WHK-40': output,
      'WHK-41': task,
      'WHK-42': mapping,
      'WHK-43': entry,
      'WHK-44': `${output} or v2.workflowTask.updated.fields`,
      'WHK-46': `${output} or v2.workflowTask.updated.fields`,
      'WHK-47': mapping,
      'WHK-48': entry,
      'WHK-49': canvas,
      'WHK-50': canvas,
      'WHK-51': canvas,
      'WHK-54': 'a delivery of v2.app.installed',
    },
  },
];
