/** A list of up to so many items is made at once. */
const FEW = 1_024

/**
 * A list whose items are made when they are read, each time anew: a long answer takes no memory for them, and the garbage
 * collector no time. It reads as an array does, and cannot be changed. `at` gives the item at a place below `length`, and must
 * give an equal one each time. A short list is an array.
 */
export function lazyList<T>(length: number, at: (place: number) => T): readonly T[] {
  if (length <= FEW) return Array.from({ length }, (_, place) => at(place))
  function* items(): Generator<T, void, undefined> {
    for (let place = 0; place < length; place++) yield at(place)
  }
  const isPlace = (key: string | symbol): key is string =>
    typeof key === 'string' && /^\d+$/.test(key) && Number(key) < length
  return new Proxy<T[]>([], {
    get(none, key) {
      if (key === 'length') return length
      if (key === Symbol.iterator) return items
      return isPlace(key) ? at(Number(key)) : Reflect.get(none, key)
    },
    has: (none, key) => isPlace(key) || Reflect.has(none, key),
    set: () => false,
  })
}
