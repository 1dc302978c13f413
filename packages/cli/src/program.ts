import { Command, Option } from 'commander'
import type { Run } from './terminal/run.ts'
import { readVersion } from './version.ts'

/** A subcommand; its module is loaded when it is used. */
interface Subcommand {
  readonly name: string
  /** The line of `tributary --help` about it. */
  readonly summary: string
  /** Resolves to what adds its arguments, options and action. */
  load(): Promise<(command: Command, run: Run, end: (exitCode: number) => void) => void>
}

/** In the order of `tributary --help`. */
const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'demo',
    summary: 'answer a sample question on three million flights, then serve the HTTP API',
    load: async () => (await import('./commands/demo.ts')).addDemo,
  },
  {
    name: 'open',
    summary: 'show data files on a web page, with the first answer about them',
    load: async () => (await import('./commands/open.ts')).addOpen,
  },
  {
    name: 'start',
    summary: 'serve the HTTP API',
    load: async () => (await import('./commands/start.ts')).addStart,
  },
  {
    name: 'worker',
    summary: 'refresh plan tables for a service whose store is PostgreSQL',
    load: async () => (await import('./commands/worker.ts')).addWorker,
  },
  {
    name: 'init',
    summary: 'write a workspace for data files, guessed by looking at them',
    load: async () => (await import('./commands/init.ts')).addInit,
  },
  {
    name: 'import',
    summary: 'make a workspace of metrics that are defined elsewhere, such as in dbt',
    load: async () => (await import('./commands/import.ts')).addImport,
  },
  {
    name: 'validate',
    summary: 'check a workspace and print every error in its YAML files, data files and tables',
    load: async () => (await import('./commands/validate.ts')).addValidate,
  },
  {
    name: 'list',
    summary: 'list metrics, dimensions, datasets, plans and views',
    load: async () => (await import('./commands/list.ts')).addList,
  },
  {
    name: 'query',
    summary: 'print the values of metrics, by dimensions or over time',
    load: async () => (await import('./commands/query.ts')).addQuery,
  },
  {
    name: 'explain',
    summary: 'explain why a metric differs between two periods, or two groups',
    load: async () => (await import('./commands/explain.ts')).addExplain,
  },
  {
    name: 'causes',
    summary: 'find the segments behind the change of a metric between two periods',
    load: async () => (await import('./commands/causes.ts')).addCauses,
  },
  {
    name: 'tree',
    summary: 'print the metrics that a metric is computed from, and what each contributes',
    load: async () => (await import('./commands/tree.ts')).addTree,
  },
  {
    name: 'movements',
    summary: 'print which metrics changed more than they usually do, and what stands out',
    load: async () => (await import('./commands/movements.ts')).addMovements,
  },
  {
    name: 'lineage',
    summary: 'show where a metric, dimension, dataset, file or column comes from',
    load: async () => (await import('./commands/lineage.ts')).addLineage,
  },
  {
    name: 'credential',
    summary: 'manage the secrets that callers authenticate with',
    load: async () => (await import('./commands/credential.ts')).addCredential,
  },
  {
    name: 'apply',
    summary: 'update the store to match the YAML files',
    load: async () => (await import('./commands/apply.ts')).addApply,
  },
  {
    name: 'export',
    summary: 'export definitions to YAML files that `apply` reads, or to a file of another tool',
    load: async () => (await import('./commands/export.ts')).addExport,
  },
  {
    name: 'backfill',
    summary: 'refresh a plan table for a range of days',
    load: async () => (await import('./commands/backfill.ts')).addBackfill,
  },
  {
    name: 'mcp',
    summary: 'serve tools for models by the Model Context Protocol, over stdio or HTTP',
    load: async () => (await import('./commands/mcp.ts')).addMcp,
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands, options and names in a shell',
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
]

/** The script of `tributary completion` calls it. */
const COMPLETE: Subcommand = {
  name: '__complete',
  summary: '',
  load: async () => (await import('./commands/completion.ts')).addComplete,
}

/**
 * Creates the command `tributary` for these arguments: the subcommand that they name has its options and its action, the
 * others only their line in the help. Wrong usage throws commander's error after the message and a pointer to the help are
 * written. `end` receives the exit code of a command that reports failures by it.
 */
export async function createProgram(
  argv: readonly string[],
  run: Run,
  end: (exitCode: number) => void,
): Promise<Command> {
  const { stdout, stderr } = run.effects
  const words = argv.filter((word) => !word.startsWith('-'))
  const wanted = words[0] === 'help' ? words[1] : words[0]
  const isKnown = SUBCOMMANDS.some(({ name }) => name === wanted)
  const program = new Command('tributary')
    .description('Explains why a metric changed, and shows where it comes from.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(run tributary --help or tributary COMMAND --help for usage)')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: stdout.write,
      writeErr: stderr.write,
      outputError: (text, write) => write(isKnown ? text : withCommands(text)),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
  for (const subcommand of [...SUBCOMMANDS, COMPLETE]) {
    const command = program
      .command(subcommand.name, { hidden: subcommand === COMPLETE })
      .description(subcommand.summary)
    if (subcommand.name !== wanted && wanted !== COMPLETE.name) continue
    const add = await subcommand.load()
    add(command, run, end)
    if (wanted !== COMPLETE.name) refuseUrl(command)
  }
  return program
}

/** The commands that `--url` is for. */
const WITH_URL = 'list, query, explain, causes, tree, movements, lineage and mcp'

/** Lets a command that works on files of this machine say why it takes no `--url`, its subcommands too. */
function refuseUrl(command: Command): void {
  if (command.options.some(({ long }) => long === '--url')) return
  command.addOption(new Option('--url <url>').hideHelp()).hook('preAction', (_, action) => {
    if (action.optsWithGlobals().url === undefined) return
    action.error(
      `error: tributary ${commandPath(action)} works on files of this machine and takes no --url; a running service is asked by ${WITH_URL}`,
      { code: 'commander.conflictingOption' },
    )
  })
}

function commandPath(command: Command): string {
  const { parent } = command
  return parent === null || parent.parent === null
    ? command.name()
    : `${commandPath(parent)} ${command.name()}`
}

/** The message for an unknown command that is near none, with the commands there are. */
function withCommands(text: string): string {
  if (!text.startsWith('error: unknown command') || text.includes('Did you mean')) return text
  const names = SUBCOMMANDS.map(({ name }) => name).join(', ')
  return `${text}The commands are ${names}.\n  for example: tributary demo\n`
}
