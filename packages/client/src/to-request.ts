import { API_ROOT, type Route } from '@tributary/contract/routes'
import type { CallOptions, Credentials, RequestHeaders } from './options.ts'

/** The arguments of `fetch`. */
export interface HttpRequest {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Headers
    readonly body: string | null
  }
}

/** The service, the credentials and the route of a request. */
export interface Address {
  readonly baseUrl: string
  /** The headers that authenticate, or a bearer token. */
  readonly credentials: Credentials | string
  readonly route: Route
  /** Further headers. @defaultValue none */
  readonly headers?: RequestHeaders
}

/**
 * Builds the HTTP request of an operation. In a query, fields that are undefined or null are left out and a list
 * becomes one parameter per entry. Headers are sent in UTF-8. Throws a TypeError for an invalid header.
 */
export function toRequest(
  { baseUrl, credentials, route, headers: more = {} }: Address,
  request: object,
  { traceparent }: CallOptions,
): HttpRequest {
  const headers = new Headers(more)
  headers.set('accept', 'application/json')
  for (const [name, value] of Object.entries(credentialHeaders(credentials))) {
    headers.set(name, value)
  }
  if (traceparent !== undefined) headers.set('traceparent', traceparent)
  const fields = Object.entries(request)
  for (const [name, value] of fields) {
    if (isHeader(route, name) && value !== undefined) headers.set(name, toByteString(String(value)))
  }
  const { method } = route
  const isFile = route.takes === 'FILE'
  const url = `${baseUrl.replace(/\/+$/, '')}${API_ROOT}${route.path}`
  if (method === 'POST' && !isFile) {
    headers.set('content-type', 'application/json')
    return { url, init: { method, headers, body: JSON.stringify(request) } }
  }
  const body = isFile ? toJsonText(request) : null
  if (body !== null) headers.set('content-type', 'text/plain; charset=utf-8')
  const query = toQueryString(
    fields.filter(([name]) => !isHeader(route, name) && !(isFile && name === 'text')),
  )
  return { url: `${url}${query}`, init: { method, headers, body } }
}

function credentialHeaders(credentials: Credentials | string): Readonly<Record<string, string>> {
  if (typeof credentials === 'string') return { authorization: `Bearer ${credentials}` }
  return {
    'tenant-id': toByteString(credentials.tenantId),
    'auth-type': credentials.authType,
    'auth-value': toByteString(credentials.authValue),
  }
}

/** The UTF-8 bytes of a text, one character per byte, which is what `fetch` accepts in a header. */
function toByteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

function isHeader({ headers = [] }: Route, name: string): boolean {
  return headers.includes(name)
}

function toJsonText(request: object): string {
  return 'text' in request ? String(request.text) : ''
}

function toQueryString(fields: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(name, String(item))
    }
  }
  return query.size === 0 ? '' : `?${query}`
}
