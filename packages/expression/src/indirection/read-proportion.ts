import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Proportion } from './indirection.ts'
import type { Piece } from './pieces.ts'
import { readDimensions } from './read-dimensions.ts'
import { nameOf } from './read-name.ts'

/** Reads what follows `proportion`: dimensions, or nothing for a share of the grand total. */
export function readProportion(
  input: { readonly text: string; readonly metric: Piece | null; readonly rest: readonly Piece[] },
  complain: (diagnostic: Diagnostic) => void,
): Proportion {
  const dimensions = readDimensions(input.text, input.rest, complain)
  return { kind: 'proportion', metric: nameOf(input.metric), dimensions }
}
