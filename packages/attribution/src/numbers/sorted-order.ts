/**
 * The row numbers in ascending order of their doubles, NaN last, equal ones in row order: a radix sort over
 * the bits of the doubles, 11 at a time, since comparing ten million rows takes many times as long.
 */
export function sortedOrder(values: Float64Array): Uint32Array {
  const bits = new Uint32Array(values.slice().buffer)
  const length = values.length
  for (let row = 0; row < length; row++) orderBits(bits, row * 2)
  let order = new Uint32Array(length)
  for (let row = 0; row < length; row++) order[row] = row
  let spare = new Uint32Array(length)
  for (const [word, shift] of DIGITS) {
    if (!sortDigit({ bits, order, spare, word, shift })) continue
    const sorted = spare
    spare = order
    order = sorted
  }
  return order
}

/** The digits of a double, lowest first: which half, and how far down. The uppermost of a half has ten bits. */
const DIGITS = [
  [0, 0],
  [0, 11],
  [0, 22],
  [1, 0],
  [1, 11],
  [1, 22],
] as const
const DIGIT = 2 ** 11

/** Makes the bits of a double order like it does: negative ones upside down, then the others. */
function orderBits(bits: Uint32Array, low: number): void {
  const high = bits[low + 1]!
  // NaN, whatever its sign, is last.
  if ((high & 0x7ff80000) === 0x7ff80000) {
    bits[low + 1] = 0xffffffff
    return
  }
  const negative = high >>> 31 === 1
  bits[low + 1] = negative ? ~high : high | 0x80000000
  if (negative) bits[low] = ~bits[low]!
}

interface DigitPass {
  readonly bits: Uint32Array
  readonly order: Uint32Array
  readonly spare: Uint32Array
  readonly word: number
  readonly shift: number
}

/** Writes the order by one digit into `spare`; false when all rows have the same digit and nothing moves. */
function sortDigit({ bits, order, spare, word, shift }: DigitPass): boolean {
  const next = new Uint32Array(DIGIT + 1)
  const length = order.length
  for (let row = 0; row < length; row++) {
    next[((bits[row * 2 + word]! >>> shift) & (DIGIT - 1)) + 1]!++
  }
  if (next.includes(length)) return false
  for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!
  for (let at = 0; at < length; at++) {
    const row = order[at]!
    const digit = (bits[row * 2 + word]! >>> shift) & (DIGIT - 1)
    spare[next[digit]!++] = row
  }
  return true
}
