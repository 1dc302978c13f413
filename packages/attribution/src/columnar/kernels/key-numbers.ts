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

/**
 * Creates a hash table with open addressing on typed arrays, many times faster than a Map for
 * millions of keys.
 */
export function createKeyNumbers(): KeyNumbers {
  let capacity = 2 ** 12
  let slots = new Int32Array(capacity).fill(-1)
  let keys = new Float64Array(capacity / 2)
  let size = 0

  const slotOf = (key: number): number => {
    const mask = capacity - 1
    let slot = hashOf(key) & mask
    while (slots[slot] !== -1 && keys[slots[slot]!] !== key) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    capacity *= 2
    slots = new Int32Array(capacity).fill(-1)
    const larger = new Float64Array(capacity / 2)
    larger.set(keys)
    keys = larger
    for (let number = 0; number < size; number++) slots[slotOf(keys[number]!)] = number
  }
  return {
    numberOf(key) {
      let slot = slotOf(key)
      if (slots[slot] !== -1) return slots[slot]!
      if (size === keys.length) {
        grow()
        slot = slotOf(key)
      }
      keys[size] = key
      slots[slot] = size
      return size++
    },
    placeOf: (key) => slots[slotOf(key)]!,
    size: () => size,
    keys: () => keys.slice(0, size),
  }
}

/** Mixes both halves of a whole number of up to 53 bits. */
function hashOf(key: number): number {
  const high = Math.floor(key / 2 ** 32)
  let hash = Math.imul(key ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}
