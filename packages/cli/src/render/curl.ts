import type { Credentials } from '@tributary/platform'

/** A request that `curl` can send. */
export interface CurlRequest {
  readonly url: string
  readonly credentials: Credentials
  /** The JSON body; the request is a POST. */
  readonly body: unknown
}

/** The command for a POSIX shell that sends the request: copy, paste, run. */
export function renderCurl(request: CurlRequest): string {
  const { tenantId, authType, authValue } = request.credentials
  const headers = [
    ['content-type', 'application/json'],
    ['tenant-id', tenantId],
    ['auth-type', authType],
    ['auth-value', authValue],
  ]
  return [
    `curl -sS ${quote(request.url)}`,
    ...headers.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    `  -d ${quote(JSON.stringify(request.body, null, 2))}`,
  ].join(' \\\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
