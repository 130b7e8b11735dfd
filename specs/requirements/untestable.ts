import type { UntestableEntry } from './entry.ts';

/** The statements of the specification that no suite can show from outside, each with the reason. */
export const untestable = [
  {
    id: 'UNT-01',
    statement: 'The service is multi-tenant as a whole.',
    reason:
      'A suite usually has only one tenant. It can probe refusals across tenants only when a second tenant is available.',
  },
  {
    id: 'UNT-02',
    statement: 'API records are the same records as in the web application.',
    reason:
      'The web application is not part of the API contract and has no test access. The suite can compare only records that the control created.',
  },
  {
    id: 'UNT-03',
    statement: "Anything that a user may do in the web application, the user's credentials may do through the API.",
    reason: 'This needs the complete catalogue of operations and the web application. The specification shows neither.',
  },
  {
    id: 'UNT-04',
    statement: "An app's token may do anything that the app has permission to do.",
    reason:
      'The specification does not show the set of permissions and operations. The suite sees only which records the five listings show.',
  },
  {
    id: 'UNT-05',
    statement: 'Actions are attributed to the actor in audit logs.',
    reason:
      'No API for audit logs is documented. createdBy needs a write probe, because the specification shows no create call.',
  },
  {
    id: 'UNT-06',
    statement: 'Actions with delegated, key and ID-token credentials are attributed to the user in every operation.',
    reason: 'No write endpoint is documented. The suite can sample only one write call that the operator supplies.',
  },
  {
    id: 'UNT-07',
    statement: 'Adding the app to organizations and teams grants it access.',
    reason: 'There is no endpoint and no control operation for organizations and teams. Only projects can be granted.',
  },
  {
    id: 'UNT-08',
    statement: 'Apps can render a canvas in the web application.',
    reason: 'Canvas endpoints are not shown, and rendering happens in the web application.',
  },
  {
    id: 'UNT-09',
    statement: 'App credentials continue to be used for canvas update calls (POST and PATCH of a canvas).',
    reason: 'Path and body of the canvas calls are not shown. The statement is advice to the app.',
  },
  {
    id: 'UNT-10',
    statement: 'There is no built-in way to get a delegated token from a canvas interaction.',
    reason: 'A negative statement about the whole product. Tests cannot show that something does not exist.',
  },
  {
    id: 'UNT-11',
    statement: '{base_url}/editor returns the user to where they were.',
    reason: "This concerns the web application and the user's earlier position in it, not the API.",
  },
  {
    id: 'UNT-12',
    statement: 'The separate data warehouse uses none of these authentication methods.',
    reason: 'The warehouse is outside the API and has no documented address.',
  },
  {
    id: 'UNT-13',
    statement: 'After un-suspension the warehouse needs a new login.',
    reason: 'The warehouse is outside the API.',
  },
  {
    id: 'UNT-14',
    statement: 'Keys are generated and rotated in Profile Settings, secrets in the developer console.',
    reason: 'Facts about the user interface. The suite sees only the effect of control operations.',
  },
  {
    id: 'UNT-15',
    statement: "A user is suspended in the platform's admin console.",
    reason: 'A fact about the user interface. The suite sees only the effect of the control operation.',
  },
  {
    id: 'UNT-16',
    statement:
      'Delegated auth needs an app in the current format. Apps made from a manifest after May 2024 on continuous-release tenants have it.',
    reason:
      'App formats and their creation date cannot be controlled. The specification does not give the result for legacy apps.',
  },
  {
    id: 'UNT-17',
    statement: 'There is no interface for administrators to view or revoke consents.',
    reason: "A negative statement about the product's interfaces.",
  },
  {
    id: 'UNT-18',
    statement: 'The official Python client supports only client credentials, renews early, and targets v2.',
    reason: 'About another program, not the service.',
  },
  {
    id: 'UNT-19',
    statement: 'OpenID Connect set-up goes through support.',
    reason: 'A business process. Only the state before and after trust can be observed.',
  },
  {
    id: 'UNT-20',
    statement: 'OpenID Connect is not planned for removal and any removal has significant advance notice.',
    reason: 'A promise about the future.',
  },
  {
    id: 'UNT-21',
    statement: 'The user usually signs in to the web application once before ID tokens are used.',
    reason:
      'The statement says what is usual. Whether users are created at the first sign-in is up to the web application.',
  },
  {
    id: 'UNT-22',
    statement: 'v3 is for new development and v2 is not.',
    reason: 'Advice. There is nothing to observe.',
  },
  {
    id: 'UNT-23',
    statement: 'The unversioned token path is recommended over the legacy one.',
    reason: 'Advice. There is nothing to observe.',
  },
  {
    id: 'UNT-24',
    statement:
      'Basic authentication is discouraged except for quick tests, delegated auth is unsuitable for headless work, and client credentials are to be chosen for services.',
    reason: 'Advice to integrators.',
  },
  {
    id: 'UNT-25',
    statement:
      "State should be random and tied to the user's session. Secrets must be kept in secrets managers or environment variables and never committed. Leaked keys are rotated at once.",
    reason: 'Duties of clients and people, not of the service.',
  },
  {
    id: 'UNT-26',
    statement:
      'A delegated token must be stored for its user and not used for another user. The app must persist new refresh tokens.',
    reason: 'Duties of the client.',
  },
  {
    id: 'UNT-27',
    statement: 'The client does not call the authorize endpoint directly.',
    reason: 'A duty of the client. Tests cannot show that the service enforces it.',
  },
  {
    id: 'UNT-28',
    statement: 'The access token is opaque.',
    reason: 'Opaque describes how the token is to be used. Any string satisfies it.',
  },
  {
    id: 'UNT-29',
    statement: 'Page tokens are opaque.',
    reason: 'Opaque describes how the token is to be used. Any non-empty string satisfies it.',
  },
  {
    id: 'UNT-30',
    statement: 'All production redirect URIs use HTTPS.',
    reason:
      'The suite can only sample by registration attempts, and the operator decides what counts as production. The word all cannot be shown.',
  },
  {
    id: 'UNT-31',
    statement: 'All requests on every path and host use HTTPS only.',
    reason: 'Only a sample of ports and paths can be probed. That cannot prove that there is no plain-HTTP listener.',
  },
  {
    id: 'UNT-32',
    statement: 'Message ids are unique for all time and across the whole tenant.',
    reason: 'The suite can compare only the ids that it sees.',
  },
  {
    id: 'UNT-33',
    statement: 'Access and refresh tokens cannot be guessed.',
    reason:
      'A black-box test cannot establish the strength of randomness. It can only look for repeated values in a sample.',
  },
  {
    id: 'UNT-34',
    statement: 'Keys and tokens expire, or never expire, at every instant that the lifetimes name.',
    reason:
      'On a tenant with a real clock, a test cannot wait 30 days, or for ever for older keys. This needs a clock that can be moved.',
  },
  {
    id: 'UNT-35',
    statement: 'The creation date of a key decides its lifetime, on a tenant without control.',
    reason: 'A key cannot be given an earlier creation date. This needs apiKey.create with createdAt, or two fixtures.',
  },
  {
    id: 'UNT-36',
    statement: 'Archiving revokes access immediately in every part of a distributed service.',
    reason: 'The suite sees only its own connections. A stream of calls raises confidence but is not a proof.',
  },
  {
    id: 'UNT-37',
    statement: 'Events are sent for every cause and for no other cause.',
    reason:
      'Only during its waiting time can the suite see that no unexpected event arrives. Retry, delay and ordering are not specified.',
  },
  {
    id: 'UNT-38',
    statement: 'Enterprise tenants use their own address as the host.',
    reason:
      'Whether a target is an enterprise tenant cannot be seen. The suite uses every target at its own base URL anyway.',
  },
  {
    id: 'UNT-39',
    statement: 'Range operators apply to query parameter values in general, outside schemaFields.',
    reason: 'The specification names no parameter other than schemaFields that accepts them.',
  },
  {
    id: 'UNT-40',
    statement:
      'The states of entries, plates, tasks, outputs and task groups, and the complete catalogue of resources, events, sort fields and errors.',
    reason: 'Not shown. There is nothing to test against.',
  },
  {
    id: 'UNT-41',
    statement: 'A suspension only in an external provider does not affect the platform.',
    reason:
      "A negative statement about all effects. Only the user's credentials can be sampled, and only when the suite acts as the provider.",
  },
  {
    id: 'UNT-42',
    statement: "Apps are not suspended when a user is suspended, regardless of the user's relation to the app.",
    reason:
      "The control cannot make a user the app's developer or the holder of its secret. Only consenting users and ordinary members can be tested.",
  },
  {
    id: 'UNT-43',
    statement: 'createdAt of a delivery is the exact time of the event.',
    reason:
      'The cause is triggered through a control that has its own delay. Only a plausible interval can be checked.',
  },
  {
    id: 'UNT-44',
    statement: 'Every call to a listing sends Accept: application/json.',
    reason:
      'A duty of the client. The specification does not give the answer to other calls, and the suite sends the header.',
  },
  {
    id: 'UNT-45',
    statement: 'If a suspended user knew the client secret of an app, the secret is rotated in the developer console.',
    reason: 'A duty of people. The suite cannot see who knows a secret; it can only test the effect of a rotation.',
  },
  {
    id: 'UNT-46',
    statement: 'New implementations use delegated auth and not OpenID Connect.',
    reason: 'A duty of integrators. The service cannot distinguish a new implementation from an old one.',
  },
  {
    id: 'UNT-47',
    statement:
      'When the initial canvas is rendered, the app checks for a valid stored access token for the user of the webhook payload.',
    reason: 'A duty of the app, in its own store. The service is not involved.',
  },
  {
    id: 'UNT-48',
    statement:
      'Without a stored token, the app renders the canvas with a link to its authorization endpoint, whose state contains the user id and the canvas resource id, encrypted.',
    reason:
      'A duty of the app. Rendering happens in the web application. DEL-02 and DEL-03 test that any state is returned unchanged.',
  },
  {
    id: 'UNT-49',
    statement: 'The app stores the access token server-side, keyed by user id.',
    reason: 'A duty of the app, in its own store. The service is not involved.',
  },
  {
    id: 'UNT-50',
    statement:
      "Later canvas interactions use the stored user token for calls that must reflect the user's permissions.",
    reason: 'A duty of the app. Only the app knows which calls those are.',
  },
  {
    id: 'UNT-51',
    statement: 'The external identity provider supports OpenID Connect and puts email into the token as a claim.',
    reason:
      'A duty of the provider, which is another program. The suite acts as the provider, and sends tokens with and without the claim.',
  },
  {
    id: 'UNT-52',
    statement: 'The only states and moves given concern actors and credentials.',
    reason: 'A statement about the specification itself. It does not say whether the service has other states.',
  },
  {
    id: 'UNT-53',
    statement: 'Programs read and write workflow outputs, tasks and task groups through the API.',
    reason: 'No path, field or operation of these records is shown. Only their webhook messages can be seen.',
  },
  {
    id: 'UNT-54',
    statement: 'The app must make the refresh call itself.',
    reason:
      "A duty of the app: a tenant cannot distinguish who sends the app's credentials. DEL-50 covers another app's credentials.",
  },
] as const satisfies readonly UntestableEntry[];
