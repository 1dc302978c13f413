import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { askAsOwner, type OwnerSession } from '../ask-as-owner.ts'
import { parsePort, parseRows } from '../options.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { renderCurl } from '../render/curl.ts'
import { renderLineage } from '../render/lineage.ts'
import type { Run } from '../run.ts'
import { serveUntilInterrupted } from '../serve-until-interrupted.ts'
import { DEMO_LINEAGE, DEMO_QUESTION, DEMO_TITLE } from './demo-question.ts'

interface DemoOptions {
  readonly once?: true
  readonly port: number
  readonly rows: number
  readonly workspace: string
}

/** Only this machine can reach the demo, which is why it may believe the headers that name a caller. */
const LOOPBACK = '127.0.0.1'
const SAMPLE = fileURLToPath(new URL('../../../../examples/flights', import.meta.url))

/** Adds `tributary demo`, which answers a question on the sample workspace and then serves the API. */
export function addDemo(program: Command, run: Run): void {
  program
    .command('demo')
    .description('explain three million real flights, then serve the HTTP API')
    .option('--once', 'stop after the answer, start no server')
    .option('--port <n>', 'the port to listen on, 0 for any free one', parsePort, 8080)
    .option(
      '--rows <n>',
      'rows of each table with the change, and as many against it',
      parseRows,
      5,
    )
    .option('--workspace <dir>', 'the folder with the YAML files', SAMPLE)
    .action((options: DemoOptions) => demo(options, run))
}

async function demo(options: DemoOptions, run: Run): Promise<void> {
  await askAsOwner(options.workspace, run, async (session) => {
    await printAnswer(session, options.rows, run)
    if (options.once) {
      printCurl(`http://${LOOPBACK}:${options.port === 0 ? 8080 : options.port}`, session, run)
      return
    }
    await serveUntilInterrupted({
      platform: session.platform,
      host: LOOPBACK,
      port: options.port,
      effects: run.effects,
      onListening: (url) => printCurl(url, session, run),
    })
  })
}

async function printAnswer(session: OwnerSession, rows: number, run: Run): Promise<void> {
  const { platform, caller } = session
  const { effects, paint, print } = run
  run.progress.show('asking why the average delay changed')
  const request = DEMO_QUESTION
  const answer = await platform.compareTimes(caller, request, { signal: effects.signal })
  const width = effects.stdout.columns
  const title = DEMO_TITLE
  print(['', ...renderAttributionAnswer({ title, request, answer, rows, paint, width })])
  const lineage = platform.vertexLineage(caller, DEMO_LINEAGE)
  print(['', paint('title', `The lineage of ${DEMO_QUESTION.metric}`), ''])
  print([...renderLineage(lineage, DEMO_LINEAGE, paint), ''])
}

function printCurl(url: string, session: OwnerSession, run: Run): void {
  const request = {
    url: `${url}/api/v1/attribution/dim_time_compare`,
    credentials: session.credentials,
    body: DEMO_QUESTION,
  }
  const page = run.paint('faint', `Every operation: ${url}/docs`)
  run.print([
    run.paint('title', 'The same answer over HTTP'),
    '',
    renderCurl(request),
    '',
    page,
    '',
  ])
}
