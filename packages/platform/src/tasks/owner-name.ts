import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** A name for a worker that no other one has or had. */
export function ownerName(): string {
  return `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`
}
