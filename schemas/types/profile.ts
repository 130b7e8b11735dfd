// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * A group of requirements that a vendor claims as a whole.
 */
export type ClaimedProfile =
  | 'transport'
  | 'token-issuance'
  | 'client-credentials'
  | 'delegated'
  | 'api-key'
  | 'openid-connect'
  | 'lifecycle'
  | 'expiry'
  | 'listing'
  | 'filtering'
  | 'webhooks'
  | 'versioning';

/**
 * The control, which carries out the operations of the tenant control protocol. Default: none.
 */
export type ControlSetting = HttpControl | CommandControl | ManualControl | NoControl;

/**
 * The users' browser, if the control does not play it: `chromium` follows the steps of the key browser; `person` is a person at the terminal, who signs in for the fixtures only.
 */
export type ControlBrowser = 'chromium' | 'person';

/**
 * An https origin: https://host or https://host:port, or an http one on this machine (127.0.0.1, [::1], localhost). A trailing slash is tolerated.
 */
export type Origin = string;

/**
 * Address and port on which the suite listens. With port 0 the system chooses one.
 */
export type Listen = string;

/**
 * Form of the filter in the query: json is schemaFields={"Name":"value"}, dotted is schemaFields.Name=value, bracket is schemaFields[Name]=value. Without it, filtering is not exercised.
 */
export type SchemaFieldsEncoding = 'json' | 'dotted' | 'bracket';

/**
 * JSON pointer to an item's identifier, or one for each listing's path. Default: /id, and the whole item if it has no /id.
 */
export type ItemId =
  | string
  | {
      readonly [k: string]: string;
    };

/**
 * HTTP method of the call.
 */
export type WriteProbeMethod = 'POST' | 'PUT' | 'PATCH';

/**
 * A path on the tenant, with its leading slash.
 */
export type Path = string;

/**
 * The description of a tenant (the target): the file for `labconform run --target`, in YAML or JSON. `${NAME}` in a value is taken from the environment and from .env.
 */
export interface TargetProfile {
  /**
   * Name of the target in reports.
   */
  readonly name: string;
  /**
   * The profiles that the tenant is said to keep whole. A run requires them whole, without a flag, and its report shows them first.
   *
   * @minItems 1
   */
  readonly claims?: readonly ClaimedProfile[];
  /**
   * Base address of the tenant: https://host or https://host:port, or http:// on this machine (127.0.0.1, [::1], localhost). A trailing slash is tolerated.
   */
  readonly baseUrl: string;
  readonly tls?: TlsSetting;
  readonly control?: ControlSetting;
  readonly browser?: BrowserSetting;
  readonly receiver?: ReceiverSetting;
  readonly identityProvider?: IdentityProviderSetting;
  readonly limits?: LimitSettings;
  readonly api?: ApiSettings;
  readonly writeProbe?: WriteProbe;
  readonly otherTenant?: OtherTenant;
  readonly fixtures?: Fixtures;
}

/**
 * Trust in a private certificate authority. Not needed for public ones.
 */
export interface TlsSetting {
  /**
   * PEM file of the authority, relative to the folder of the profile.
   */
  readonly caFile: string;
}

/**
 * A control service next to the tenant.
 */
export interface HttpControl {
  /**
   * An HTTP service.
   */
  readonly type: 'http';
  /**
   * Address of the control service.
   */
  readonly url: string;
  /**
   * Token that is sent to the control service as a bearer token. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly token?: string;
  readonly browser?: ControlBrowser;
}

/**
 * An executable of the operator. The suite runs it with the operation's name as its last argument.
 */
export interface CommandControl {
  /**
   * An executable.
   */
  readonly type: 'command';
  /**
   * The executable and its first arguments.
   *
   * @minItems 1
   */
  readonly command: readonly string[];
  readonly browser?: ControlBrowser;
}

/**
 * A person at the terminal carries out the operations.
 */
export interface ManualControl {
  /**
   * A person.
   */
  readonly type: 'manual';
  readonly browser?: ControlBrowser;
}

/**
 * No control: checks that need an operation are reported as not exercised.
 */
export interface NoControl {
  /**
   * No control.
   */
  readonly type: 'none';
  readonly browser?: ControlBrowser;
}

/**
 * The steps by which Chromium gets through the tenant's own sign-in and consent pages; for control.browser chromium.
 */
export interface BrowserSetting {
  /**
   * Path of the browser. Default: the chromium on PATH.
   */
  readonly executable?: string;
  /**
   * Password of the users that the control creates, and of users in fixtures.users without their own password. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly password?: string;
  /**
   * Further origins at which the tenant's users sign in. The browser treats them like the tenant.
   */
  readonly inside?: readonly Origin[];
  readonly signIn: SignInPage;
  readonly consent: ConsentPage;
}

/**
 * The sign-in page.
 */
export interface SignInPage {
  /**
   * Selector of an element that is visible on this page only.
   */
  readonly when: string;
  /**
   * The user's steps on the page, in order.
   */
  readonly steps: readonly BrowserStep[];
}

/**
 * One of fill (together with `with`), click and waitFor. Selectors are those of Playwright: CSS, or text=…
 */
export interface BrowserStep {
  /**
   * Selector of the field to fill in.
   */
  readonly fill?: string;
  /**
   * The text for the field. {{email}}, {{userId}} and {{password}} stand for those of the user.
   */
  readonly with?: string;
  /**
   * Selector of the element to click.
   */
  readonly click?: string;
  /**
   * Selector of the element to wait for, until it is visible.
   */
  readonly waitFor?: string;
}

/**
 * The page on which the user grants or denies the app's request.
 */
export interface ConsentPage {
  /**
   * Selector of an element that is visible on this page only.
   */
  readonly when: string;
  /**
   * The steps of a user who grants the request, in order.
   */
  readonly grant: readonly BrowserStep[];
  /**
   * The steps of a user who denies the request, in order.
   */
  readonly deny: readonly BrowserStep[];
}

/**
 * The receiver of webhook deliveries.
 */
export interface ReceiverSetting {
  readonly listen?: Listen;
  /**
   * Address at which the tenant reaches the receiver, if it cannot reach `listen`.
   */
  readonly publicUrl?: string;
}

/**
 * The suite's own OpenID Connect provider.
 */
export interface IdentityProviderSetting {
  readonly listen?: Listen;
  /**
   * Address at which the tenant reaches the provider, if it cannot reach `listen`.
   */
  readonly publicUrl?: string;
}

/**
 * Limits that the suite keeps, and delays that it allows.
 */
export interface LimitSettings {
  /**
   * Maximum number of requests that the suite sends in a second. Default 20; no limit for loopback addresses.
   */
  readonly requestsPerSecond?: number;
  /**
   * Seconds from the sending of a request until its whole answer must have arrived. After several time-outs in a row the suite waits for a shorter time.
   */
  readonly timeoutSeconds?: number;
  /**
   * Real seconds that a change other than archiving may take to be seen (propagation delay). The suite looks again until then. Default 5, and 0 for the embedded tenant.
   */
  readonly propagationSeconds?: number;
  /**
   * Seconds for which the suite waits for a webhook delivery.
   */
  readonly deliverySeconds?: number;
  /**
   * Seconds by which the clocks of the tenant's own servers may differ. Ages are judged with this tolerance. More than 5 counts as 5. The suite measures the difference between the tenant's clock and its own, so this value does not include it.
   */
  readonly clockSkewSeconds?: number;
}

/**
 * Addresses and shapes of the API that the specification leaves open.
 */
export interface ApiSettings {
  /**
   * Path of the assay-results listing. Without it, the suite tries the known paths.
   */
  readonly assayResultsPath?: string;
  readonly schemaFieldsEncoding?: SchemaFieldsEncoding;
  /**
   * Query parameter that names the schema in addition to the filter; only if the tenant needs one.
   */
  readonly schemaParameter?: string;
  readonly itemsKeys?: ItemsKeys;
  readonly itemId?: ItemId;
}

/**
 * The member that holds the items of a listing, by the listing's path; only if it is not the only array of the page.
 */
export interface ItemsKeys {
  readonly [k: string]: string;
}

/**
 * A call that creates a record, for attribution. Without it, attribution is not exercised.
 */
export interface WriteProbe {
  readonly method: WriteProbeMethod;
  readonly path: Path;
  /**
   * JSON body of the call. {{projectId}} in it stands for a project to which the caller may write, {{name}} for a name that no other record has.
   */
  readonly body?: unknown;
  /**
   * JSON pointer to the creator in the answer: a user by userId or e-mail, an app by appId or clientId. Judged only if it names an actor that the suite knows.
   */
  readonly createdBy: string;
}

/**
 * A second tenant, for checks of the isolation between tenants.
 */
export interface OtherTenant {
  readonly baseUrl: Origin;
  readonly tls?: TlsSetting;
  readonly control?: ControlSetting;
}

/**
 * App and users that already exist at the target, if its control cannot create them.
 */
export interface Fixtures {
  readonly app?: AppFixture;
  /**
   * Users of the tenant.
   */
  readonly users?: readonly UserFixture[];
}

/**
 * An app of the tenant, with its credentials.
 */
export interface AppFixture {
  /**
   * The app's id.
   */
  readonly appId: string;
  /**
   * The app's client id.
   */
  readonly clientId: string;
  /**
   * The app's client secret. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly clientSecret: string;
  /**
   * A redirect URI registered on the app.
   */
  readonly redirectUri?: string;
}

/**
 * A user of the tenant, with credentials.
 */
export interface UserFixture {
  /**
   * The user's id.
   */
  readonly userId: string;
  /**
   * The user's e-mail.
   */
  readonly email: string;
  /**
   * A working personal API key. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly apiKey?: string;
  /**
   * An unspent refresh token of the app fixture for this user. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly refreshToken?: string;
  /**
   * The user's password, for control.browser chromium. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly password?: string;
}
