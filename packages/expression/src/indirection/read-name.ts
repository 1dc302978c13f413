import { grainNamed } from '../time/grains.ts'
import type { IndirectionDimension, IndirectionName } from './indirection.ts'
import type { Piece } from './pieces.ts'

/** A stretch as a name; none for no stretch. */
export function nameOf(piece: Piece | null): IndirectionName | null {
  return piece === null ? null : { name: piece.text, span: piece.span }
}

/** A stretch as a dimension; a grain behind `__` is taken off. */
export function dimensionOf({ text, span }: Piece): IndirectionDimension {
  const at = text.lastIndexOf('__')
  const grain = at > 0 ? grainNamed(text.slice(at + 2)) : null
  return { name: grain === null ? text : text.slice(0, at), grain, span }
}
