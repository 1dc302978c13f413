import type { Place } from '../draft/place.ts'

/** The value of a key that may be written `sub_query` or `subQuery`. */
export function said(at: Place, name: string): Place {
  const snake = at.key(name)
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return camel === name || !snake.isAbsent ? snake : at.key(camel)
}

/** Whether something is seen from outside: `public`, before `shown`. */
export function isPublic(at: Place): boolean {
  const [now, before] = [at.key('public'), at.key('shown')]
  const place = now.isAbsent ? before : now
  return place.isAbsent || place.flag()
}
