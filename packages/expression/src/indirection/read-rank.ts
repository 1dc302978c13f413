import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Rank } from './indirection.ts'
import type { Piece } from './pieces.ts'
import { readDimensions } from './read-dimensions.ts'
import { nameOf } from './read-name.ts'

/** Reads what follows a ranking keyword: perhaps `asc` or `desc`, perhaps dimensions. */
export function readRank(method: Rank['method']) {
  return (
    input: {
      readonly text: string
      readonly metric: Piece | null
      readonly rest: readonly Piece[]
    },
    complain: (diagnostic: Diagnostic) => void,
  ): Rank => {
    const [first, ...others] = input.rest
    const word = first?.text.toLowerCase()
    const ordered = word === 'asc' || word === 'desc'
    return {
      kind: 'rank',
      metric: nameOf(input.metric),
      method,
      order: word === 'asc' ? 'asc' : 'desc',
      dimensions: readDimensions(input.text, ordered ? others : input.rest, complain),
    }
  }
}
