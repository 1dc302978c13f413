import { ClientError, createClient } from '@tributary/client'
import type { Operations } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import { credentialsRefusedError, serviceOlderError, serviceUnreachableError } from '../errors.ts'
import type { Service } from '../flags/service.ts'
import { readVersion } from '../version.ts'

/** How often a question is sent again to a service that has no room for it. */
const RETRIES = 2

/** The operations of a running service. They reject with errors in the words of the command line. */
export function createServiceOperations(service: Service): Operations {
  const client = createClient({
    baseUrl: service.url,
    credentials: service.credentials,
    retries: RETRIES,
  })
  const methods = Object.entries(client).map(([id, call]) => [
    id,
    async (...parameters: readonly unknown[]) => {
      try {
        return await (call as (...values: readonly unknown[]) => Promise<unknown>)(...parameters)
      } catch (error) {
        throw await toCommandError(error, service, client)
      }
    },
  ])
  return Object.fromEntries(methods) as Operations
}

async function toCommandError(
  error: unknown,
  service: Service,
  client: Operations,
): Promise<unknown> {
  if (!(error instanceof ClientError)) return error
  if (error.code === 'CLIENT_UNREACHABLE') return serviceUnreachableError(service.url, error.cause)
  if (error.status === 401) return credentialsRefusedError(service.url, service.credentials)
  if (error.code === 'SERVER_NOT_FOUND') {
    const version = await client.caller().then(
      (caller) => caller.version,
      () => null,
    )
    return serviceOlderError(service.url, version, readVersion())
  }
  return toServiceError(error)
}

/** The error of a service with what its detail says; the message is as the service wrote it. */
function toServiceError(error: ClientError): TributaryError {
  const { code, message, status, detail, traceId } = error
  const [, path] = /^\w+: path (.+?)(?:; |$)/.exec(detail ?? '') ?? []
  const isFault = status === null || status >= 500
  const trace = isFault && traceId !== null ? ` (trace ${traceId})` : ''
  return new TributaryError(code, `${message}${trace}`, {
    details: { status, ...(path !== undefined && { path }) },
    ...(isFault && { cause: error }),
  })
}
