import { createHash } from 'node:crypto'

/**
 * The id of a definition without one: a name-based UUID (version 5 of RFC 9562) of its kind, tenant and name, whose parts no name
 * has in it. It is the same wherever and whenever it is made.
 */
export function nameBasedId(kind: 'plan' | 'dimension', tenant: string, name: string): string {
  const bytes = createHash('sha1').update(`tributary ${kind} ${tenant} ${name}`).digest()
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const lengths = [8, 4, 4, 4, 12]
  const starts = lengths.map((_, i) =>
    lengths.slice(0, i).reduce((sum, digitCount) => sum + digitCount, 0),
  )
  return starts.map((start, i) => hex.slice(start, start + lengths[i]!)).join('-')
}
