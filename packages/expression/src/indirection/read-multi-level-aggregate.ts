import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import type { MultiLevelAggregate } from './indirection.ts'
import { joinPieces, type Piece, pieceOf } from './pieces.ts'
import { readDimensions } from './read-dimensions.ts'

const AGGREGATES: ReadonlyMap<string, MultiLevelAggregate['aggregate']> = new Map([
  ['SUM', 'SUM'],
  ['COUNT', 'COUNT'],
  ['COUNT_DISTINCT', 'COUNT_DISTINCT'],
  ['COUNTDISTINCT', 'COUNT_DISTINCT'],
  ['AVG', 'AVG'],
  ['MIN', 'MIN'],
  ['MAX', 'MAX'],
])

/** Reads what follows `multi_level_agg`: an aggregate, then one dimension or more, all with commas between. */
export function readMultiLevelAggregate(
  input: { readonly text: string; readonly metric: Piece | null; readonly rest: readonly Piece[] },
  complain: (diagnostic: Diagnostic) => void,
): MultiLevelAggregate | null {
  const { text, metric } = input
  const list = joinPieces(text, input.rest) ?? pieceOf(wholeOf(text), text.length, text.length)
  if (metric !== null) {
    complain(report('EXP6001', { span: metric.span, params: { found: metric.text } }))
    return null
  }
  const comma = list.text.indexOf(',')
  const word = pieceOf(list, 0, comma < 0 ? list.text.length : comma)
  const aggregate = AGGREGATES.get(word.text.toUpperCase())
  if (word.text === '') complain(missing(word, 'the aggregate', 'after multi_level_agg'))
  else if (aggregate === undefined) {
    complain(report('EXP6006', { span: word.span, params: { found: word.text } }))
  }
  const rest = comma < 0 ? null : pieceOf(list, comma + 1, list.text.length)
  if (rest === null || rest.text === '') {
    complain(missing({ text: '', span: endOf(text) }, 'a dimension', 'after the aggregate'))
    return null
  }
  const dimensions = readDimensions(text, [rest], complain)
  return aggregate === undefined ? null : { kind: 'multiLevelAggregate', aggregate, dimensions }
}

function missing({ span }: Piece, what: string, where: string): Diagnostic {
  return report('EXP6007', { span, params: { what, where } })
}

function wholeOf(text: string): Piece {
  return { text, span: { start: 0, end: text.length } }
}

function endOf(text: string): Piece['span'] {
  return { start: text.length, end: text.length }
}
