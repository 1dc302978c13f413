import { parseTime } from '@tributary/expression'

const MICROSECONDS_PER_DAY = 86_400_000_000n

/** A text; undefined for anything else. */
export function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

/** A truth value; undefined for anything else. */
export function booleanOf(raw: unknown): boolean | undefined {
  return typeof raw === 'boolean' ? raw : undefined
}

/** A whole number; undefined for anything else. */
export function integerOf(raw: unknown): bigint | undefined {
  if (typeof raw === 'bigint') return raw
  return Number.isInteger(raw) ? BigInt(raw as number) : undefined
}

/** A number; undefined for anything else. */
export function numberOf(raw: unknown): number | undefined {
  if (typeof raw === 'number') return raw
  return typeof raw === 'bigint' ? Number(raw) : undefined
}

/** Microseconds since 1970-01-01 of a Date, of milliseconds or of a text; undefined for anything else. */
export function timeOf(raw: unknown): bigint | undefined {
  if (typeof raw === 'string') return parseTime(raw) ?? undefined
  const milliseconds = raw instanceof Date ? raw.getTime() : raw
  if (typeof milliseconds === 'bigint') return milliseconds * 1000n
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return undefined
  const whole = Math.floor(milliseconds)
  return BigInt(whole) * 1000n + BigInt(Math.round((milliseconds - whole) * 1000))
}

/** Days since 1970-01-01 of the same. */
export function daysOf(raw: unknown): number | undefined {
  const time = timeOf(raw)
  if (time === undefined) return undefined
  const days = time / MICROSECONDS_PER_DAY
  return Number(time % MICROSECONDS_PER_DAY < 0n ? days - 1n : days)
}
