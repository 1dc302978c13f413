/** The program of a README, and what the README says that it prints. */
export interface ReadmeProgram {
  /** `ts`: a module. `sh`: a call of the command `tributary`. */
  readonly language: 'ts' | 'sh'
  readonly code: string
  readonly printed: string
  /** The files that it reads: fenced blocks below a line with their path in backticks and a colon. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

const MODULE = /^```ts\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/m
const SESSION = /^```\n\$ (tributary (?:.*\\\n)*.*\n)([\s\S]*?)^```$/m
const FILE = /^`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm

/** The first program of a README; null when it has none. */
export function readmeProgram(readme: string): ReadmeProgram | null {
  const files = [...readme.matchAll(FILE)].map(([, path = '', text = '']) => ({ path, text }))
  const module = MODULE.exec(readme)
  const [, code, printed] = module ?? SESSION.exec(readme) ?? []
  if (code === undefined || printed === undefined) return null
  return { language: module === null ? 'sh' : 'ts', code, printed, files }
}
