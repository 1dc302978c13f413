/** Who asks: the three headers that every operation needs. */
export interface Credentials {
  /** The tenant, at most 32 characters. */
  readonly tenantId: string
  readonly authType: 'UID' | 'TOKEN' | 'ACCOUNT' | 'APIKEY'
  /** The secret, or for `UID` and `ACCOUNT` the name; at most 32 characters. */
  readonly authValue: string
}

/** How a client is made. */
export interface ClientOptions {
  /** Where the service is, with its root if it has one: `https://metrics.example.com/root`. */
  readonly baseUrl: string
  readonly credentials: Credentials
  /** How long one call may take, in milliseconds, its answer read to the end. @defaultValue 90,000 */
  readonly timeout?: number
  /** What sends a request. @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
}

/** How one call is made. */
export interface CallOptions {
  /** When aborted, the call rejects with its reason, and the server stops working for it. */
  readonly signal?: AbortSignal
  /** Instead of the client's. */
  readonly timeout?: number
  /** A W3C `traceparent`; the server takes its trace id over. */
  readonly traceparent?: string
}

/** How long a call may take when nothing is said, in milliseconds: longer than the server works on one. */
export const DEFAULT_TIMEOUT = 90_000
