import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { PeriodMethod, SamePeriod } from './indirection.ts'
import { readPeriodOffset } from './period-offset.ts'
import { joinPieces, type Piece } from './pieces.ts'
import { nameOf } from './read-name.ts'

const METHODS: readonly PeriodMethod[] = [
  'value',
  'growthvalue',
  'growth',
  'decrease',
  'decreaserate',
]

/** Reads what follows `sameperiod`: the period first, the method last, a date tag between. */
export function readSamePeriod(
  input: { readonly text: string; readonly metric: Piece | null; readonly rest: readonly Piece[] },
  complain: (diagnostic: Diagnostic) => void,
): SamePeriod | null {
  const [period, ...others] = input.rest
  const method = others.at(-1)
  if (period === undefined || method === undefined) {
    complain(missing(input, period === undefined ? 'the period' : 'the method'))
    return null
  }
  const offset = readPeriodOffset(period, complain)
  const known = readMethod(method, complain)
  const tag = joinPieces(input.text, others.slice(0, -1))
  if (offset === null || known === null) return null
  const names = { metric: nameOf(input.metric), dateTag: nameOf(tag) }
  return { kind: 'samePeriod', ...names, offset, method: known }
}

function readMethod(piece: Piece, complain: (diagnostic: Diagnostic) => void): PeriodMethod | null {
  const known = METHODS.find((method) => method === piece.text.toLowerCase())
  if (known !== undefined) return known
  const near = nearNames(piece.text, METHODS)
  const suggestion = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
  const fixes = near.map((name) => replaceBy(`use ${name}`, piece.span, name))
  complain(
    report('EXP6003', { span: piece.span, params: { found: piece.text, suggestion }, fixes }),
  )
  return null
}

function missing({ text }: { readonly text: string }, what: string): Diagnostic {
  const span = { start: text.length, end: text.length }
  return report('EXP6007', { span, params: { what, where: 'at the end' } })
}
