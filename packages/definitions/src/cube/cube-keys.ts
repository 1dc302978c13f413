import type { Place } from '../draft/place.ts'

/** The value of a key that may be written `sub_query` or `subQuery`. */
export function findCubeKey(at: Place, name: string): Place {
  const snake = at.key(name)
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return camel === name || !snake.isAbsent ? snake : at.key(camel)
}

/** The value of a key: its own, else that of the nearest that it extends; absent where none has one. */
export function findInheritedKey(line: readonly [Place, ...Place[]], key: string): Place {
  const places = line.map((ancestor) => findCubeKey(ancestor, key))
  return places.find((place) => !place.isAbsent) ?? places[0]!
}

/** Whether something is seen from outside: `public`, before `shown`. What it extends may say it. */
export function isPublic(...line: readonly [Place, ...Place[]]): boolean {
  const [now, before] = [findInheritedKey(line, 'public'), findInheritedKey(line, 'shown')]
  const place = now.isAbsent ? before : now
  return place.isAbsent || place.flag()
}
