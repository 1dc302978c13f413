import type { AggregateAnswer, AggregateRequest } from '@tributary/attribution'
import { toIdentity } from '../resolve/rows/conjunction.ts'
import { toCanonicalRequest } from './canonical-request.ts'
import { restoreAnswer } from './restore-answer.ts'
import { type RewrittenRequest, rewriteRequest } from './rewrite-request.ts'
import type { RouteReason } from './route-reason.ts'
import type { RouteCandidate, RouteTable } from './route-table.ts'

/** Which table answers a request. */
export interface Route {
  /** Null: only the base can. */
  readonly chosen: ChosenTable | null
  /** The other tables over the same base, and why they do not answer. */
  readonly rejected: readonly RejectedTable[]
}

/** The table that answers. */
export interface ChosenTable {
  readonly table: RouteTable
  /** The request to it, in place of the request to the base. */
  readonly request: AggregateRequest
  /** How many rows of the table that reads. */
  readonly rows: number
  /** The answer to what was asked, from the table's answer. */
  restore(answer: AggregateAnswer): AggregateAnswer
}

/** A table that does not answer. */
export interface RejectedTable {
  readonly table: RouteTable
  readonly reasons: readonly RouteReason[]
}

/**
 * Chooses the smallest materialised table that gives exactly the answer of the base, with reasons against the others.
 * Its columns express every key, condition and measure, it has all rows of the request, and every partition of every
 * window is fresh. Tables over another base are no candidates.
 */
export function routeRequest(
  request: AggregateRequest,
  candidates: readonly RouteCandidate[],
): Route {
  const near = candidates.filter(({ table }) => isOver(table, request))
  if (near.length === 0) return { chosen: null, rejected: [] }
  const canonical = toCanonicalRequest(request)
  const able: { readonly candidate: RouteCandidate; readonly rewritten: RewrittenRequest }[] = []
  const rejected: RejectedTable[] = []
  for (const candidate of near) {
    const rewritten = rewriteRequest(canonical, candidate.table, candidate.contents)
    if ('request' in rewritten) able.push({ candidate, rewritten })
    else rejected.push({ table: candidate.table, reasons: rewritten })
  }
  const [best, ...larger] = able.sort((a, b) => a.rewritten.rows - b.rewritten.rows)
  if (best === undefined) return { chosen: null, rejected }
  const { table, contents } = best.candidate
  const isTold = request.time !== null && typeof contents === 'object'
  const frontier = isTold ? contents.frontier : null
  const than = table.plan
  return {
    chosen: {
      table,
      request: best.rewritten.request,
      rows: best.rewritten.rows,
      restore: (answer) => restoreAnswer(answer, best.rewritten, frontier),
    },
    rejected: [
      ...larger.map(({ candidate }) => {
        const reasons: readonly RouteReason[] = [{ kind: 'LARGER', than }]
        return { table: candidate.table, reasons }
      }),
      ...rejected,
    ],
  }
}

/** Whether a table was made from the rows that a request asks for. */
export function isOver({ materialisation }: RouteTable, { rows }: AggregateRequest): boolean {
  return toIdentity(materialisation.rows.base.table) === toIdentity(rows.base.table)
}
