/** Orders texts by code point, where JavaScript's `<` orders by UTF-16 unit. Negative, zero or positive. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    // Equal so far, so both stand at the same place in their code point.
    if (left !== right) return toCodePointRank(left) - toCodePointRank(right)
  }
  return a.length - b.length
}

/** Puts surrogates, which begin the code points above U+FFFF, after every other unit. */
function toCodePointRank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
