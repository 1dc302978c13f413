import type { VertexRef } from './vertex.ts'

/** Orders vertices by type, then by id, both by code point: negative when `a` comes first. */
export function compareVertices(a: VertexRef, b: VertexRef): number {
  if (a.vertexType !== b.vertexType) return a.vertexType < b.vertexType ? -1 : 1
  return compareCodePoints(a.vertexId, b.vertexId)
}

/** Orders texts by code point, which `<` does not do above U+FFFF: it compares UTF-16 code units. */
function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const difference = rankOfUnit(a.charCodeAt(i)) - rankOfUnit(b.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Moves the surrogates, of which all code points above U+FFFF are made, behind U+E000 to U+FFFF. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
