import { hostname } from 'node:os'
import type { OnFault } from '@tributary/platform'
import type { Output } from './effects.ts'

/** The level of errors in the log of the server. */
const ERROR = 50

/** Writes a line for each fault in the background, as the server's log has them: JSON, with what and when. */
export function logFaults(stderr: Pick<Output, 'write'>): OnFault {
  return ({ message, tenant, plan, table, scheduleTime, error }) => {
    const fault = {
      level: ERROR,
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      tenant,
      ...(plan !== null && { plan }),
      ...(table !== null && { table }),
      scheduleTime,
      ...(error instanceof Error && { err: shown(error) }),
      msg: message,
    }
    stderr.write(`${JSON.stringify(fault)}\n`)
  }
}

function shown(error: Error): Readonly<Record<string, unknown>> {
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack }
}
