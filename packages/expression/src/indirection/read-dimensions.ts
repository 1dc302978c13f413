import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import type { IndirectionDimension } from './indirection.ts'
import { joinPieces, type Piece, piecesOf } from './pieces.ts'
import { dimensionOf } from './read-name.ts'

/** The dimensions of a list with commas that the given pieces make up together; empty for nothing at all. */
export function readDimensions(
  text: string,
  pieces: readonly Piece[],
  complain: (diagnostic: Diagnostic) => void,
): readonly IndirectionDimension[] {
  const list = joinPieces(text, pieces)
  if (list === null || list.text === '') return []
  const dimensions: IndirectionDimension[] = []
  for (const piece of piecesOf(list, ',')) {
    if (piece.text === '') {
      const where = 'between the commas'
      complain(report('EXP6007', { span: piece.span, params: { what: 'a dimension', where } }))
    } else {
      dimensions.push(dimensionOf(piece))
    }
  }
  return dimensions
}
