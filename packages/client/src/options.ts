/** The values of the three headers that every operation requires. */
export interface Credentials {
  /** The tenant, at most 32 characters. */
  readonly tenantId: string
  readonly authType: 'UID' | 'TOKEN' | 'ACCOUNT' | 'APIKEY'
  /** The secret, or for `UID` and `ACCOUNT` the name; at most 32 characters. */
  readonly authValue: string
}

/** A token of an OpenID Connect issuer that the service accepts, sent as `Authorization: Bearer`. */
export interface BearerCredentials {
  /** The token, or what gives one before each call: a token that is about to expire has to be renewed. */
  readonly token: string | (() => string | Promise<string>)
}

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The address of the service, with its root if it has one: `https://metrics.example.com/root`. */
  readonly baseUrl: string
  readonly credentials: Credentials | BearerCredentials
  /** How long a call may take until its answer is read completely, in milliseconds. @defaultValue 90,000 */
  readonly timeout?: number
  /** The function that sends requests. @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
}

/** Options of one call. */
export interface CallOptions {
  /** When it is aborted, the call rejects with its reason and the server stops working on it. */
  readonly signal?: AbortSignal
  /** The time limit of this call, in milliseconds. @defaultValue that of the client */
  readonly timeout?: number
  /** A W3C `traceparent` header; the server uses its trace id. */
  readonly traceparent?: string
}

/** The default of {@link ClientOptions.timeout}: longer than the server's own limit. */
export const DEFAULT_TIMEOUT = 90_000
