import { readCode } from './checks.ts'
import { MOST_BLOCK } from './observe.ts'
import type { Answer, Sent } from './server/send.ts'

/** What a run has done. */
export interface Summary {
  /** Counts an answer. */
  count(sent: Sent, answer: Answer): void
  noteBlock(cpu: number): void
  noteBytes(bytes: number): void
  noteWorkspace(): void
  readonly requests: number
  /** The counts as a table, and the largest values. */
  print(seed: number, findings: readonly string[]): string
}

const CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

/** Counts from zero. */
export function createSummary(): Summary {
  const counts = new Map<string, Map<string, number>>()
  const codes = new Map<string, number>()
  let [requests, block, bytes, workspaces] = [0, 0, 0, 0]
  return {
    get requests() {
      return requests
    },
    count: ({ operation }, { status, text }) => {
      const code = status !== null && status >= 400 ? readCode(text) : null
      if (code !== null) codes.set(code, (codes.get(code) ?? 0) + 1)
      const row = counts.get(operation) ?? new Map<string, number>()
      counts.set(operation, row)
      const name = status === null ? 'none' : `${Math.floor(status / 100)}xx`
      row.set(name, (row.get(name) ?? 0) + 1)
      requests++
    },
    noteBlock: (cpu) => {
      block = Math.max(block, cpu)
    },
    noteBytes: (found) => {
      bytes = Math.max(bytes, found)
    },
    noteWorkspace: () => {
      workspaces++
    },
    print: (seed, findings) => {
      const line = (name: string, cells: readonly (string | number)[]) =>
        `${name.padEnd(36)}${cells.map((cell) => String(cell).padStart(8)).join('')}`
      const rows = [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, row]) =>
          line(
            operation,
            CLASSES.map((name) => row.get(name) ?? 0),
          ),
        )
      return [
        line('operation', CLASSES),
        ...rows,
        '',
        ...[...codes].toSorted((a, b) => b[1] - a[1]).map(([code, times]) => line(code, [times])),
        '',
        `${requests} requests in ${workspaces} workspaces, seed ${seed}`,
        `longest block ${block} ms of ${MOST_BLOCK}, most memory ${Math.round(bytes / 2 ** 20)} MiB`,
        findings.length === 0 ? 'no findings' : `${findings.length} findings:`,
        ...findings,
        '',
      ].join('\n')
    },
  }
}
