import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createExampleQuestions, type Workspace } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { parsePort } from '../flags/parse.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { type FirstQuestion, findFirstQuestion } from '../session/first-question.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import { servePage } from '../session/serve.ts'
import { openBrowser } from '../terminal/open-browser.ts'
import type { Run } from '../terminal/run.ts'
import { inspectInput, reportInspection, saveInspection } from './init.ts'

interface OpenOptions {
  readonly save?: string
  readonly port: number
  readonly browser: boolean
}

const EXAMPLES = `
Nothing is written without --save, and only this machine can reach the page.

Examples:
  $ tributary open orders.csv
  $ tributary open exports/*.parquet --save shop
  $ tributary open shop`

/** Adds `tributary open FILES…`, which serves the web page on data files at their first answer. */
export function addOpen(command: Command, run: Run): void {
  command
    .argument('<files...>', 'data files, folders or patterns with *; or the folder of a workspace')
    .option('--save <dir>', 'write the guessed workspace into this folder, too')
    .option('--port <n>', 'port to listen on; 0 picks a free port', parsePort, 0)
    .option('--no-browser', 'open no browser; one is opened from a terminal with a desktop')
    .addHelpText('after', EXAMPLES)
    .action((files: readonly string[], options: OpenOptions) => open(files, options, run))
}

async function open(files: readonly string[], options: OpenOptions, run: Run): Promise<void> {
  const workspace = await readInput(files, options, run)
  await askAsOwner({ workspace }, run, async (session) => {
    const { platform, credentials } = session
    const onListening = async (url: string): Promise<string> => {
      const page = await findFirstPage(session, run)
      run.progress.clear()
      if (options.browser) openBrowser(`${url}${page}`, run.effects)
      return page
    }
    await servePage(platform, { credentials, port: options.port, onListening }, run.effects)
  })
}

/** The workspace of a folder, or the one that is guessed from files. */
async function readInput(
  files: readonly string[],
  { save }: OpenOptions,
  run: Run,
): Promise<Workspace> {
  const { cwd } = run.effects
  const [folder = ''] = files
  const names = files.length > 1 ? [] : await readdir(resolve(cwd, folder)).catch(() => [])
  if (save === undefined && names.some((name) => /\.ya?ml$/i.test(name))) {
    return openWorkspace(folder, cwd, { seeksData: false })
  }
  const inspection = await inspectInput(files, resolve(cwd, save ?? folder), run)
  const written = save === undefined ? [] : ['', await saveInspection(save, inspection, run)]
  run.print([...reportInspection(inspection), ...written, ''])
  return inspection.workspace
}

/** The page of the first question that has an answer. */
async function findFirstPage(session: OwnerSession, run: Run): Promise<string> {
  const questions = createExampleQuestions(session.definitions)
  return toPagePath(await findFirstQuestion(session, questions, run))
}

/** The page that answers a question: why a metric changed, or the metric itself where nothing can be compared. */
function toPagePath(question: FirstQuestion | null): string {
  if (question === null) return '/explorer'
  const { metric, comparison } = question
  return `/explorer/${comparison === null ? 'metric' : 'why'}/${encodeURIComponent(metric)}`
}
