import { readdirSync, readFileSync } from 'node:fs'

/** Kernels count processor time for programs in hundredths of a second (USER_HZ of Linux). */
const TICK = 10

/**
 * The processor time in milliseconds that all processes below one have taken so far, with those that ended and were waited
 * for. Null where the system has no `/proc`.
 */
export function processorTimeBelow(root: number): number | null {
  const processes = readProcesses()
  if (processes === null) return null
  let sum = 0
  const open = [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const one of processes) {
      if (one.parent !== parent) continue
      sum += one.ticks
      open.push(one.id)
    }
  }
  return sum * TICK
}

interface SystemProcess {
  readonly id: number
  readonly parent: number
  readonly ticks: number
}

function readProcesses(): readonly SystemProcess[] | null {
  let names: readonly string[]
  try {
    names = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))
  } catch {
    return null
  }
  return names.flatMap((name) => {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program, in parentheses, may have spaces.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      return [{ id: Number(name), parent: Number(fields[1]), ticks }]
    } catch {
      // It has ended since the folder was read.
      return []
    }
  })
}
