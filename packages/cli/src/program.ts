import { Command } from 'commander'
import { addApply } from './commands/apply.ts'
import { addBackfill } from './commands/backfill.ts'
import { addCauses } from './commands/causes.ts'
import { addCompletion } from './commands/completion.ts'
import { addCredential } from './commands/credential.ts'
import { addDemo } from './commands/demo.ts'
import { addExplain } from './commands/explain.ts'
import { addExport } from './commands/export.ts'
import { addInit } from './commands/init.ts'
import { addLineage } from './commands/lineage.ts'
import { addList } from './commands/list.ts'
import { addMcp } from './commands/mcp.ts'
import { addQuery } from './commands/query.ts'
import { addStart } from './commands/start.ts'
import { addTree } from './commands/tree.ts'
import { addValidate } from './commands/validate.ts'
import { addWorker } from './commands/worker.ts'
import type { Run } from './terminal/run.ts'
import { readVersion } from './version.ts'

/**
 * Creates the command `tributary` with its subcommands. Wrong usage throws commander's error after the message and a
 * pointer to the help are written. `end` receives the exit code of a command that reports failures by it.
 */
export function createProgram(run: Run, end: (exitCode: number) => void): Command {
  const { stdout, stderr } = run.effects
  const program = new Command('tributary')
    .description('Explains why a metric changed, and shows where it comes from.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(run tributary --help or tributary COMMAND --help for usage)')
    .configureOutput({
      writeOut: stdout.write,
      writeErr: stderr.write,
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
  addDemo(program, run)
  addStart(program, run)
  addWorker(program, run)
  addInit(program, run)
  addValidate(program, run, end)
  addList(program, run)
  addQuery(program, run)
  addExplain(program, run)
  addCauses(program, run)
  addTree(program, run)
  addLineage(program, run)
  addCredential(program, run)
  addApply(program, run)
  addExport(program, run)
  addBackfill(program, run, end)
  addMcp(program, run)
  addCompletion(program, run)
  return program
}
