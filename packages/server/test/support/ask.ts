import type { FastifyInstance, InjectOptions } from 'fastify'

/** Headers that the fake platform knows. */
export const CREDENTIALS = {
  'tenant-id': 'demo',
  'auth-type': 'ACCOUNT',
  'auth-value': 'demo',
} as const

/** An answer, its envelope parsed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: {
    readonly data: unknown
    readonly success: boolean
    readonly code: string
    readonly errorMsg: string | null
    readonly detailErrorMsg: string | null
    readonly traceId: string
  }
}

/** Asks as the demo account, unless `options` brings other headers under the same names. */
export async function ask(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const headers = { ...CREDENTIALS, ...options.headers }
  const response = await app.inject({ ...options, headers })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

/** A body that compareTimes accepts. */
export const TIME_COMPARISON = {
  metric: 'flight_count',
  dimensions: ['origin'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = Date("2001-06-01", "yyyy-MM-dd")',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = Date("2001-05-01", "yyyy-MM-dd")',
  },
}

/** A body that comparePeers accepts. */
export const PEER_COMPARISON = {
  metric: 'flight_count',
  dimensions: ['destination'],
  attribution: {
    attributionCalculateType: 'ALL',
    compareDimension: 'origin',
    currentObject: { filters: ['IN([origin], "ATL")'] },
    compareObject: { filters: ['IN([origin], "ORD")'] },
  },
}
