import { expect, test } from 'vitest'
import { main } from '../src/main.ts'
import { captureEffects } from './support/captured-effects.ts'

/** What the command prints with `--help`. */
async function helpOf(words: readonly string[]): Promise<string> {
  const { effects, stdout } = captureEffects()
  expect(await main([...words, '--help'], effects)).toBe(0)
  return stdout()
}

/** The lines of a section of a help text; a term and its description are apart by two blanks or more. */
function entriesOf(help: string, section: string): readonly string[] {
  const lines = help.split('\n')
  const start = lines.indexOf(`${section}:`)
  if (start < 0) return []
  const rest = lines.slice(start + 1)
  return rest.slice(0, rest.indexOf('')).filter((line) => /^ {2}\S/.test(line))
}

const namesOf = (help: string) =>
  entriesOf(help, 'Commands')
    .map((line) => line.trim().split(' ')[0]!)
    .filter((name) => name !== 'help')

/** Every command and subcommand, as words, with its help. */
const COMMANDS: { readonly words: readonly string[]; readonly help: string }[] = []
for (const name of namesOf(await helpOf([]))) {
  const help = await helpOf([name])
  COMMANDS.push({ words: [name], help })
  for (const below of namesOf(help)) {
    COMMANDS.push({ words: [name, below], help: await helpOf([name, below]) })
  }
}

test('there are many commands', () => expect(COMMANDS.length).toBeGreaterThan(25))

test.each(COMMANDS)('$words describes each argument and option', ({ help }) => {
  const entries = ['Arguments', 'Options', 'Global Options'].flatMap((one) => entriesOf(help, one))
  expect(entries).not.toEqual([])
  for (const entry of entries) expect(entry).toMatch(/^ {2}\S.* {2,}\S/)
})

test.each(COMMANDS)('$words says what a range is when it takes one', ({ help }) => {
  expect(help.includes('A RANGE is')).toBe(/<range>/.test(help))
})

test('no help names a place on this machine', () => {
  for (const { help } of COMMANDS) expect(help).not.toContain(import.meta.dirname.split('/test')[0])
})

test.each(COMMANDS.filter(({ words }) => words[0] === 'lineage' && words.length === 2))(
  '$words lists the options that all questions about lineage take',
  ({ help }) => {
    const listed = entriesOf(help, 'Global Options').map((line) => line.trim().split(' ')[0])
    expect(listed).toEqual([
      '--workspace',
      '--json',
      '--data',
      '--with',
      '--tenant',
      '--url',
      '--api-key-file',
      '--allow-http',
      '--account',
    ])
  },
)
