/** A program of a README, and what the README says that it prints. */
export interface ReadmeProgram {
  /** `ts`: a module. `sh`: a call of the command `tributary`. */
  readonly language: 'ts' | 'sh'
  readonly code: string
  readonly printed: string
}

/** The programs of a README, in order, and the files that they read. */
export interface ReadmePrograms {
  readonly programs: readonly ReadmeProgram[]
  /** Fenced blocks below a line with their path in backticks and a colon. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

const MODULE = /^```ts\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/gm
const SESSION = /^```\n\$ (tributary (?:.*\\\n)*.*\n)([\s\S]*?)^```$/gm
const FILE = /^`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm

/** Reads the programs of a README. */
export function readPrograms(readme: string): ReadmePrograms {
  const files = [...readme.matchAll(FILE)].map(([, path = '', text = '']) => ({ path, text }))
  const read = (pattern: RegExp, language: ReadmeProgram['language']) =>
    [...readme.matchAll(pattern)].map(
      ([, code = '', printed = '']): ReadmeProgram => ({ language, code, printed }),
    )
  return { programs: [...read(MODULE, 'ts'), ...read(SESSION, 'sh')], files }
}
