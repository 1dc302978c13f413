import type { Argument, Command, Option } from 'commander'

/** The possible values of a word of the command line: texts, or a path that the shell completes itself. */
export type Completion =
  | { readonly kind: 'WORDS'; readonly words: readonly string[] }
  | { readonly kind: 'DIRECTORIES' | 'FILES' }

/** The names of a workspace. */
export interface WorkspaceNames {
  readonly metrics: readonly string[]
  readonly dimensions: readonly string[]
}

/** Gives the names of the workspace in a folder; of the current one for null. Empty lists when there is none. */
export type ReadNames = (folder: string | null) => Promise<WorkspaceNames>

/** Options and arguments whose values are names, by what they are called. */
const METRICS = /^metrics?$/
const DIMENSIONS = /^(?:by|dimensions?)$/
const FOLDERS = /^(?:dir|folder|workspace|data)$/
const FILES = /file|path/

/**
 * The completions of the last of `words`; `words` are those behind the name of the command, the last one as far as it is
 * typed. Names come from the workspace of `--workspace`, or of the folder argument.
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  readNames: ReadNames,
): Promise<Completion> {
  const typed = words.at(-1) ?? ''
  const { command, values, given: optionValues } = walk(program, words.slice(0, -1))
  const folder = optionValues.get('workspace') ?? null
  const names = () => readNames(folder)
  const [flag, value] = splitFlag(typed)
  if (value !== null) {
    const option = findOption(command, flag)
    if (option === undefined) return wordsLike([], '')
    const completion = await completeValue(option, value, names)
    return withPrefix(completion, `${flag}=`)
  }
  const before = words.at(-2)
  const pending = before === undefined ? undefined : findOption(command, before)
  if (pending !== undefined && takesValue(pending)) return completeValue(pending, typed, names)
  if (typed.startsWith('-')) {
    const flags = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? '')
    return wordsLike([...flags, '--help'], typed)
  }
  const commands = command.commands
    .filter((subcommand) => !isHidden(subcommand))
    .map((subcommand) => subcommand.name())
  if (commands.length > 0) return wordsLike(commands, typed)
  const argument = argumentAt(command, values.length)
  return argument === undefined ? wordsLike([], '') : completeValue(argument, typed, names)
}

interface Place {
  readonly command: Command
  /** The arguments of the command so far. */
  readonly values: readonly string[]
  /** The values of options so far, by their names. */
  readonly given: ReadonlyMap<string, string>
}

/** Which command the words lead to. */
function walk(program: Command, words: readonly string[]): Place {
  let command = program
  let values: string[] = []
  const optionValues = new Map<string, string>()
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word.startsWith('-')) {
      const [flag, value] = splitFlag(word)
      const option = findOption(command, flag)
      if (option === undefined || !takesValue(option)) continue
      const text = value ?? words[++i]
      if (text !== undefined) optionValues.set(option.name(), text)
      continue
    }
    const next = command.commands.find((subcommand) => subcommand.name() === word)
    if (next === undefined) values.push(word)
    else {
      command = next
      values = []
    }
  }
  return { command, values, given: optionValues }
}

function splitFlag(word: string): readonly [flag: string, value: string | null] {
  const at = word.indexOf('=')
  if (!word.startsWith('--') || at < 0) return [word, null]
  return [word.slice(0, at), word.slice(at + 1)]
}

function findOption({ options }: Command, flag: string): Option | undefined {
  return options.find(({ long, short }) => flag === long || flag === short)
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1)
  return registeredArguments[index] ?? (last?.variadic ? last : undefined)
}

function isHidden(command: Command): boolean {
  return command.name().startsWith('__')
}

async function completeValue(
  of: Option | Argument,
  typed: string,
  names: () => Promise<WorkspaceNames>,
): Promise<Completion> {
  const { argChoices } = of
  if (argChoices !== undefined) return wordsLike(argChoices, typed)
  const name = of.name()
  if (METRICS.test(name)) return wordsLike((await names()).metrics, typed)
  if (DIMENSIONS.test(name)) return listLike((await names()).dimensions, typed)
  if (FOLDERS.test(name)) return { kind: 'DIRECTORIES' }
  return FILES.test(name) ? { kind: 'FILES' } : wordsLike([], '')
}

/** The last of several words between commas. */
function listLike(words: readonly string[], typed: string): Completion {
  const done = typed.slice(0, typed.lastIndexOf(',') + 1)
  const listed = new Set(done.split(','))
  const remainingWords = words.filter((word) => !listed.has(word))
  return withPrefix(wordsLike(remainingWords, typed.slice(done.length)), done)
}

function wordsLike(words: readonly string[], typed: string): Completion {
  return { kind: 'WORDS', words: words.filter((word) => word.startsWith(typed)) }
}

function withPrefix(completion: Completion, prefix: string): Completion {
  if (completion.kind !== 'WORDS') return completion
  return { kind: 'WORDS', words: completion.words.map((word) => prefix + word) }
}
