/** Numbers keys (whole doubles) in order of first occurrence. */
export interface KeyNumbers {
  /** The number of a key; numbers it when it is new. */
  numberOf(key: number): number
  /** The number of a key; -1 when it has none. */
  placeOf(key: number): number
  /** How many keys there are. */
  size(): number
  /** The keys by number. */
  keys(): Float64Array
}

/** Keys that move to a larger table at once: about a millisecond of work. */
const MOVED_AT_ONCE = 2 ** 15

/** Keys that move with each new key afterwards: all have moved before the larger table is full as well. */
const MOVED_WITH_EACH = 2

/**
 * Creates a hash table with open addressing on typed arrays, many times faster than a Map for millions of keys, with room for
 * `expected` keys. It grows step by step: to move a million keys at once would take tens of milliseconds, which no caller
 * could interrupt.
 */
export function createKeyNumbers(expected: number = 0): KeyNumbers {
  // A slot holds a number and one: a new array is empty without being filled, page by page when it is used.
  let slots = new Int32Array(Math.max(2 ** 12, 2 ** Math.ceil(Math.log2(expected * 2))))
  let keys = new Float64Array(slots.length / 2)
  let size = 0
  /** The table before it grew; null when all keys below `moving` are in `slots`. */
  let smaller: Int32Array | null = null
  let moved = 0
  let moving = 0

  const slotIn = (table: Int32Array, key: number): number => {
    const mask = table.length - 1
    let slot = hashKey(key) & mask
    while (table[slot] !== 0 && keys[table[slot]! - 1] !== key) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    const larger = new Float64Array(keys.length * 2)
    larger.set(keys)
    keys = larger
    smaller = slots
    slots = new Int32Array(slots.length * 2)
    moved = 0
    moving = size
    move(MOVED_AT_ONCE)
  }
  const move = (count: number): void => {
    const end = Math.min(moving, moved + count)
    for (; moved < end; moved++) slots[slotIn(slots, keys[moved]!)] = moved + 1
    if (moved === moving) smaller = null
  }
  return {
    numberOf(key) {
      let slot = slotIn(slots, key)
      if (slots[slot] !== 0) return slots[slot]! - 1
      if (smaller !== null) {
        const place = smaller[slotIn(smaller, key)]!
        if (place !== 0) return place - 1
        move(MOVED_WITH_EACH)
        slot = slotIn(slots, key)
      }
      if (size === keys.length) {
        grow()
        slot = slotIn(slots, key)
      }
      keys[size] = key
      slots[slot] = size + 1
      return size++
    },
    placeOf(key) {
      const place = slots[slotIn(slots, key)]!
      return (place !== 0 || smaller === null ? place : smaller[slotIn(smaller, key)]!) - 1
    },
    size: () => size,
    keys: () => keys.slice(0, size),
  }
}

/** Mixes both halves of a whole number of up to 53 bits. */
function hashKey(key: number): number {
  const high = Math.floor(key / 2 ** 32)
  let hash = Math.imul(key ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}
