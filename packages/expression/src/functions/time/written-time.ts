import { parseDateFormat } from '../../time/date-format.ts'
import { callNode, constantNode, type TypedExpr, textNode } from '../../tree/typed-expr.ts'

/** A field of formats in Java's letters that engines write in other functions than that of the plain fields. */
type WrittenField = keyof typeof WRITERS

const NONE = constantNode({ type: 'NULL', value: null }, 'STRING')

const MONTHS =
  'January,February,March,April,May,June,July,August,September,October,November,December'
const WEEKDAYS = 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday'

const WRITERS = {
  yy: (time: TypedExpr) =>
    takeLastCharacters(callNode('DateFormat', 'STRING', [time, textNode('yyyy')]), 2),
  Q: (time: TypedExpr) => digits(part('Quarter', time)),
  MMMM: (time: TypedExpr) => pickListedName(MONTHS, part('Month', time)),
  MMM: (time: TypedExpr) => pickListedName(abbreviateNames(MONTHS), part('Month', time)),
  M: (time: TypedExpr) => digits(part('Month', time)),
  d: (time: TypedExpr) => digits(part('Day', time)),
  DDD: (time: TypedExpr) => padWithZeros(part('DayOfYear', time), 3),
  EEEE: (time: TypedExpr) => pickListedName(WEEKDAYS, part('DayOfWeek', time)),
  EEE: (time: TypedExpr) => pickListedName(abbreviateNames(WEEKDAYS), part('DayOfWeek', time)),
  H: (time: TypedExpr) => digits(part('Hour', time)),
  hh: (time: TypedExpr) => padWithZeros(hourOfHalf(time), 2),
  h: (time: TypedExpr) => digits(hourOfHalf(time)),
  a: (time: TypedExpr) =>
    callNode('If', 'STRING', [
      { kind: 'comparison', type: 'BOOLEAN', op: '<', left: part('Hour', time), right: int(12n) },
      textNode('AM'),
      textNode('PM'),
    ]),
} as const

/** A quoted stretch, a run of one letter, or other characters. */
const PIECE = /'[A-Za-z][^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g

/**
 * A time written in a format with fields beyond those of {@link parseDateFormat}, as texts joined together; null for a format
 * that has none of them, is none, or writes a field twice.
 */
export function writtenTime(time: TypedExpr, format: string): TypedExpr | null {
  const pieces = Array.from(format.matchAll(PIECE), ([piece]) => piece)
  const fields = pieces.filter((piece) => /^[A-Za-z]/.test(piece))
  const isBeyond = (piece: string): boolean => isWritten(piece) || /^'[A-Za-z]/.test(piece)
  if (!pieces.some(isBeyond) || new Set(fields).size < fields.length) return null
  const parts: TypedExpr[] = []
  let plain = ''
  const endPlain = (): boolean => {
    if (plain === '') return true
    if ('problem' in parseDateFormat(plain, 'any')) return false
    const isText = !/[A-Za-z]/.test(plain)
    const text = textNode(plain)
    parts.push(isText ? text : callNode('DateFormat', 'STRING', [time, text]))
    plain = ''
    return true
  }
  for (const piece of pieces) {
    if (!isBeyond(piece)) {
      plain += piece
      continue
    }
    if (!endPlain()) return null
    parts.push(isWritten(piece) ? WRITERS[piece](time) : textNode(piece.slice(1, -1)))
  }
  if (!endPlain()) return null
  const [only, ...furtherParts] = parts
  const written = furtherParts.length === 0 ? only! : callNode('Concat', 'STRING', parts)
  if (fields.length > 0) return written
  // Texts alone are there for NULL, too.
  return callNode('If', 'STRING', [callNode('IsNotNull', 'BOOLEAN', [time]), written, NONE])
}

function isWritten(piece: string): piece is WrittenField {
  return Object.hasOwn(WRITERS, piece)
}

function part(
  name: 'Quarter' | 'Month' | 'Day' | 'DayOfYear' | 'DayOfWeek' | 'Hour',
  time: TypedExpr,
): TypedExpr {
  return callNode(name, 'INT', [time])
}

/** 1 to 12. */
function hourOfHalf(time: TypedExpr): TypedExpr {
  const calculated = (op: '+' | '%', left: TypedExpr, right: bigint): TypedExpr => {
    return { kind: 'arithmetic', type: 'INT', op, left, right: int(right) }
  }
  return calculated('+', calculated('%', calculated('+', part('Hour', time), 11n), 12n), 1n)
}

function digits(number: TypedExpr): TypedExpr {
  return callNode('Cast', 'STRING', [number, textNode('String')])
}

function padWithZeros(number: TypedExpr, length: number): TypedExpr {
  const zeros = textNode('0'.repeat(length - 1))
  return takeLastCharacters(callNode('Concat', 'STRING', [zeros, digits(number)]), length)
}

function takeLastCharacters(text: TypedExpr, length: number): TypedExpr {
  return callNode('Right', 'STRING', [text, int(BigInt(length))])
}

/** One of names separated by commas, counted from 1. */
function pickListedName(names: string, index: TypedExpr): TypedExpr {
  return callNode('SplitPart', 'STRING', [textNode(names), textNode(','), index])
}

function abbreviateNames(names: string): string {
  return names
    .split(',')
    .map((name) => name.slice(0, 3))
    .join(',')
}

function int(value: bigint): TypedExpr {
  return constantNode({ type: 'INT', value })
}
