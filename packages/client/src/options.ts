import type { OperationOptions } from '@tributary/contract'

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

/** Headers by name. */
export type RequestHeaders = Readonly<Record<string, string>>

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The address of the service, with its root if it has one: `https://metrics.example.com/root`. */
  readonly baseUrl: string
  readonly credentials: Credentials | BearerCredentials
  /** How long a call with its retries may take until the answer is read completely, in milliseconds. @defaultValue 90,000 */
  readonly timeout?: number
  /**
   * Headers of every request beside those of the operation, such as those that a gateway asks for; or what gives them
   * before each request. Headers of the operation and the credentials win.
   */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>)
  /**
   * How often a request is sent again that the service had no room for (429), or, where the operation changes nothing,
   * that it could not answer (503) or that did not reach it. The client waits as long as `Retry-After` says, else 0.2 s,
   * 0.4 s, and so on, with some chance. A wait that the time limit does not allow is not begun. @defaultValue 0
   */
  readonly retries?: number
  /** The function that sends requests. @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
}

/** Options of one call. When the signal is aborted, the server stops working on the answer. */
export interface CallOptions extends OperationOptions {
  /** The time limit of this call, in milliseconds. @defaultValue that of the client */
  readonly timeout?: number
  /** A W3C `traceparent` header; the server uses its trace id. */
  readonly traceparent?: string
}

/** The default of {@link ClientOptions.timeout}: longer than the server's own limit. */
export const DEFAULT_TIMEOUT = 90_000
