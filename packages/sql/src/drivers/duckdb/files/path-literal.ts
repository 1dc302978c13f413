import { resolve } from 'node:path'
import { literal } from '../../../text/names.ts'

/** The path as a literal, since DDL takes no parameters; the characters of patterns are escaped. */
export function pathLiteral(path: string): string {
  return literal(resolve(path).replace(/[[*?]/g, '[$&]'))
}
