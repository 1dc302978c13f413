import { cpus, totalmem } from 'node:os'

/** The machine that figures come from, in one line. */
export function machineLine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${memory}, Node ${process.versions.node}`
}
